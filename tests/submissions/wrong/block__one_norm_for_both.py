# mistake: one LayerNorm serves both sublayers
# base: perfect_es
# item: block
# fails: values
# keeps: residuals, ffn_per_token, dropout, stacks
# misconception: LN-12
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.norma2 = self.norma1
