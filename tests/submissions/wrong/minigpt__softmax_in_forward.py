# mistake: gives probabilities instead of logits
# base: perfect_es
# item: minigpt
# fails: values
# keeps: parameter_count, shapes, causal, order_matters
# misconception: GP-01
# %%
class MiniGPT(MiniGPT):
    def forward(self, idx):
        return torch.softmax(super().forward(idx), dim=-1)
