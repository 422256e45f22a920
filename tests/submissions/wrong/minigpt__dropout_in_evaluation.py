# mistake: F.dropout on the embeddings, always on
# base: perfect_es
# item: minigpt
# fails: values
# keeps: parameter_count, shapes
# misconception: BL-11
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        x = F.dropout(self.emb_token(idx) + self.emb_pos(torch.arange(n)), 0.1)
        for bloque in self.bloques:
            x = bloque(x, self.mascara[:n, :n])
        return self.cabeza(self.norma_final(x))
