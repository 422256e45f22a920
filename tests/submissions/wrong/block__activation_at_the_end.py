# mistake: the activation comes after the second layer
# base: perfect_es
# item: block
# fails: values
# keeps: ffn_per_token, ffn_width, dropout, stacks
# misconception: BL-07
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.red = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model), nn.GELU())
