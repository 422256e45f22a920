# mistake: the blocks get no mask
# base: perfect_es
# item: minigpt
# fails: causal
# keeps: parameter_count, shapes, initial_loss
# misconception: MK-04
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        x = self.emb_token(idx) + self.emb_pos(torch.arange(idx.size(1)))
        for bloque in self.bloques:
            x = bloque(x)
        return self.cabeza(self.norma_final(x))
