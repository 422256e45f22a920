# mistake: the other convention: True above the diagonal
# base: perfect_en
# item: masks
# fails: causal
# keeps: padding
# misconception: MK-06
# %%
def causal_mask(n):
    return np.triu(np.ones((n, n), dtype=bool), k=1)
