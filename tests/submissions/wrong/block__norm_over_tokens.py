# mistake: axis 0: over the tokens
# base: perfect_en
# item: block
# fails: layer_norm
# misconception: LN-06
# %%
def layer_norm(x, eps=1e-5):
    return (x - x.mean(0, keepdims=True)) / np.sqrt(x.var(0, keepdims=True) + eps)
