# mistake: the first residual is missing
# base: perfect_es
# item: block
# fails: residuals
# misconception: BL-01
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = self.dropout(self.atencion(self.norma1(x), mascara))
        return x + self.dropout(self.red(self.norma2(x)))
