# mistake: all ones
# base: perfect_es
# item: masks
# fails: padding
# keeps: causal
# misconception: MK-04
# %%
def mascara_padding(longitudes, n_max):
    return torch.ones(len(longitudes), n_max, dtype=torch.bool)
