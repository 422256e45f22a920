# mistake: E[x^2] - E[x] for the variance
# base: perfect_en
# item: block
# fails: layer_norm
# misconception: LN-11
# %%
def layer_norm(x, eps=1e-5):
    mean = x.mean(-1, keepdims=True)
    variance = np.abs((x**2).mean(-1, keepdims=True) - mean)
    return (x - mean) / np.sqrt(variance + eps)
