# style: NumPy, attention gives a dictionary with output and weights
# items: attention
# %%
import numpy as np


def attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    e = np.exp(S - S.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return {"output": A @ V, "weights": A}
