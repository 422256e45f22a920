# mistake: no layer norm
# base: perfect_es
# item: block
# fails: layer_norm
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.dropout(self.atencion(x, mascara))
        return x + self.dropout(self.red(x))
