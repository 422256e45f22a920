# style: other orders of the parameters, under names that say what they are
# items: attention, kv_cache, positional_encoding
# %%
import numpy as np


def attention(K, V, Q, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    e = np.exp(S - S.max(-1, keepdims=True))
    A = e / e.sum(-1, keepdims=True)
    return A @ V, A


def kv_cache_bytes(d_model, n_layers, n_tokens, bytes_per_value=2, n_kv_heads=None, n_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * width * n_layers * n_tokens * bytes_per_value


def positional_encoding(d_model, n_positions):
    pe = np.zeros((n_positions, d_model))
    angle = np.outer(np.arange(n_positions), 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
