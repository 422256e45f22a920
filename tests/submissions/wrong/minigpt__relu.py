# mistake: ReLU where GELU is asked
# base: perfect_en
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal, order_matters, initial_loss
# misconception: BL-08
# %%
class DecoderBlock(DecoderBlock):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.ffn[1] = nn.ReLU()
