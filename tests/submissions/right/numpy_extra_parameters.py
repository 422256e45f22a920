# style: NumPy, other parameter names and extra optional parameters at the end
# items: softmax, attention, masks, multihead, positional_encoding, block, kv_cache
# %%
import numpy as np


def softmax(x, dim=-1, temperature=1.0, dtype=None):
    x = np.asarray(x, dtype=dtype) / temperature
    e = np.exp(x - x.max(axis=dim, keepdims=True))
    return e / e.sum(axis=dim, keepdims=True)
# %%
def attention(query, key, value, attn_mask=None, scale=None, dropout=0.0, verbose=False):
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    logits = query @ key.swapaxes(-1, -2) * scale
    if attn_mask is not None:
        logits = np.where(attn_mask, logits, -np.inf)
    probs = softmax(logits)
    return probs @ value, probs
# %%
def causal_mask(size, dtype=bool):
    return np.tri(size, dtype=dtype)


def padding_mask(seq_lens, max_len, dtype=bool):
    return (np.arange(max_len) < np.asarray(seq_lens)[:, None]).astype(dtype)
# %%
def multihead(x, params, w_out, attn_mask=None, return_weights=False):
    pairs = [attention(x @ wq, x @ wk, x @ wv, attn_mask) for wq, wk, wv in params]
    out = np.concatenate([z for z, _ in pairs], -1) @ w_out
    return (out, [a for _, a in pairs]) if return_weights else out
# %%
def positional_encoding(seq_len, dim, base=10000.0):
    pe = np.zeros((seq_len, dim))
    angle = np.arange(seq_len)[:, None] * base ** (-np.arange(0, dim, 2) / dim)
    pe[:, 0::2] = np.sin(angle)
    pe[:, 1::2] = np.cos(angle)[:, : dim // 2]
    return pe
# %%
def layer_norm(x, eps=1e-5, gamma=1.0, beta=0.0):
    return gamma * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) + beta


def transformer_block(x, params, w_out, w1, bias1, w2, bias2, attn_mask=None, eps=1e-5):
    x = layer_norm(x + multihead(x, params, w_out, attn_mask), eps)
    return layer_norm(x + np.maximum(x @ w1 + bias1, 0) @ w2 + bias2, eps)
# %%
def kv_cache_bytes(seq_len, depth, dim, itemsize=2, heads=None, kv_heads=None, batch=1):
    return batch * 2 * seq_len * depth * itemsize * (dim if heads is None else dim // heads * kv_heads)
