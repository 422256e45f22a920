# mistake: tril(k=-1): no token sees itself and the first sees nothing
# base: perfect_en
# item: masks
# fails: causal
# keeps: padding
# misconception: MK-08
# %%
def causal_mask(n):
    return np.tril(np.ones((n, n), dtype=bool), k=-1)
