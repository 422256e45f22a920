# mistake: post-LN where pre-LN is asked
# base: perfect_es
# item: block
# fails: norm_order
# keeps: ffn_per_token, ffn_width, dropout, stacks
# misconception: BL-05
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        x = self.norma1(x + self.dropout(self.atencion(x, mascara)))
        return self.norma2(x + self.dropout(self.red(x)))
