# mistake: (1 - mask) * -inf is NaN where the mask is 1
# base: perfect_en
# item: attention
# fails: mask_before_softmax
# keeps: scaled, input_untouched
# misconception: MK-14
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + (1 - np.asarray(mask, dtype=float)) * -np.inf
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
