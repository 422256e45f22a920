# mistake: 0 and -inf instead of 1 and 0
# base: perfect_en
# item: masks
# fails: causal
# keeps: padding
# misconception: MK-06
# %%
def causal_mask(n):
    return np.where(np.tri(n), 0.0, -np.inf)
