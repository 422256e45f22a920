# mistake: Q /= sqrt(d_k) changes the caller's queries
# base: perfect_en
# item: attention
# fails: input_untouched
# keeps: values, mask_convention, mask_before_softmax
# misconception: AT-21
# %%
def attention(Q, K, V, mask=None):
    Q /= np.sqrt(Q.shape[-1])
    scores = Q @ K.T
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
