# mistake: W_O exists and isn't applied
# base: perfect_es
# item: multihead
# fails: values
# keeps: parameter_count, divisibility, equivariant
# misconception: MH-06
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return salida.transpose(1, 2).flatten(2)
