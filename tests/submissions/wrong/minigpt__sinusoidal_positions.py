# mistake: the sinusoidal table where learned positions are asked
# base: perfect_es
# item: minigpt
# fails: parameter_count
# keeps: shapes, causal, order_matters
# %%
class MiniGPT(MiniGPT):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__(vocab_size, d_model, n_heads, n_capas, contexto)
        self.emb_pos = nn.Embedding.from_pretrained(codificacion_posicional(contexto, d_model).float())
        del self.emb_pos.weight
        self.emb_pos.register_buffer("weight", codificacion_posicional(contexto, d_model).float())
