# mistake: padding_mask indexes the lengths as an array, and doesn't take a list
# base: perfect_en
# item: masks
# fails: padding
# keeps: causal, in_attention, combined
# %%
def padding_mask(lengths, n_max):
    return np.arange(n_max)[None, :] < lengths[:, None]
