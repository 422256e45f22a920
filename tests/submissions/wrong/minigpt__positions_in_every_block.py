# mistake: the positions are added before every block
# base: perfect_es
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal, order_matters
# misconception: PE-14
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        n = idx.size(1)
        posiciones = self.emb_pos(torch.arange(n))
        x = self.emb_token(idx)
        for bloque in self.bloques:
            x = bloque(x + posiciones, self.mascara[:n, :n])
        return self.cabeza(self.norma_final(x))
