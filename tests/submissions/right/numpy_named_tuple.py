# style: NumPy, attention gives a named tuple
# items: attention
# %%
from collections import namedtuple

import numpy as np

Result = namedtuple("Result", "output weights")


def attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    e = np.exp(S - S.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return Result(output=A @ V, weights=A)
