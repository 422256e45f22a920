# mistake: multiplies by sqrt(d_k)
# base: perfect_en
# item: attention
# fails: values, scaled
# keeps: mask_convention, mask_before_softmax
# misconception: AT-03
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) * np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
