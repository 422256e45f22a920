# mistake: concatenated along the tokens and reshaped
# base: perfect_en
# item: multihead
# fails: values
# misconception: MH-08
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    outputs = [attention(X @ q, X @ k, X @ v, mask)[0] for q, k, v in heads]
    return np.concatenate(outputs, axis=0).reshape(len(X), -1) @ W_O
