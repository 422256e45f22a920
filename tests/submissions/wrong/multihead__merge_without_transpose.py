# mistake: heads merged by reshape without transposing back: tokens are mixed
# base: perfect_es
# item: multihead
# fails: values, equivariant
# keeps: parameter_count, divisibility
# misconception: MH-01
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return self.W_o(salida.reshape(lote, n, d_model))
