# mistake: tril(k=1): the next token is visible
# base: perfect_en
# item: masks
# fails: causal, in_attention
# keeps: padding
# misconception: MK-07
# %%
def causal_mask(n):
    return np.tril(np.ones((n, n), dtype=bool), k=1)
