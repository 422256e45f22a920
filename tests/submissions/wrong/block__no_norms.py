# mistake: no layer norm
# base: perfect_es
# item: block
# fails: norm_order
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.dropout(self.atencion(x, mascara))
        return x + self.dropout(self.red(x))
