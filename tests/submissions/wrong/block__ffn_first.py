# mistake: first the FFN, then attention
# base: perfect_es
# item: block
# fails: values
# keeps: residuals, ffn_width, dropout, stacks
# misconception: BL-16
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = x + self.dropout(self.red(self.norma2(x)))
        return x + self.dropout(self.atencion(self.norma1(x), mascara))
