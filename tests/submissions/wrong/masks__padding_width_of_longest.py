# mistake: as wide as the longest sentence instead of n_max
# base: perfect_en
# item: masks
# fails: padding
# keeps: causal
# %%
def padding_mask(lengths, n_max):
    return np.arange(max(lengths))[None, :] < np.asarray(lengths)[:, None]
