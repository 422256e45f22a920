# mistake: A K instead of A V
# base: perfect_en
# item: attention
# fails: values
# misconception: AT-14
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ K, weights
