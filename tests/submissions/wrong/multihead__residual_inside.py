# mistake: adds its input to its output
# base: perfect_es
# item: multihead
# fails: values
# keeps: parameter_count, divisibility, equivariant
# misconception: MH-19
# drags: block, minigpt
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        return x + super().forward(x, mascara)
