# mistake: W_k makes the queries too
# base: perfect_es
# item: multihead
# fails: values
# keeps: divisibility, equivariant
# misconception: AT-23
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_k(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return self.W_o(salida.transpose(1, 2).reshape(lote, n, d_model))
