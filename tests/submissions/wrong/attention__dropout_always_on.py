# mistake: drops a third of the weights on every call
# base: perfect_en
# item: attention
# fails: values, weights
# misconception: AT-16
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    weights = weights * (np.random.rand(*weights.shape) > 1 / 3) * 1.5
    return weights @ V, weights
