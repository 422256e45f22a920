# mistake: only the last three tokens are visible
# base: perfect_en
# item: masks
# fails: causal
# keeps: padding
# %%
def causal_mask(n):
    i, j = np.indices((n, n))
    return (j <= i) & (i - j < 3)
