# mistake: (n_max, batch)
# base: perfect_en
# item: masks
# fails: padding
# keeps: causal
# misconception: MK-09
# %%
def padding_mask(lengths, n_max):
    return np.arange(n_max)[:, None] < np.asarray(lengths)[None, :]
