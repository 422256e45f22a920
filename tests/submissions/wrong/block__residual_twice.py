# mistake: x stands twice in the second sum
# base: perfect_es
# item: block
# fails: values, residuals
# keeps: layer_norm, norm_order, ffn_per_token, ffn_width, dropout
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.dropout(self.atencion(self.norma1(x), mascara))
        return x + x + self.dropout(self.red(self.norma2(x)))
