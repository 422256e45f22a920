# mistake: returns (weights, output)
# base: perfect_en
# item: attention
# fails: weights
# keeps: values, scaled, mask_before_softmax, blocked_is_invisible
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights, weights @ V
