# mistake: the FFN gets the residual stream without a norm
# base: perfect_es
# item: block
# fails: values
# keeps: residuals, ffn_per_token, ffn_width, dropout
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.dropout(self.atencion(self.norma1(x), mascara))
        return x + self.dropout(self.red(x))
