# style: NumPy, attention with a mask that must be given (an all-ones mask stands for none)
# items: attention
# %%
import numpy as np


def attention(Q, K, V, mask):
    S = np.where(mask, Q @ K.T / np.sqrt(K.shape[-1]), -np.inf)
    e = np.exp(S - S.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A
