# mistake: always of size 64
# base: perfect_en
# item: masks
# fails: causal
# keeps: padding
# misconception: MK-19
# %%
def causal_mask(n):
    return np.tril(np.ones((64, 64), dtype=bool))
