# mistake: ddof=1
# base: perfect_en
# item: block
# fails: layer_norm
# keeps: residuals, ffn_per_token, stacks
# misconception: LN-01
# %%
def layer_norm(x, eps=1e-5):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True, ddof=1) + eps)
