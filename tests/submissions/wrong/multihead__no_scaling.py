# mistake: no 1/sqrt(d_k)
# base: perfect_es
# item: multihead
# fails: values
# keeps: parameter_count, divisibility, equivariant, mask_reaches_heads
# misconception: AT-01
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        s = q @ k.transpose(-2, -1)
        if mascara is not None:
            s = s.masked_fill(mascara == 0, float("-inf"))
        return self.W_o((softmax(s) @ v).transpose(1, 2).reshape(lote, n, d_model))
