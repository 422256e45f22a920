# mistake: returns the output without the weights
# base: perfect_en
# item: attention
# fails: weights
# keeps: values, scaled, mask_convention, blocked_is_invisible, input_untouched
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    return softmax(scores, axis=-1) @ V
