# mistake: normalises over the tokens
# base: perfect_es
# item: block
# fails: layer_norm
# keeps: ffn_width, dropout, stacks
# misconception: LN-06
# drags: minigpt
# %%
class NormaCapa(nn.LayerNorm):
    def forward(self, x):
        media = x.mean(1, keepdim=True)
        varianza = x.var(1, keepdim=True, unbiased=False)
        return self.weight * (x - media) / torch.sqrt(varianza + self.eps) + self.bias


class BloqueTransformer(BloqueTransformer):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.norma1, self.norma2 = NormaCapa(d_model), NormaCapa(d_model)
