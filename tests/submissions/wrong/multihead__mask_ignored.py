# mistake: the mask isn't passed on
# base: perfect_es
# item: multihead
# fails: mask_reaches_heads
# keeps: one_head, parameter_count, divisibility, equivariant
# misconception: MK-04
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        return super().forward(x)
