# mistake: W_O is missing
# base: perfect_es
# item: multihead
# fails: parameter_count
# misconception: MH-06
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def __init__(self, d_model, n_heads):
        super().__init__(d_model, n_heads)
        del self.W_o

    def forward(self, x, mascara=None):
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        salida, _ = atencion_producto_escalar(q, k, v, mascara)
        return salida.transpose(1, 2).flatten(2)
