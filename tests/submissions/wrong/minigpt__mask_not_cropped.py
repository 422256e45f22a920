# mistake: the mask keeps the size of the context
# base: perfect_es
# item: minigpt
# fails: shapes
# keeps: parameter_count
# misconception: MK-19
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        x = self.emb_token(idx) + self.emb_pos(torch.arange(idx.size(1)))
        for bloque in self.bloques:
            x = bloque(x, self.mascara)
        return self.cabeza(self.norma_final(x))
