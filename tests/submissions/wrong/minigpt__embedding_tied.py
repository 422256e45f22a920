# mistake: the head is the N(0, 1) embedding: a loss of 40 at the start
# base: perfect_es
# item: minigpt
# fails: parameter_count, initial_loss
# keeps: shapes, causal, order_matters
# misconception: GP-03
# %%
class MiniGPT(MiniGPT):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__(vocab_size, d_model, n_heads, n_capas, contexto)
        self.cabeza.weight = self.emb_token.weight
