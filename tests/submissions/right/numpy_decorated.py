# style: NumPy, decorated functions, with and without functools.wraps
# items: softmax, attention, kv_cache
# %%
import functools
import time

import numpy as np


def timed(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        start = time.perf_counter()
        result = f(*args, **kwargs)
        inner.seconds = time.perf_counter() - start
        return result

    return inner


def counted(f):
    calls = []

    def inner(*args, **kwargs):
        calls.append(1)
        return f(*args, **kwargs)

    return inner
# %%
@timed
def softmax(z, axis=-1):
    z = z - z.max(axis=axis, keepdims=True)
    return np.exp(z) / np.exp(z).sum(axis=axis, keepdims=True)
# %%
@counted
def attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    A = softmax(S)
    return A @ V, A
# %%
@functools.lru_cache(maxsize=None)
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else n_kv_heads * (d_model // n_heads)
    return 2 * n_tokens * n_layers * width * bytes_per_value
