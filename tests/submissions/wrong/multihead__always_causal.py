# mistake: a causal mask is built in, asked for or not
# base: perfect_es
# item: multihead
# fails: equivariant
# keeps: parameter_count, divisibility
# drags: block
# %%
class AtencionMultiCabeza(AtencionMultiCabeza):
    def forward(self, x, mascara=None):
        causal = mascara_causal(x.shape[1])
        return super().forward(x, causal if mascara is None else (mascara != 0) & causal)
