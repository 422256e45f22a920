# style: NumPy, type annotations, long docstrings, assertions on shapes
# items: softmax, attention, masks, multihead, positional_encoding, kv_cache
# %%
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
# %%
def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    """Numerically stable softmax.

    Parameters
    ----------
    z : scores
    axis : the axis whose entries shall sum to one

    >>> softmax(np.array([0.0, 0.0]))
    array([0.5, 0.5])
    """
    exponentials = np.exp(z - np.max(z, axis=axis, keepdims=True))
    return exponentials / np.sum(exponentials, axis=axis, keepdims=True)
# %%
def attention(Q: Matrix, K: Matrix, V: Matrix, mask: NDArray[np.bool_] | None = None) -> tuple[Matrix, Matrix]:
    """Scaled dot-product attention (Vaswani et al. 2017, equation 1)."""
    assert Q.shape[-1] == K.shape[-1], "queries and keys need the same width"
    assert K.shape[-2] == V.shape[-2], "one value for each key"
    scores: Matrix = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights: Matrix = softmax(scores, axis=-1)
    return weights @ V, weights
# %%
def causal_mask(n: int) -> NDArray[np.bool_]:
    return np.tril(np.ones((n, n), dtype=np.bool_))


def padding_mask(lengths: list[int] | NDArray[np.int64], n_max: int) -> NDArray[np.bool_]:
    return np.arange(n_max)[np.newaxis, :] < np.asarray(lengths)[:, np.newaxis]
# %%
def multihead(
    X: Matrix,
    heads: list[tuple[Matrix, Matrix, Matrix]],
    W_O: Matrix,
    mask: NDArray[np.bool_] | None = None,
) -> Matrix:
    return np.concatenate([attention(X @ q, X @ k, X @ v, mask)[0] for q, k, v in heads], axis=-1) @ W_O
# %%
def positional_encoding(n_positions: int, d_model: int) -> Matrix:
    if d_model % 2 != 0:
        raise ValueError("d_model must be even")
    pe: Matrix = np.zeros((n_positions, d_model))
    frequencies: Matrix = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    pe[:, 0::2] = np.sin(np.outer(np.arange(n_positions), frequencies))
    pe[:, 1::2] = np.cos(np.outer(np.arange(n_positions), frequencies))
    return pe
# %%
def kv_cache_bytes(
    n_tokens: int,
    n_layers: int,
    d_model: int,
    bytes_per_value: int = 2,
    n_heads: int | None = None,
    n_kv_heads: int | None = None,
) -> int:
    d_head, kv_heads = (d_model, 1) if n_heads is None or n_kv_heads is None else (d_model // n_heads, n_kv_heads)
    return 2 * n_tokens * n_layers * kv_heads * d_head * bytes_per_value
