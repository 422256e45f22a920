# mistake: the last real token counts as padding
# base: perfect_en
# item: masks
# fails: padding
# keeps: causal
# %%
def padding_mask(lengths, n_max):
    return np.arange(1, n_max + 1)[None, :] < np.asarray(lengths)[:, None]
