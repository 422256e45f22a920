# mistake: the mask isn't passed on
# base: perfect_en
# item: multihead
# fails: mask_reaches_heads
# keeps: one_head, equivariant
# misconception: MK-04
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    return np.concatenate([attention(X @ q, X @ k, X @ v)[0] for q, k, v in heads], axis=-1) @ W_O
