# mistake: the loop overwrites every row with the last query's
# base: perfect_en
# item: attention
# fails: values
# misconception: AT-17
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    weights = np.zeros((len(Q), len(K)))
    for i in range(len(Q)):
        scores = K @ Q[i] / np.sqrt(Q.shape[-1])
        if mask is not None:
            scores = np.where(np.asarray(mask)[i] == 0, -np.inf, scores)
        weights[:] = softmax(scores)
    return weights @ V, weights
