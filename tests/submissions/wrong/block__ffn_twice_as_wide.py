# mistake: the FFN is 2x wide, not 4x
# base: perfect_es
# item: block
# fails: ffn_width
# keeps: residuals, norm_order, ffn_per_token, dropout, stacks
# misconception: BL-10
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.red = nn.Sequential(nn.Linear(d_model, 2 * d_model), nn.GELU(), nn.Linear(2 * d_model, d_model))
