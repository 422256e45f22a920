# mistake: the mask isn't given to the attention
# base: perfect_es
# item: block
# fails: values
# keeps: residuals, norm_order, ffn_per_token, ffn_width, dropout, stacks
# misconception: BL-15
# drags: minigpt
# %%
class BloqueTransformer(BloqueTransformer):
    def forward(self, x, mascara=None):
        return super().forward(x)
