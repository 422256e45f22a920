# mistake: x + norm(f(x)): neither pre-LN nor post-LN
# base: perfect_es
# item: block
# fails: norm_order
# misconception: BL-05
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.dropout(self.norma1(self.atencion(x, mascara)))
        return x + self.dropout(self.norma2(self.red(x)))
