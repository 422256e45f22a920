# style: NumPy, a script pasted into a notebook: one cell, main guard, argparse-like globals
# items: softmax, attention, masks, kv_cache
# %%
#!/usr/bin/env python
import numpy as np

VERBOSE = False


def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def attention(Q, K, V, mask=None):
    S = Q @ K.T / np.sqrt(K.shape[1])
    if VERBOSE:
        print("scores", S)
    if mask is not None:
        S = np.where(mask, S, -np.inf)
    A = softmax(S)
    return A @ V, A


def causal_mask(n):
    return 1 - np.triu(np.ones((n, n)), 1)


def padding_mask(lengths, n_max):
    return np.cumsum(np.ones((len(lengths), n_max)), axis=1) <= np.reshape(lengths, (-1, 1))


def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    per_token = 2 * n_layers * d_model * bytes_per_value
    if n_heads:
        per_token = per_token // n_heads * n_kv_heads
    return n_tokens * per_token


def main():
    rng = np.random.default_rng(0)
    out, A = attention(rng.normal(size=(3, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 2)))
    print(out, A.sum(axis=1))


if __name__ == "__main__":
    main()
