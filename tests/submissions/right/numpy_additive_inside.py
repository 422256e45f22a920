# style: NumPy, 0/1 masks turned into an additive one inside the function
# items: attention
# %%
import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + (1.0 - np.asarray(mask, dtype=float)) * -1e9
    e = np.exp(scores - scores.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A
