# style: NumPy, lambdas
# items: softmax, attention, masks, positional_encoding, kv_cache
# %%
import numpy as np

exp_shifted = lambda z, axis: np.exp(z - np.max(z, axis=axis, keepdims=True))
softmax = lambda z, axis=-1: (lambda e: e / e.sum(axis=axis, keepdims=True))(exp_shifted(z, axis))
masked = lambda s, m: s if m is None else np.where(m, s, -np.inf)
weights = lambda Q, K, m: softmax(masked(Q @ K.T / Q.shape[-1] ** 0.5, m))
attention = lambda Q, K, V, mask=None: (weights(Q, K, mask) @ V, weights(Q, K, mask))
# %%
causal_mask = lambda n: np.arange(n)[:, None] >= np.arange(n)
padding_mask = lambda lengths, n_max: np.less.outer(np.arange(n_max), np.asarray(lengths)).T
# %%
positional_encoding = lambda n, d: np.array(
    [[(np.sin, np.cos)[j % 2](p / 10000 ** (2 * (j // 2) / d)) for j in range(d)] for p in range(n)]
)
kv_cache_bytes = lambda n, layers, d, size=2, h=None, kv=None: 2 * n * layers * d * size * (kv or 1) // (h or 1)
