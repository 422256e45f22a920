# mistake: one single head whatever n_heads says
# base: perfect_es
# item: multihead
# fails: values
# keeps: one_head, parameter_count, equivariant, mask_reaches_heads
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        if mascara is not None and mascara.dim() == 4:
            mascara = mascara[:, 0]
        salida, _ = atencion_producto_escalar(self.W_q(x), self.W_k(x), self.W_v(x), mascara)
        return self.W_o(salida)
