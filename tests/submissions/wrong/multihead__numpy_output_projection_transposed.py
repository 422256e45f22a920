# mistake: W_O.T
# base: perfect_en
# item: multihead
# fails: values
# misconception: MH-15
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    return np.concatenate([attention(X @ q, X @ k, X @ v, mask)[0] for q, k, v in heads], axis=-1) @ W_O.T
