# mistake: divides by 8, the root of the course's d_model
# base: perfect_en
# item: attention
# fails: values, scaled
# misconception: AT-04
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ np.swapaxes(K, -1, -2) / 8.0
    if mask is not None:
        scores = np.where(np.asarray(mask) == 0, -np.inf, scores)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
