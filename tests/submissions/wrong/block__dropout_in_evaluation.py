# mistake: F.dropout without training=self.training: always on
# base: perfect_es
# item: block
# fails: dropout
# misconception: BL-11
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + F.dropout(self.atencion(self.norma1(x), mascara), 0.1)
        return x + F.dropout(self.red(self.norma2(x)), 0.1)
