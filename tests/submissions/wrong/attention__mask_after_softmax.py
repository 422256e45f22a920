# mistake: multiplies the weights by the mask, after the softmax: rows add up to less than 1
# base: perfect_en
# item: attention
# fails: mask_before_softmax
# keeps: scaled, input_untouched
# misconception: MK-01
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    weights = softmax(Q @ K.T / np.sqrt(Q.shape[-1]), axis=-1)
    if mask is not None:
        weights = weights * mask
    return weights @ V, weights
