# mistake: takes a mask and doesn't use it
# base: perfect_en
# item: attention
# fails: mask_before_softmax, blocked_is_invisible
# keeps: scaled, input_untouched
# misconception: MK-04
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
