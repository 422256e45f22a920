# style: NumPy, English, two-dimensional code with .T, as in the first lecture
# items: softmax, attention, masks, multihead, positional_encoding, block, kv_cache
# %%
import numpy as np
# %%
def softmax(z, axis=-1):
    z = z - z.max(axis=axis, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=axis, keepdims=True)
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    A = softmax(scores)
    return A @ V, A
# %%
def causal_mask(n):
    return np.tril(np.ones((n, n)))


def padding_mask(lengths, n_max):
    return np.array([[j < length for j in range(n_max)] for length in lengths])
# %%
def multihead(X, heads, W_O, mask=None):
    Zs = [attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads]
    return np.hstack(Zs) @ W_O
# %%
def positional_encoding(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    for i in range(d_model // 2):
        w = 1 / 10000 ** (2 * i / d_model)
        pe[:, 2 * i] = np.sin(np.arange(n_positions) * w)
        pe[:, 2 * i + 1] = np.cos(np.arange(n_positions) * w)
    if d_model % 2:
        pe[:, -1] = np.sin(np.arange(n_positions) / 10000 ** ((d_model - 1) / d_model))
    return pe
# %%
def layer_norm(x, eps=1e-5):
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + eps)


def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    x = layer_norm(x + multihead(x, heads, W_O, mask))
    h = np.maximum(x @ W1 + b1, 0)
    return layer_norm(x + h @ W2 + b2)
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    total = 2 * n_layers * d_model * n_tokens * bytes_per_value
    if n_heads is not None and n_kv_heads is not None:
        total = total * n_kv_heads // n_heads
    return total
