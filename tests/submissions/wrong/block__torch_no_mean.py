# mistake: RMS norm: the mean isn't subtracted
# base: perfect_es
# item: block
# fails: layer_norm
# keeps: residuals, ffn_per_token, ffn_width, dropout, stacks
# misconception: LN-05
# drags: minigpt
# %%
class NormaCapa(nn.LayerNorm):
    def forward(self, x):
        return self.weight * x / torch.sqrt((x**2).mean(-1, keepdim=True) + self.eps) + self.bias


class BloqueTransformer(BloqueTransformer):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__(d_model, n_heads, dropout)
        self.norma1, self.norma2 = NormaCapa(d_model), NormaCapa(d_model)
