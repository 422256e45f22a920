# mistake: everything is allowed
# base: perfect_en
# item: masks
# fails: causal, in_attention
# keeps: padding
# misconception: MK-04
# %%
def causal_mask(n):
    return np.ones((n, n), dtype=bool)
