# mistake: view after transpose without contiguous: RuntimeError
# base: perfect_es
# item: multihead
# fails: values, equivariant, mask_reaches_heads
# misconception: MH-05
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        lote, n, d_model = x.shape
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return self.W_o(salida.transpose(1, 2).view(lote, n, d_model))
