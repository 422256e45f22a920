# mistake: the other convention: True = blocked
# base: perfect_en
# item: attention
# fails: mask_convention
# keeps: values, scaled, weights, mask_before_softmax, blocked_is_invisible, input_untouched
# misconception: MK-06
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
