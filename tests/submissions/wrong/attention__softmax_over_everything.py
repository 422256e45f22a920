# mistake: one softmax over all entries
# base: perfect_en
# item: attention
# fails: values, weights
# misconception: AT-10
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores.reshape(-1)).reshape(scores.shape)
    return weights @ V, weights
