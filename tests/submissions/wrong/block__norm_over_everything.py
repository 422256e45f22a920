# mistake: one mean and one variance for the whole array
# base: perfect_en
# item: block
# fails: layer_norm
# misconception: LN-07
# %%
def layer_norm(x, eps=1e-5):
    return (x - x.mean()) / np.sqrt(x.var() + eps)
