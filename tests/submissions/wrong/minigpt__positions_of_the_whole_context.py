# mistake: all rows of the position table are added, whatever the text's length
# base: perfect_es
# item: minigpt
# fails: shapes
# keeps: parameter_count
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        x = self.emb_token(idx) + self.emb_pos(torch.arange(self.contexto))
        for bloque in self.bloques:
            x = bloque(x, self.mascara[:n, :n])
        return self.cabeza(self.norma_final(x))
