# mistake: ReLU where GELU is asked
# base: perfect_es
# item: block
# fails: values
# keeps: residuals, norm_order, ffn_per_token, ffn_width, dropout, stacks
# misconception: BL-08
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.red[1] = nn.ReLU()
