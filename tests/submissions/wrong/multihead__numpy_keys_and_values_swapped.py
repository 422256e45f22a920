# mistake: (W_Q, W_V, W_K) for (W_Q, W_K, W_V)
# base: perfect_en
# item: multihead
# fails: values
# misconception: MH-16
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    return np.concatenate([attention(X @ q, X @ k, X @ v, mask)[0] for q, v, k in heads], axis=-1) @ W_O
