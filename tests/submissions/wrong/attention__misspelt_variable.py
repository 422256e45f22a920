# mistake: a name that doesn't exist
# base: perfect_en
# item: attention
# fails: values, scaled, weights, mask_before_softmax
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores, axis=-1)
    return weigths @ V, weights
