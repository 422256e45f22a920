# mistake: divides by sqrt(d_model) instead of each head's sqrt(d_k)
# base: perfect_es
# item: multihead
# fails: values
# keeps: one_head, parameter_count, divisibility, equivariant, mask_reaches_heads
# misconception: AT-04
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        s = q @ k.transpose(-2, -1) / math.sqrt(d_model)
        if mascara is not None:
            s = s.masked_fill(mascara == 0, float("-inf"))
        return self.W_o((softmax(s) @ v).transpose(1, 2).reshape(lote, n, d_model))
