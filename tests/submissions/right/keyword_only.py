# style: NumPy, optional parameters by keyword only
# items: softmax, attention, multihead, positional_encoding, kv_cache
# %%
import numpy as np


def softmax(z, *, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def attention(Q, K, V, *, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    A = softmax(S)
    return A @ V, A


def multihead(X, heads, W_O, *, mask=None):
    return np.concatenate([attention(X @ q, X @ k, X @ v, mask=mask)[0] for q, k, v in heads], axis=-1) @ W_O


def positional_encoding(n_positions, d_model, *, base=10_000):
    pe = np.zeros((n_positions, d_model))
    angle = np.arange(n_positions)[:, None] / base ** (np.arange(0, d_model, 2) / d_model)
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe


def kv_cache_bytes(n_tokens, n_layers, d_model, *, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_layers * width * bytes_per_value
