# mistake: split by view(B, h, n, d_k): pieces of the sequence become heads
# base: perfect_es
# item: multihead
# fails: values, equivariant
# keeps: parameter_count, divisibility
# misconception: MH-02
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def separar(self, x):
        lote, n, _ = x.shape
        return x.view(lote, self.n_heads, n, self.d_k)
