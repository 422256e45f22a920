# mistake: <= for <: one padding token counts as real
# base: perfect_en
# item: masks
# fails: padding
# keeps: causal
# %%
def padding_mask(lengths, n_max):
    return np.arange(n_max)[None, :] <= np.asarray(lengths)[:, None]
