# mistake: K Q^T instead of Q K^T
# base: perfect_en
# item: attention
# fails: values
# misconception: AT-11
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = K @ Q.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
