# mistake: fills with -5: blocked keys keep a visible weight
# base: perfect_en
# item: attention
# fails: mask_before_softmax
# keeps: scaled
# misconception: MK-16
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -5.0)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
