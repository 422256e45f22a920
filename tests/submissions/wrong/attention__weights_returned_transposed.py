# mistake: the output is right, but the weights are returned with rows for keys
# base: perfect_en
# item: attention
# fails: weights
# keeps: values, scaled, mask_convention, blocked_is_invisible, input_untouched
# misconception: AT-13
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights.T
