# mistake: the root is taken twice
# base: perfect_en
# item: attention
# fails: values, scaled
# keeps: mask_convention, mask_before_softmax
# misconception: AT-07
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scale = np.sqrt(np.sqrt(Q.shape[-1]))
    scores = Q @ np.swapaxes(K, -1, -2) / scale
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
