# mistake: pads on the left
# base: perfect_en
# item: masks
# fails: padding
# keeps: causal
# %%
def padding_mask(lengths, n_max):
    return np.arange(n_max)[None, :] >= n_max - np.asarray(lengths)[:, None]
