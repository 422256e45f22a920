# mistake: one row instead of a matrix
# base: perfect_en
# item: masks
# fails: causal
# keeps: padding
# %%
def causal_mask(n):
    return np.arange(n) <= n // 2
