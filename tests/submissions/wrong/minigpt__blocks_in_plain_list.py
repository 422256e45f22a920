# mistake: the blocks are in a Python list: never trained
# base: perfect_es
# item: minigpt
# fails: parameter_count
# keeps: shapes, causal
# misconception: BL-14
# %%
class MiniGPT(MiniGPT):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__(vocab_size, d_model, n_heads, n_capas, contexto)
        del self.bloques
        self.bloques = [BloqueTransformer(d_model, n_heads) for _ in range(n_capas)]
