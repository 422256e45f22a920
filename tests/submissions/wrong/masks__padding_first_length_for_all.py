# mistake: every sentence gets the first one's length
# base: perfect_en
# item: masks
# fails: padding
# keeps: causal
# misconception: MK-11
# %%
def padding_mask(lengths, n_max):
    mask = np.zeros((len(lengths), n_max), dtype=bool)
    mask[:, : lengths[0]] = True
    return mask
