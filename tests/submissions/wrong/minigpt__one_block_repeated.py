# mistake: [block] * n: one block, three times
# base: perfect_es
# item: minigpt
# fails: parameter_count
# keeps: shapes, causal, order_matters, initial_loss
# misconception: BL-12
# %%
class MiniGPT(MiniGPT):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__(vocab_size, d_model, n_heads, n_capas, contexto)
        self.bloques = nn.ModuleList([BloqueTransformer(d_model, n_heads)] * n_capas)
