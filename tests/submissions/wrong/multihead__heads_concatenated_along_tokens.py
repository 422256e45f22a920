# mistake: concatenated on the axis of the tokens
# base: perfect_es
# item: multihead
# fails: values
# misconception: MH-08
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        q, k, v = self.separar(self.W_q(x)), self.separar(self.W_k(x)), self.separar(self.W_v(x))
        cabezas, _ = atencion_producto_escalar(q, k, v, mascara)
        junto = torch.cat(cabezas.unbind(dim=1), dim=1)
        return self.W_o(junto.reshape(x.shape))
