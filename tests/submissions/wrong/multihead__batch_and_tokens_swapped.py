# mistake: attends across the batch
# base: perfect_es
# item: multihead
# fails: values
# keeps: parameter_count, divisibility
# misconception: MH-13
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        x = x.transpose(0, 1)
        m, lote, d_model = x.shape
        q, k, v = (self.separar(w(x).contiguous()) for w in (self.W_q, self.W_k, self.W_v))
        salida, _ = atencion_producto_escalar(q, k, v)
        return self.W_o(salida.transpose(1, 2).reshape(m, lote, d_model)).transpose(0, 1)
