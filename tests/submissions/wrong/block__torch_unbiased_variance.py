# mistake: x.std() divides by d - 1
# base: perfect_es
# item: block
# fails: layer_norm
# keeps: residuals, ffn_per_token, ffn_width, dropout, stacks
# misconception: LN-01
# drags: minigpt
# %%
class NormaCapa(nn.Module):
    def __init__(self, d_model, eps=1e-6):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        media = x.mean(-1, keepdim=True)
        varianza = x.var(-1, keepdim=True)
        return self.gamma * (x - media) / torch.sqrt(varianza + self.eps) + self.beta


class BloqueTransformer(BloqueTransformer):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.norma1, self.norma2 = NormaCapa(d_model), NormaCapa(d_model)
