# mistake: positions count down from the end
# base: perfect_es
# item: minigpt
# fails: values
# keeps: parameter_count, shapes
# misconception: GP-08
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        x = self.emb_token(idx) + self.emb_pos(torch.arange(n - 1, -1, -1))
        for bloque in self.bloques:
            x = bloque(x, self.mascara[:n, :n])
        return self.cabeza(self.norma_final(x))
