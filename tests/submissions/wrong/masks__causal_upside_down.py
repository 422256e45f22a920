# mistake: triu for tril: each token sees itself and the future
# base: perfect_en
# item: masks
# fails: causal, in_attention
# keeps: padding
# misconception: MK-05
# %%
def causal_mask(n):
    return np.triu(np.ones((n, n), dtype=bool))
