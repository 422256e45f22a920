# style: NumPy, blocked scores become -1e9 before the scaling
# items: attention, multihead
# %%
import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.T
    if mask is not None:
        scores = np.where(mask > 0, scores, -1e9)
    scores = scores / np.sqrt(K.shape[-1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    A = np.exp(scores)
    A = A / A.sum(axis=-1, keepdims=True)
    return A @ V, A


def multihead(X, heads, W_O, mask=None):
    return np.concatenate([attention(X @ q, X @ k, X @ v, mask)[0] for q, k, v in heads], axis=-1) @ W_O
