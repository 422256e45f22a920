# mistake: every sequence gets the first one's mask
# base: perfect_es
# item: multihead
# fails: mask_reaches_heads
# keeps: parameter_count, divisibility, equivariant
# misconception: MK-11
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        if mascara is not None and mascara.dim() == 4:
            mascara = mascara[:1]
        return super().forward(x, mascara)
