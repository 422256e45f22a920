# mistake: W_O is never used
# base: perfect_en
# item: multihead
# fails: values, one_head
# misconception: MH-06
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    return np.concatenate([attention(X @ q, X @ k, X @ v, mask)[0] for q, k, v in heads], axis=-1)
