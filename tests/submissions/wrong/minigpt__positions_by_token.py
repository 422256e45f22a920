# mistake: the position table is looked up with the token ids
# base: perfect_es
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal
# misconception: PE-21
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        x = self.emb_token(idx) + self.emb_pos(idx % self.contexto)
        for bloque in self.bloques:
            x = bloque(x, self.mascara[:n, :n])
        return self.cabeza(self.norma_final(x))
