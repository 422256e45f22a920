# mistake: the mean of the values
# base: perfect_en
# item: attention
# fails: values, scaled
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    weights = np.full((len(Q), len(K)), 1 / len(K))
    return weights @ V, weights
