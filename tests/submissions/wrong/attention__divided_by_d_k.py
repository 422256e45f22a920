# mistake: divides by d_k, not by its root
# base: perfect_en
# item: attention
# fails: values, scaled
# keeps: mask_convention, mask_before_softmax, blocked_is_invisible
# misconception: AT-02
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) / Q.shape[-1]
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
