"""The ways to take a module's matrices as the q, k, v and output projections of multi-head attention.

Where a head's features lie is the module's own affair.  Head i attends with A_i, the softmax of
x W_Q[:, ρ(i, ·)] (x W_K[:, σ(i, ·)])ᵀ / √k, and feature j of A_i x W_V[:, τ(i, ·)] meets row μ(i, j) of W_O.  For any
bijections ρ, σ, τ, μ that is the course's formula, with the columns of W_Q, W_K, W_V and the rows of W_O in other
orders: a relabelling of free parameters, be the four alike or not.  Sought are head-major (i*k + j) and interleaved
(j*h + i), each for queries and keys alike, for values and for the output: :class:`Cut`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from grader.layouts.pieces import Matrix, Parameter, Vector, pieces_of
from grader.layouts.search import Reading
from grader.layouts.weights import AttentionWeights, Floats
from grader.model import Text

__all__ = ["CUTS", "Cut", "attention_readings", "attention_readings_of", "scaled"]

_Index: TypeAlias = npt.NDArray[np.intp]
_INTERLEAVED = Text("The features of your heads are interleaved; done on both sides, as you do, that is right too.")
_MIXED = Text(
    "The features of your heads are interleaved in one place and head by head in another. With weights of its own a "
    "module can have them in any order, so that is right too; but weights from elsewhere wouldn't fit."
)


@dataclass(frozen=True)
class Cut:
    """Which features are interleaved: those of queries and keys, those of values, those that meet W_O."""

    scores: bool = False
    values: bool = False
    output: bool = False

    @property
    def note(self) -> Text | None:
        interleaved = (self.scores, self.values, self.output)
        return None if not any(interleaved) else _INTERLEAVED if all(interleaved) else _MIXED


# Those that people have, and those that are right all the same: to be tried when all else has failed.
CUTS: tuple[tuple[Cut, ...], ...] = (
    (Cut(), Cut(True, True, True)),
    tuple(Cut(*flags) for flags in product((False, True), repeat=3) if len(set(flags)) == 2),
)


@dataclass(frozen=True, eq=False)
class _Projections:
    """q, k, v as (d, w) matrices with (w,) biases.

    `told` where the layout itself says which features are whose, so that no other cut makes sense.
    """

    q: tuple[Floats, Floats]
    k: tuple[Floats, Floats]
    v: tuple[Floats, Floats]
    layout: Text
    told: bool = False


def attention_readings(
    parameters: Sequence[Parameter], d_model: int, n_heads: int
) -> Iterator[Reading[AttentionWeights]]:
    """For a module that is multi-head attention and nothing else."""
    for cuts in CUTS:
        for pieces in pieces_of(parameters, d_model, n_heads):
            yield from attention_readings_of(pieces.matrices, d_model, n_heads, cuts)


def attention_readings_of(
    matrices: Sequence[Matrix], d: int, h: int, cuts: Sequence[Cut]
) -> Iterator[Reading[AttentionWeights]]:
    """The commonest first: declared as q, k, v, output; fused; per head; then other orders, then the other cuts."""
    for cut in cuts:
        if h == 1 and cut != Cut():
            continue
        for way in (_separate, _fused, _per_head, _pair_fused):
            for projections, rest in way(matrices, d, h):
                if cut == Cut() or not projections.told:
                    yield from _with_output(projections, cut, rest, d, h)


def _with_output(
    p: _Projections, cut: Cut, rest: Sequence[Matrix], d: int, h: int
) -> Iterator[Reading[AttentionWeights]]:
    width = p.q[0].shape[1]
    order = _head_major(width, h)
    (W_Q, b_Q), (W_K, b_K) = (_ordered(part, order) if cut.scores else part for part in (p.q, p.k))
    W_V, b_V = _ordered(p.v, order) if cut.values else p.v
    for W_O, b_O in _outputs(rest, width, d, h):
        rows = W_O[order] if cut.output else W_O
        yield Reading(AttentionWeights(W_Q, W_K, W_V, rows, b_Q, b_K, b_V, b_O), p.layout, cut.note)


def _ordered(projection: tuple[Floats, Floats], order: _Index) -> tuple[Floats, Floats]:
    return projection[0][:, order], projection[1][order]


def _outputs(rest: Sequence[Matrix], width: int, d: int, h: int) -> Iterator[tuple[Floats, Floats]]:
    """One (w, d) matrix; or one (k, d) matrix a head, whose results (and biases) are added."""
    for matrix in reversed(rest):  # nearly always declared last
        bias = matrix.bias_of(d)
        if bias is not None:
            for W_O in matrix.maps(width, d, split_output=False):
                yield W_O, bias
    small = [m for m in rest if m.maps(width // h, d) and m.bias_of(d) is not None]
    if len(small) == h and h > 1:
        added: Floats = np.sum([_bias(m, d) for m in small], axis=0)
        yield np.concatenate([m.maps(width // h, d)[0] for m in small]), added


_Ways: TypeAlias = Iterator[tuple[_Projections, list[Matrix]]]


def _separate(matrices: Sequence[Matrix], d: int, h: int) -> _Ways:
    """Three (d, w) matrices, in any order of declaration."""
    layout = Text("separate projections")
    for w in _widths(matrices, d, h):
        fitting = [m for m in matrices if m.maps(d, w) and m.bias_of(w) is not None]
        for q, k, v in permutations(fitting, 3):
            rest = [m for m in matrices if m is not q and m is not k and m is not v]
            raw = any(len(m.maps(d, w)) > 1 for m in (q, k, v))
            for turn in (0, -1) if raw else (0,):
                parts = [(m.maps(d, w)[turn], _bias(m, w)) for m in (q, k, v)]
                yield _Projections(parts[0], parts[1], parts[2], layout, told=q.heads), rest


def _fused(matrices: Sequence[Matrix], d: int, h: int) -> _Ways:
    """One (d, 3w) matrix for q, k and v: which columns are whose?"""
    for fused in matrices:
        rest = [m for m in matrices if m is not fused]
        for w in _widths(matrices, d, h):
            if fused.bias_of(3 * w) is None:
                continue
            for W in fused.maps(d, 3 * w):
                for name, columns in _column_layouts(3, w, h):
                    for q, k, v in permutations(range(3)):
                        parts = [(W[:, columns[i]], _bias(fused, 3 * w)[columns[i]]) for i in (q, k, v)]
                        layout = Text("one fused projection, laid out {layout}", {"layout": name})
                        yield _Projections(parts[0], parts[1], parts[2], layout, told=name != _BLOCKS[3]), rest


def _pair_fused(matrices: Sequence[Matrix], d: int, h: int) -> _Ways:
    """One (d, 2w) matrix for two of q, k, v (mostly k and v) and a (d, w) one for the third."""
    for w in _widths(matrices, d, h):
        pairs = [m for m in matrices if m.maps(d, 2 * w) and m.bias_of(2 * w) is not None]
        singles = [m for m in matrices if m.maps(d, w) and m.bias_of(w) is not None]
        for pair in pairs:
            for single in (m for m in singles if m is not pair):
                rest = [m for m in matrices if m is not pair and m is not single]
                for W, S in ((W, S) for W in pair.maps(d, 2 * w) for S in single.maps(d, w)):
                    for name, columns in _column_layouts(2, w, h):
                        first, second = ((W[:, c], _bias(pair, 2 * w)[c]) for c in columns)
                        layout = Text("two of the projections fused, laid out {layout}", {"layout": name})
                        for place, swap in ((p, s) for p in (0, 1, 2) for s in (False, True)):
                            both = [second, first] if swap else [first, second]
                            both.insert(place, (S, _bias(single, w)))
                            yield _Projections(both[0], both[1], both[2], layout, told=name != _BLOCKS[2]), rest


def _per_head(matrices: Sequence[Matrix], d: int, h: int) -> _Ways:
    """3h small (d, k) matrices, by head or by kind, or h of (d, 3k)."""
    if h == 1:
        return
    for w in _widths(matrices, d, h):
        k = w // h
        small = [m for m in matrices if m.maps(d, k) and m.bias_of(k) is not None]
        natural = [m for m in small if m.out_in or m.data.shape == (d, k)]
        kept = natural if len(natural) == 3 * h else small[: 3 * h]
        rest = [m for m in matrices if not any(m is c for c in kept)]
        for by_head in (False, True) if len(kept) == 3 * h else ():
            kinds = [[kept[i * 3 + j if by_head else j * h + i] for i in range(h)] for j in range(3)]
            joined = [
                (np.concatenate([m.maps(d, k)[0] for m in kind], axis=1), np.concatenate([_bias(m, k) for m in kind]))
                for kind in kinds
            ]
            for q, k_, v in permutations(joined):
                yield _Projections(q, k_, v, Text("one projection per head"), told=True), rest
        fused = [m for m in matrices if m.maps(d, 3 * k) and m.bias_of(3 * k) is not None]
        if len(fused) == h:
            W = np.concatenate([m.maps(d, 3 * k)[0] for m in fused], axis=1)
            bias = Vector(np.concatenate([_bias(m, 3 * k) for m in fused]), fused[0].index)
            rest = [m for m in matrices if not any(m is f for f in fused)]
            for projections, others in _fused([Matrix(W, fused[0].index, bias), *rest], d, h):
                yield replace(projections, layout=Text("one fused projection per head"), told=True), others


# The parts side by side, and heads in each of them.
_BLOCKS = {parts: f"[{parts}][h][k]" for parts in (2, 3)}


def _column_layouts(parts: int, w: int, h: int) -> Iterator[tuple[str, list[_Index]]]:
    """Which of the parts * w columns belong to each part, with heads in order."""
    k, columns = w // h, np.arange(parts * w)
    yield _BLOCKS[parts], list(columns.reshape(parts, w))
    yield f"[h][{parts}][k]", list(columns.reshape(h, parts, k).transpose(1, 0, 2).reshape(parts, w))
    yield f"[h][k][{parts}]", list(columns.reshape(h, k, parts).transpose(2, 0, 1).reshape(parts, w))


def _head_major(w: int, h: int) -> _Index:
    """Where head-major feature i*k + j lies when features are stored as (k, h)."""
    return np.arange(w).reshape(w // h, h).T.reshape(-1)


def _widths(matrices: Sequence[Matrix], d: int, h: int) -> list[int]:
    """How wide all heads may be together: d_model, or h times it where each head is d_model wide."""
    return (
        [d] if h == 1 or not any(h * d in m.data.shape or m.data.shape == (h, d, d) for m in matrices) else [d, h * d]
    )


def _bias(matrix: Matrix, n_out: int) -> Floats:
    bias = matrix.bias_of(n_out)
    assert bias is not None
    return bias


def scaled(weights: AttentionWeights, factor: float) -> AttentionWeights:
    """The same with scores `factor` times as large: what a wrong divisor does."""
    return replace(weights, W_Q=weights.W_Q * factor, b_Q=weights.b_Q * factor)
