# mistake: the second residual adds the block's input
# base: perfect_es
# item: block
# fails: values
# misconception: BL-03
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        y = x + self.dropout(self.atencion(self.norma1(x), mascara))
        return x + self.dropout(self.red(self.norma2(y)))
