# style: NumPy, index assignment on a copy: scores[mask == 0] = -inf
# items: attention, masks
# %%
import numpy as np


def attention(Q, K, V, mask=None):
    S = (Q @ K.T) / np.sqrt(K.shape[1])
    if mask is not None:
        S[mask == 0] = -np.inf
    S -= S.max(axis=1, keepdims=True)
    np.exp(S, out=S)
    S /= S.sum(axis=1, keepdims=True)
    return S @ V, S
# %%
def causal_mask(n):
    m = np.ones((n, n), dtype=int)
    m[np.triu_indices(n, k=1)] = 0
    return m


def padding_mask(lengths, n_max):
    m = np.zeros((len(lengths), n_max), dtype=int)
    for row, length in zip(m, lengths):
        row[:length] = 1
    return m
