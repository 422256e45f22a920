# style: NumPy, every function gives back more than was asked for
# items: attention, multihead, positional_encoding, block
# %%
import numpy as np


def attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    e = np.exp(S - S.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A, S


def multihead(X, heads, W_O, mask=None):
    results = [attention(X @ q, X @ k, X @ v, mask) for q, k, v in heads]
    return np.concatenate([r[0] for r in results], axis=-1) @ W_O, [r[1] for r in results]


def positional_encoding(n_positions, d_model):
    omega = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angle = np.outer(np.arange(n_positions), omega)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe, omega, angle


def layer_norm(x, eps=1e-5):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps)


def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    z, weights = multihead(x, heads, W_O, mask)
    x = layer_norm(x + z)
    return layer_norm(x + np.maximum(x @ W1 + b1, 0) @ W2 + b2), weights
