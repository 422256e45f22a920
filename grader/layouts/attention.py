"""The ways to take a module's matrices as the q, k, v and output projections of multi-head attention."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from grader.layouts.pieces import Matrix, Parameter, Vector, pieces_of
from grader.layouts.search import Reading
from grader.layouts.weights import AttentionWeights, Floats
from grader.model import Text

__all__ = ["attention_readings", "attention_readings_of", "scaled"]

_Index: TypeAlias = npt.NDArray[np.intp]
_INTERLEAVED = Text("The features of your heads are interleaved; done on both sides, as you do, that is right too.")


@dataclass(frozen=True, eq=False)
class _Projections:
    """q, k, v as (d, w) matrices with (w,) biases, heads in order; `output_rows` reorders the output's rows."""

    q: tuple[Floats, Floats]
    k: tuple[Floats, Floats]
    v: tuple[Floats, Floats]
    layout: Text
    output_rows: _Index | None = None


def attention_readings(
    parameters: Sequence[Parameter], d_model: int, n_heads: int
) -> Iterator[Reading[AttentionWeights]]:
    """For a module that is multi-head attention and nothing else."""
    for pieces in pieces_of(parameters, d_model, n_heads):
        yield from attention_readings_of(pieces.matrices, d_model, n_heads)


def attention_readings_of(matrices: Sequence[Matrix], d: int, h: int) -> Iterator[Reading[AttentionWeights]]:
    """The commonest first: declared as q, k, v, output; fused; per head; then other orders, then interleaved heads."""
    ways = (_fused, _separate, _per_head, _pair_fused)
    for interleaved in (False, True):
        for way in ways:
            for projections, rest in way(matrices, d, h, interleaved):
                yield from _with_output(projections, rest, d, h)


def _with_output(p: _Projections, rest: Sequence[Matrix], d: int, h: int) -> Iterator[Reading[AttentionWeights]]:
    width = p.q[0].shape[1]
    for W_O, b_O in _outputs(rest, width, d, h):
        rows = W_O if p.output_rows is None else W_O[p.output_rows]
        weights = AttentionWeights(p.q[0], p.k[0], p.v[0], rows, p.q[1], p.k[1], p.v[1], b_O)
        yield Reading(weights, p.layout, None if p.output_rows is None else _INTERLEAVED)


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


def _separate(matrices: Sequence[Matrix], d: int, h: int, interleaved: bool) -> _Ways:
    """Three (d, w) matrices, in any order of declaration."""
    for w in _widths(matrices, d, h):
        fitting = [m for m in matrices if m.maps(d, w) and m.bias_of(w) is not None]
        perm = _head_major(w, h) if interleaved else None
        for q, k, v in permutations(fitting, 3):
            rest = [m for m in matrices if m is not q and m is not k and m is not v]
            raw = any(len(m.maps(d, w)) > 1 for m in (q, k, v))
            for turn in (0, -1) if raw else (0,):
                parts = [(m.maps(d, w)[turn], _bias(m, w)) for m in (q, k, v)]
                if perm is not None:
                    parts = [(W[:, perm], b[perm]) for W, b in parts]
                layout = Text("separate projections")
                yield _Projections(parts[0], parts[1], parts[2], layout, perm), rest


def _fused(matrices: Sequence[Matrix], d: int, h: int, interleaved: bool) -> _Ways:
    """One (d, 3w) matrix for q, k and v: which columns are whose?"""
    for fused in matrices:
        for w in _widths(matrices, d, h):
            if fused.bias_of(3 * w) is None:
                continue
            for W in fused.maps(d, 3 * w):
                for name, columns in _column_layouts(3, w, h, interleaved):
                    for q, k, v in permutations(range(3)):
                        parts = [(W[:, columns[i]], _bias(fused, 3 * w)[columns[i]]) for i in (q, k, v)]
                        layout = Text("one fused projection, laid out {layout}", {"layout": name})
                        perm = _head_major(w, h) if interleaved else None
                        rest = [m for m in matrices if m is not fused]
                        yield _Projections(parts[0], parts[1], parts[2], layout, perm), rest


def _pair_fused(matrices: Sequence[Matrix], d: int, h: int, interleaved: bool) -> _Ways:
    """One (d, 2w) matrix for two of q, k, v (mostly k and v) and a (d, w) one for the third."""
    for w in _widths(matrices, d, h):
        pairs = [m for m in matrices if m.maps(d, 2 * w) and m.bias_of(2 * w) is not None]
        singles = [m for m in matrices if m.maps(d, w) and m.bias_of(w) is not None]
        perm = _head_major(w, h) if interleaved else None
        for pair in pairs:
            for single in (m for m in singles if m is not pair):
                rest = [m for m in matrices if m is not pair and m is not single]
                for W, S in ((W, S) for W in pair.maps(d, 2 * w) for S in single.maps(d, w)):
                    lone = (S, _bias(single, w)) if perm is None else (S[:, perm], _bias(single, w)[perm])
                    for name, columns in _column_layouts(2, w, h, interleaved):
                        first, second = ((W[:, c], _bias(pair, 2 * w)[c]) for c in columns)
                        layout = Text("two of the projections fused, laid out {layout}", {"layout": name})
                        for place, swap in ((p, s) for p in (0, 1, 2) for s in (False, True)):
                            both = [second, first] if swap else [first, second]
                            both.insert(place, lone)
                            yield _Projections(both[0], both[1], both[2], layout, perm), rest


def _per_head(matrices: Sequence[Matrix], d: int, h: int, interleaved: bool) -> _Ways:
    """3h small (d, k) matrices, by head or by kind, or h of (d, 3k)."""
    if interleaved or h == 1:
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
                yield _Projections(q, k_, v, Text("one projection per head")), rest
        fused = [m for m in matrices if m.maps(d, 3 * k) and m.bias_of(3 * k) is not None]
        if len(fused) == h:
            W = np.concatenate([m.maps(d, 3 * k)[0] for m in fused], axis=1)
            bias = Vector(np.concatenate([_bias(m, 3 * k) for m in fused]), fused[0].index)
            rest = [m for m in matrices if not any(m is f for f in fused)]
            for projections, others in _fused([Matrix(W, fused[0].index, bias), *rest], d, h, False):
                yield replace(projections, layout=Text("one fused projection per head")), others


def _column_layouts(parts: int, w: int, h: int, interleaved: bool) -> Iterator[tuple[str, list[_Index]]]:
    """Which of the parts * w columns belong to each part, with heads in order."""
    k, columns = w // h, np.arange(parts * w)
    if interleaved:
        grouped = columns.reshape(parts, k, h).transpose(0, 2, 1)
        yield f"[{parts}][k][h]", list(grouped.reshape(parts, w))
        return
    yield f"[{parts}][h][k]", list(columns.reshape(parts, w))
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
