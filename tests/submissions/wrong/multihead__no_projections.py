# mistake: Q, K and V are x itself
# base: perfect_es
# item: multihead
# fails: values
# misconception: AT-22
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q = self.separar(x.contiguous())
        salida, _ = atencion_producto_escalar(q, q, q, mascara)
        return self.W_o(salida.transpose(1, 2).reshape(lote, n, d_model))
