# mistake: the dropout is never applied
# base: perfect_es
# item: block
# fails: dropout
# keeps: values, layer_norm, layer_norm_eps, residuals, norm_order, ffn_per_token, ffn_width, stacks
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.atencion(self.norma1(x), mascara)
        return x + self.red(self.norma2(x))
