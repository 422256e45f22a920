# mistake: normalises queries and keys instead of scaling
# base: perfect_en
# item: attention
# fails: values, scaled
# keeps: mask_convention, mask_before_softmax
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    q = Q / np.linalg.norm(Q, axis=-1, keepdims=True)
    k = K / np.linalg.norm(K, axis=-1, keepdims=True)
    scores = q @ k.T
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
