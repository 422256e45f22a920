# mistake: the values are split with the head as the last axis, the rest with the head first
# base: perfect_es
# item: multihead
# fails: values
# keeps: parameter_count, divisibility, equivariant
# misconception: MH-04
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k = (w(x).view(lote, n, self.d_k, self.n_heads).permute(0, 3, 1, 2) for w in (self.W_q, self.W_k))
        salida, _ = atencion_producto_escalar(q, k, self.separar(self.W_v(x)), mascara)
        return self.W_o(salida.transpose(1, 2).reshape(lote, n, d_model))
