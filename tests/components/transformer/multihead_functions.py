"""Multi-head attention as a function on given weights, written rightly and wrongly, as notebook cells."""

# ruff: noqa: E501  (lines of notebooks, as people write them)

from __future__ import annotations

NUMPY = """
import numpy as np

def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    A = softmax(scores)
    return A @ V, A
"""
TORCH = """
import math
import torch
"""

PLAIN = """
def multihead(X, heads, W_O, mask=None):
    outs = [attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads]
    return np.concatenate(outs, axis=-1) @ W_O
"""

RIGHT: dict[str, str] = {
    "plain": NUMPY + PLAIN,
    "a sum over heads": NUMPY
    + """
def multi_head(X, heads, W_O, mask=None):
    result, row = 0, 0
    for W_Q, W_K, W_V in heads:
        width = W_V.shape[1]
        result = result + attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] @ W_O[row : row + width]
        row += width
    return result
""",
    "einsum, Spanish": NUMPY
    + """
def multicabeza(X, cabezas, W_O, mascara=None):
    Q, K, V = (np.einsum("nd,hdk->hnk", X, np.stack([c[i] for c in cabezas])) for i in range(3))
    p = np.einsum("hnk,hmk->hnm", Q, K) * Q.shape[-1] ** -0.5
    if mascara is not None:
        p = p + np.where(mascara, 0, -1e9)
    return np.hstack(list(softmax(p) @ V)) @ W_O
""",
    "no array functions for the mask, pair returned": NUMPY + PLAIN.replace("@ W_O", "@ W_O, outs"),
    "True = blocked": NUMPY.replace("np.where(mask, scores, -np.inf)", "np.where(mask, -np.inf, scores)") + PLAIN,
    "additive": NUMPY.replace("np.where(mask, scores, -np.inf)", "scores + mask") + PLAIN,
    "torch": TORCH
    + """
def multihead(X: torch.Tensor, heads, W_O, mask=None):
    outs = []
    for W_Q, W_K, W_V in heads:
        s = (X @ W_Q) @ (X @ W_K).T / math.sqrt(W_K.shape[1])
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        outs.append(s.softmax(-1) @ (X @ W_V))
    return torch.cat(outs, -1) @ W_O
""",
}

WRONG: dict[str, tuple[str, set[str]]] = {
    "no scale": (NUMPY.replace(" / np.sqrt(Q.shape[-1])", "") + PLAIN, {"values", "one_head"}),
    "scaled by d_model": (NUMPY.replace("/ np.sqrt(Q.shape[-1])", "/ np.sqrt(12)") + PLAIN, {"values", "one_head"}),
    "no output matrix (MH-06)": (
        NUMPY + PLAIN.replace("@ W_O", ""),
        {"values", "one_head", "equivariant", "mask_reaches_heads"},
    ),
    "heads averaged (MH-07)": (
        NUMPY + PLAIN.replace("np.concatenate(outs, axis=-1) @ W_O", "np.mean(outs, axis=0) @ W_O[:6]"),
        {"values"},
    ),
    "first head for all (MH-09)": (NUMPY + PLAIN.replace("in heads", "in [heads[0]] * len(heads)"), {"values"}),
    "heads in reverse order": (NUMPY + PLAIN.replace("in heads", "in heads[::-1]"), {"values"}),
    "features of heads interleaved": (
        NUMPY + PLAIN.replace("np.concatenate(outs, axis=-1)", "np.stack(outs, axis=-1).reshape(len(X), -1)"),
        {"values"},
    ),
    "merged without transpose (MH-01)": (
        NUMPY + PLAIN.replace("np.concatenate(outs, axis=-1)", "np.stack(outs).reshape(len(X), -1)"),
        {"values", "equivariant", "mask_reaches_heads"},
    ),
    "q and k exchanged": (NUMPY + PLAIN.replace("for W_Q, W_K, W_V", "for W_K, W_Q, W_V"), {"values", "one_head"}),
    "softmax over queries": (
        NUMPY.replace("softmax(scores)", "softmax(scores, 0)") + PLAIN,
        {"values", "one_head", "mask_reaches_heads"},
    ),
    "mask ignored": (NUMPY + PLAIN.replace("X @ W_V, mask", "X @ W_V"), {"mask_reaches_heads"}),
    "mask after the softmax": (
        NUMPY.replace("    if mask is not None:\n        scores = np.where(mask, scores, -np.inf)\n", "").replace(
            "A = softmax(scores)\n", "A = softmax(scores)\n    A = A if mask is None else A * mask\n"
        )
        + PLAIN,
        {"mask_reaches_heads"},
    ),
    "mask on the first head alone": (
        NUMPY
        + PLAIN.replace(
            "X @ W_V, mask)[0] for W_Q, W_K, W_V in heads",
            "X @ W_V, None if i else mask)[0] for i, (W_Q, W_K, W_V) in enumerate(heads)",
        ),
        {"mask_reaches_heads"},
    ),
    "no mask": (NUMPY + PLAIN.replace(", mask=None", "").replace(", mask)", ")"), {"mask_reaches_heads"}),
    "zeros": (
        NUMPY + "def multihead(X, heads, W_O, mask=None):\n    return np.zeros_like(X)\n",
        {"values", "one_head", "equivariant", "mask_reaches_heads"},
    ),
    "input": (
        NUMPY + "def multihead(X, heads, W_O, mask=None):\n    return X\n",
        {"values", "one_head", "equivariant", "mask_reaches_heads"},
    ),
    "linear": (
        NUMPY
        + "def multihead(X, heads, W_O, mask=None):\n    return np.concatenate([X.mean(0) + X @ h[2] @ np.ones((6, 6)) for h in heads], -1)[:, :18] @ W_O\n".replace(
            "X.mean(0) + ", ""
        ),
        {"values", "one_head", "equivariant", "mask_reaches_heads"},
    ),
}
