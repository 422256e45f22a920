# mistake: divides the weights by sqrt(d_k), after the softmax
# base: perfect_en
# item: attention
# fails: values, weights
# misconception: AT-06
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2)
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1) / np.sqrt(Q.shape[-1])
    return weights @ V, weights
