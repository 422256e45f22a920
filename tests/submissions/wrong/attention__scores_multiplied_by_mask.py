# mistake: blocked scores become 0 before the softmax, which is weight e^0
# base: perfect_en
# item: attention
# fails: mask_before_softmax, blocked_is_invisible
# keeps: scaled
# misconception: MK-02
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores * mask
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
