# mistake: embedding and head, no attention
# base: perfect_es
# item: minigpt
# fails: values, parameter_count, order_matters
# keeps: shapes, causal
# %%
class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__()
        self.contexto = contexto
        self.emb_token = nn.Embedding(vocab_size, d_model)
        self.cabeza = nn.Linear(d_model, vocab_size)

    def forward(self, idx):
        return self.cabeza(self.emb_token(idx))
