# mistake: every matrix starts at N(0, 1)
# base: perfect_es
# item: minigpt
# fails: initial_loss
# keeps: values, parameter_count, shapes, causal, order_matters
# misconception: GP-03
# %%
class MiniGPT(MiniGPT):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_capas=3, contexto=64):
        super().__init__(vocab_size, d_model, n_heads, n_capas, contexto)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.normal_(p, std=1.0)
