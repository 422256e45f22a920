# mistake: the blocks' output is computed and thrown away
# base: perfect_es
# item: minigpt
# fails: values, order_matters
# keeps: parameter_count, shapes, causal
# misconception: GP-02
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        x = self.emb_token(idx) + self.emb_pos(torch.arange(n))
        h = x
        for bloque in self.bloques:
            h = bloque(h, self.mascara[:n, :n])
        return self.cabeza(self.norma_final(x))
