"""The ways to take a module's matrices as the projections of grouped-query attention.

Which query head reads which KV head is a relabelling of free parameters too: where head i reads KV head i mod h_kv, the
columns of W_Q and the rows of W_O, put in order of the KV heads, give the course's formula.  Such readings are `tiled`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

import numpy as np

from grader.layouts.pieces import Matrix, Parameter, pieces_of
from grader.layouts.search import Reading
from grader.layouts.weights import AttentionWeights, Floats
from grader.model import Text

__all__ = ["TILED", "grouped_readings"]

TILED = Text("query heads dealt out to the KV heads one by one")
_BLOCKS = Text("query heads in groups")

# One projection: its (d, w) matrix and (w,) bias.
_Part = tuple[Floats, Floats]


def grouped_readings(
    parameters: Sequence[Parameter], d_model: int, n_heads: int, n_kv_heads: int
) -> Iterator[Reading[AttentionWeights]]:
    """The commonest first; W_K, W_V and their biases are n_kv_heads * d_head wide.  Groups first, then `TILED`."""
    found = [
        parts
        for pieces in pieces_of(parameters, d_model, n_heads)
        for parts in _parts(pieces.matrices, d_model, n_heads, n_kv_heads)
    ]
    for (W_Q, b_Q), (W_K, b_K), (W_V, b_V), (W_O, b_O) in found:
        yield Reading(AttentionWeights(W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O), _BLOCKS)
    if n_kv_heads in (1, n_heads):
        return  # both orders are the same
    order = np.arange(d_model).reshape(-1, n_kv_heads, d_model // n_heads).swapaxes(0, 1).reshape(-1)
    for (W_Q, b_Q), (W_K, b_K), (W_V, b_V), (W_O, b_O) in found:
        yield Reading(AttentionWeights(W_Q[:, order], W_K, W_V, W_O[order], b_Q[order], b_K, b_V, b_O), TILED)


def _parts(matrices: Sequence[Matrix], d: int, h: int, kv: int) -> Iterator[tuple[_Part, _Part, _Part, _Part]]:
    """(q, k, v, output) in every way that the shapes allow."""
    w = kv * (d // h)
    outputs = [m for m in matrices if m.maps(d, d, split_output=False) and m.bias_of(d) is not None]
    for out in reversed(outputs):  # nearly always declared last
        rest = [m for m in matrices if m is not out]
        for W_O in out.maps(d, d, split_output=False):
            for q, k, v in (*_separate(rest, d, w, kv), *_fused(rest, d, w, h, kv), *_per_head(rest, d, h, kv)):
                yield q, k, v, (W_O, _bias(out, d))


def _separate(matrices: Sequence[Matrix], d: int, w: int, kv: int) -> Iterator[tuple[_Part, _Part, _Part]]:
    """Three matrices; or one for the queries and a fused one for keys and values."""
    for q in matrices:
        for q_part in _as_parts(q, d, d):
            rest = [m for m in matrices if m is not q]
            for k, v in permutations(rest, 2):
                yield from ((q_part, a, b) for a, b in product(_as_parts(k, d, w), _as_parts(v, d, w)))
            for both in rest:
                for W, b in _as_parts(both, d, 2 * w):
                    for layout in ((2, w), (kv, 2, w // kv)):  # [k | v], or the two of each KV head together
                        columns = np.moveaxis(np.arange(2 * w).reshape(layout), -2, 0).reshape(2, w)
                        first, second = ((W[:, c], b[c]) for c in columns)
                        yield q_part, first, second
                        yield q_part, second, first


def _fused(matrices: Sequence[Matrix], d: int, w: int, h: int, kv: int) -> Iterator[tuple[_Part, _Part, _Part]]:
    """One matrix for all: the parts side by side in any order, or by group (its queries, its key, its value)."""
    group = h // kv
    k = d // h
    for matrix in matrices:
        for W, b in _as_parts(matrix, d, d + 2 * w):
            widths = {"q": d, "k": w, "v": w}
            for names in permutations("qkv"):
                ends = np.cumsum([widths[name] for name in names])
                cut = dict(zip(names, np.split(np.arange(d + 2 * w), ends[:-1]), strict=True))
                yield (W[:, cut["q"]], b[cut["q"]]), (W[:, cut["k"]], b[cut["k"]]), (W[:, cut["v"]], b[cut["v"]])
            by_group = np.arange(d + 2 * w).reshape(kv, group + 2, k)
            columns = [
                by_group[:, :group].reshape(-1),
                by_group[:, group].reshape(-1),
                by_group[:, group + 1].reshape(-1),
            ]
            q, key, value = ((W[:, c], b[c]) for c in columns)
            yield q, key, value


def _per_head(matrices: Sequence[Matrix], d: int, h: int, kv: int) -> Iterator[tuple[_Part, _Part, _Part]]:
    """A list of small matrices: those of the query heads, then the keys', then the values'."""
    k = d // h
    small = [part for m in matrices for part in _as_parts(m, d, k)[:1]]
    if len(small) == h + 2 * kv and h > 1:
        parts = (small[:h], small[h : h + kv], small[h + kv :])
        q, key, value = (
            (np.concatenate([W for W, _ in part], axis=1), np.concatenate([b for _, b in part])) for part in parts
        )
        yield q, key, value


def _as_parts(matrix: Matrix, n_in: int, n_out: int) -> list[_Part]:
    bias = matrix.bias_of(n_out)
    return [] if bias is None else [(W, bias) for W in matrix.maps(n_in, n_out)]


def _bias(matrix: Matrix, n_out: int) -> Floats:
    bias = matrix.bias_of(n_out)
    assert bias is not None
    return bias
