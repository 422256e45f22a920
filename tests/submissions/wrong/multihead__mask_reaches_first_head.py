# mistake: the mask is applied to the first head only
# base: perfect_es
# item: multihead
# fails: mask_reaches_heads
# keeps: parameter_count, divisibility, equivariant
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        s = q @ k.transpose(-2, -1) / math.sqrt(self.d_k)
        if mascara is not None:
            if mascara.dim() == 4:
                mascara = mascara[:, 0]
            s[:, 0] = s[:, 0].masked_fill(mascara == 0, float("-inf"))
        return self.W_o((softmax(s) @ v).transpose(1, 2).reshape(lote, n, d_model))
