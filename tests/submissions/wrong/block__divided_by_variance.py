# mistake: divides by the variance, not its root
# base: perfect_en
# item: block
# fails: layer_norm
# misconception: LN-04
# %%
def layer_norm(x, eps=1e-5):
    return (x - x.mean(-1, keepdims=True)) / (x.var(-1, keepdims=True) + eps)
