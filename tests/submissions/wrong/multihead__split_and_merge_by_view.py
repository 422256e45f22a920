# mistake: neither the split nor the merge transposes
# base: perfect_es
# item: multihead
# fails: values, equivariant
# keeps: parameter_count, divisibility
# misconception: MH-03
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = (w(x).view(lote, self.n_heads, n, self.d_k) for w in (self.W_q, self.W_k, self.W_v))
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return self.W_o(salida.view(lote, n, d_model))
