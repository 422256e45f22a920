# mistake: the weights are masked after the softmax
# base: perfect_es
# item: multihead
# fails: mask_reaches_heads
# keeps: one_head, parameter_count, divisibility, equivariant
# misconception: MK-01
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        pesos = softmax(q @ k.transpose(-2, -1) / math.sqrt(self.d_k))
        if mascara is not None:
            pesos = pesos * mascara
        return self.W_o((pesos @ v).transpose(1, 2).reshape(lote, n, d_model))
