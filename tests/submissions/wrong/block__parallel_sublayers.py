# mistake: the FFN reads x, not x plus attention
# base: perfect_es
# item: block
# fails: values
# keeps: residuals, ffn_width, dropout, stacks
# misconception: BL-04
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        atencion = self.dropout(self.atencion(self.norma1(x), mascara))
        red = self.dropout(self.red(self.norma2(x)))
        return x + atencion + red
