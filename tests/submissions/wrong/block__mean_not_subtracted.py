# mistake: RMS norm
# base: perfect_en
# item: block
# fails: layer_norm
# misconception: LN-05
# %%
def layer_norm(x, eps=1e-5):
    return x / np.sqrt((x**2).mean(-1, keepdims=True) + eps)
