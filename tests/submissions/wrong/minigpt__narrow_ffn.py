# mistake: FFN 2x wide
# base: perfect_en
# item: minigpt
# fails: parameter_count
# keeps: shapes, causal, order_matters, initial_loss
# misconception: BL-10
# %%
class DecoderBlock(DecoderBlock):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.ffn = nn.Sequential(nn.Linear(d_model, 2 * d_model), nn.GELU(), nn.Linear(2 * d_model, d_model))
