# style: NumPy, einsum, any number of dimensions in front
# items: softmax, attention, multihead, positional_encoding, block
# %%
import numpy as np


def softmax(z, axis=-1):
    e = np.exp(z - np.amax(z, axis, keepdims=True))
    return e / np.sum(e, axis, keepdims=True)
# %%
def attention(q, k, v, m=None):
    s = np.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5
    if m is not None:
        s = np.where(np.asarray(m, dtype=bool), s, -np.inf)
    a = softmax(s)
    return np.einsum("...ij,...jd->...id", a, v), a
# %%
def multihead(x, heads, w_o, m=None):
    wq, wk, wv = (np.stack(ws) for ws in zip(*heads))  # (h, d, d_k)
    q, k, v = (np.einsum("nd,hdk->hnk", x, w) for w in (wq, wk, wv))
    z, _ = attention(q, k, v, m)  # (h, n, d_v)
    return np.einsum("hnk,hkd->nd", z, w_o.reshape(len(heads), -1, w_o.shape[-1]))
# %%
def positional_encoding(n, d):
    angle = np.outer(np.arange(n), np.exp(-np.log(10000) * np.arange(0, d, 2) / d))
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, -1)[:, :d]
# %%
def layer_norm(x, eps=1e-12):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt(np.einsum("...d,...d->...", x, x)[..., None] / x.shape[-1] + eps)


def transformer_block(x, heads, w_o, w1, b1, w2, b2, m=None):
    x = layer_norm(x + multihead(x, heads, w_o, m))
    f = np.einsum("nd,df->nf", x, w1) + b1
    return layer_norm(x + np.einsum("nf,fd->nd", f * (f > 0), w2) + b2)
