# style: the mask multiplies the exponentials before the sum: the same as -inf before the softmax
# items: attention
# %%
import numpy as np


def attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[-1])
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    if mask is not None:
        E = E * mask
    A = E / E.sum(axis=-1, keepdims=True)
    return A @ V, A
