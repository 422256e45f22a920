# mistake: the positions are never added
# base: perfect_es
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal
# misconception: PE-15
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        x = self.emb_token(idx)
        self.emb_pos(torch.arange(n))
        for bloque in self.bloques:
            x = bloque(x, self.mascara[:n, :n])
        return self.cabeza(self.norma_final(x))
