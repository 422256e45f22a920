# mistake: the residual starts at norm(x), not at x
# base: perfect_es
# item: block
# fails: residuals
# misconception: BL-02
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = self.norma1(x)
        x = x + self.dropout(self.atencion(x, mascara))
        x = self.norma2(x)
        return x + self.dropout(self.red(x))
