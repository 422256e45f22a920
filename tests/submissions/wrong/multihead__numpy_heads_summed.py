# mistake: the heads are added up instead of concatenated
# base: perfect_en
# item: multihead
# fails: values
# misconception: MH-07
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    total = sum(attention(X @ q, X @ k, X @ v, mask)[0] for q, k, v in heads)
    return np.tile(total, len(heads)) @ W_O
