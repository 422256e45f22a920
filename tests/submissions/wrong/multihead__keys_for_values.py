# mistake: the weighted mean of the keys
# base: perfect_es
# item: multihead
# fails: values
# keeps: divisibility, equivariant
# misconception: AT-14
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k = self.separar(self.W_q(x)), self.separar(self.W_k(x))
        salida, _ = atencion_producto_escalar(q, k, k, mascara)
        return self.W_o(salida.transpose(1, 2).reshape(lote, n, d_model))
