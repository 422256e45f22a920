# mistake: the mask is the wrong way round: each token sees the future
# base: perfect_es
# item: minigpt
# fails: causal
# keeps: parameter_count, shapes
# misconception: MK-05
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        x = self.emb_token(idx) + self.emb_pos(torch.arange(n))
        for bloque in self.bloques:
            x = bloque(x, self.mascara[:n, :n].T)
        return self.cabeza(self.norma_final(x))
