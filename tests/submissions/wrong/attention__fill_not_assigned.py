# mistake: np.where's result isn't assigned
# base: perfect_en
# item: attention
# fails: mask_before_softmax, blocked_is_invisible
# keeps: scaled
# misconception: MK-15
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        np.where(mask, scores, -np.inf)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
