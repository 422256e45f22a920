# mistake: four heads whatever n_heads says
# base: perfect_es
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal, order_matters, initial_loss, overfits
# %%
class MiniGPT(MiniGPT):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__(vocab_size, d_model, 4, n_capas, contexto)
