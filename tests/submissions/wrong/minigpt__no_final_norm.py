# mistake: no LayerNorm before the head
# base: perfect_es
# item: minigpt
# fails: parameter_count
# keeps: shapes, causal, order_matters
# misconception: BL-06
# %%
class MiniGPT(MiniGPT):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__(vocab_size, d_model, n_heads, n_capas, contexto)
        self.norma_final = nn.Identity()
