# style: NumPy, everything cast to float32 inside
# items: softmax, attention, positional_encoding, block
# %%
import numpy as np

f32 = np.float32


def softmax(z, axis=-1):
    z = np.asarray(z, dtype=f32)
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
# %%
def attention(Q, K, V, mask=None):
    Q, K, V = Q.astype(f32), K.astype(f32), V.astype(f32)
    S = Q @ K.T / f32(np.sqrt(Q.shape[-1]))
    if mask is not None:
        S = np.where(mask, S, f32(-np.inf))
    A = softmax(S)
    return A @ V, A
# %%
def positional_encoding(n_positions, d_model):
    pos = np.arange(n_positions, dtype=f32)[:, None]
    omega = np.power(f32(10000), -np.arange(0, d_model, 2, dtype=f32) / f32(d_model))
    pe = np.zeros((n_positions, d_model), dtype=f32)
    pe[:, 0::2] = np.sin(pos * omega)
    pe[:, 1::2] = np.cos(pos * omega[: d_model // 2])
    return pe
# %%
def layer_norm(x, eps=1e-5):
    x = x.astype(f32)
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + f32(eps))


def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    Z = [attention(x @ q, x @ k, x @ v, mask)[0] for q, k, v in heads]
    x = layer_norm(x + np.concatenate(Z, -1) @ W_O)
    return layer_norm(x + np.maximum(x @ W1 + b1, 0) @ W2 + b2)
