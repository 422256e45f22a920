# mistake: zeroes rows of the output instead of scores
# base: perfect_en
# item: attention
# fails: mask_before_softmax, blocked_is_invisible
# keeps: scaled
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    weights = softmax(Q @ K.T / np.sqrt(Q.shape[-1]), axis=-1)
    out = weights @ V
    if mask is not None:
        out = out * np.asarray(mask, dtype=float).mean(axis=-1, keepdims=True)
    return out, weights
