# style: both forms of the components side by side; the torch form is unfinished, the NumPy form counts
# items: multihead, positional_encoding
# %%
import numpy as np
import torch
from torch import nn


def attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    e = np.exp(S - S.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A


def multihead(X, heads, W_O, mask=None):
    return np.concatenate([attention(X @ q, X @ k, X @ v, mask)[0] for q, k, v in heads], -1) @ W_O


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()

    def forward(self, x, mask=None):
        raise NotImplementedError("to do")
# %%
def positional_encoding(n_positions, d_model):
    """NumPy inside, a tensor outside."""
    pe = np.zeros((n_positions, d_model))
    angle = np.arange(n_positions)[:, None] / np.power(10000, np.arange(0, d_model, 2) / d_model)
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return torch.from_numpy(pe)
