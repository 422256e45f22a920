# mistake: zeros of the right shape
# base: perfect_en
# item: attention
# fails: values, weights
# drags: multihead, block
# %%
def attention(Q, K, V, mask=None):
    return np.zeros((len(Q), V.shape[1])), np.zeros((len(Q), len(K)))
