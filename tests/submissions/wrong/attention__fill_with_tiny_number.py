# mistake: fills with -1e-9 instead of -1e9
# base: perfect_en
# item: attention
# fails: mask_before_softmax, blocked_is_invisible
# keeps: scaled
# misconception: MK-03
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -1e-9)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
