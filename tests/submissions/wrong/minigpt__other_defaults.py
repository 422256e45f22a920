# mistake: four layers by default, where the assignment says three
# base: perfect_en
# item: minigpt
# fails: parameter_count
# keeps: values, shapes, causal, order_matters, initial_loss, overfits
# %%
_Base = MiniGPT  # noqa: F821


class MiniGPT(_Base):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=4, context=64):
        super().__init__(vocab_size, d_model, n_heads, n_layers, context)
