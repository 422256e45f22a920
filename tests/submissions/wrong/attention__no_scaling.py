# mistake: no 1/sqrt(d_k)
# base: perfect_en
# item: attention
# fails: values, scaled
# keeps: mask_convention, mask_before_softmax, blocked_is_invisible, input_untouched
# misconception: AT-01
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2)
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
