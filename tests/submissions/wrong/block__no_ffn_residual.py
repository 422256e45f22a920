# mistake: the second residual is missing
# base: perfect_es
# item: block
# fails: residuals
# misconception: BL-01
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.dropout(self.atencion(self.norma1(x), mascara))
        return self.dropout(self.red(self.norma2(x)))
