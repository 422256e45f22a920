"""The ways to take a module's parameters as a Transformer block's: attention, FFN and two norms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from grader.layouts.attention import CUTS, Cut, attention_readings_of
from grader.layouts.pieces import Matrix, Norm, Parameter, Pieces, Vector, pieces_of
from grader.layouts.search import Reading
from grader.layouts.weights import BlockWeights, Floats

__all__ = [
    "FeedForward",
    "block_readings",
    "block_readings_of",
    "feed_forwards",
    "norm_parameters",
    "with_unbiased_variance",
]


@dataclass(frozen=True, eq=False)
class FeedForward:
    """Two matrices of an FFN by shape: `first` is (d, width) and `second` (width, d), as (in, out) in W1 and W2."""

    first: Matrix
    second: Matrix
    W1: Floats
    W2: Floats

    @property
    def width(self) -> int:
        return int(self.W1.shape[1])


def feed_forwards(matrices: Sequence[Matrix], d_model: int) -> Iterator[FeedForward]:
    """Every pair of matrices that can be an FFN: 4 d_model wide first, then as declared, d_model wide last."""
    extents = {e for m in matrices for e in m.data.shape if not m.heads}
    for width in sorted(extents, key=lambda e: (e != 4 * d_model, e == d_model, e)):
        if width == 1:
            continue
        opening = [m for m in matrices if m.maps(d_model, width) and m.bias_of(width) is not None and not m.heads]
        closing = [m for m in matrices if m.maps(width, d_model) and m.bias_of(d_model) is not None and not m.heads]
        pairs = [(a, b) for a in opening for b in closing if a is not b]
        for first, second in sorted(pairs, key=lambda pair: pair[0].index > pair[1].index):
            for W1, W2 in zip(first.maps(d_model, width), second.maps(width, d_model), strict=False):
                yield FeedForward(first, second, W1, W2)


def block_readings(parameters: Sequence[Parameter], d_model: int, n_heads: int) -> Iterator[Reading[BlockWeights]]:
    """The commonest first, as for attention; norms in the order of declaration, then exchanged."""
    for cuts in CUTS:
        for pieces in pieces_of(parameters, d_model, n_heads):
            yield from block_readings_of(pieces, d_model, n_heads, cuts)


def block_readings_of(
    pieces: Pieces, d_model: int, n_heads: int, cuts: Sequence[Cut]
) -> Iterator[Reading[BlockWeights]]:
    norms = list(_two_norms(pieces, d_model))
    for ffn in feed_forwards(pieces.matrices, d_model):
        rest = [m for m in pieces.matrices if m is not ffn.first and m is not ffn.second]
        b1, b2 = ffn.first.bias_of(ffn.width), ffn.second.bias_of(d_model)
        assert b1 is not None
        assert b2 is not None
        for attention in attention_readings_of(rest, d_model, n_heads, cuts):
            for norm1, norm2 in norms:
                weights = BlockWeights(attention.weights, *norm1, *norm2, ffn.W1, b1, ffn.W2, b2)
                yield Reading(weights, attention.layout, attention.note)


def _two_norms(pieces: Pieces, d: int) -> Iterator[tuple[tuple[Floats, Floats], tuple[Floats, Floats]]]:
    """(gain, bias) of the attention's norm and of the FFN's; norms without parameters have 1 and 0."""
    plain = (np.ones(d), np.zeros(d))
    if not pieces.norms:
        yield plain, plain
        return
    for swapped in (False, True) if not all(n.sure for n in pieces.norms) else (False,):
        affine = [norm_parameters(norm, d, swapped) for norm in pieces.norms]
        if len(affine) == 1:
            yield affine[0], plain
            yield plain, affine[0]
        if pieces.norms_in_order:
            yield affine[0], affine[1]
            return
        yield from permutations(affine, 2)


def norm_parameters(norm: Norm, d: int, swapped: bool = False) -> tuple[Floats, Floats]:
    """(gain, bias), each (d,)."""
    gain, bias = (norm.bias, norm.gain) if swapped else (norm.gain, norm.bias)
    return _wide(gain, 1.0, d), _wide(bias, 0.0, d)


def _wide(vector: Vector | None, default: float, d: int) -> Floats:
    return np.full(d, default) if vector is None else np.broadcast_to(vector.data, (d,)).astype(np.float64)


def with_unbiased_variance(weights: BlockWeights) -> BlockWeights:
    """Dividing by d - 1 in the variance is the same as gains smaller by √((d-1)/d), up to eps."""
    d = weights.gain1.shape[-1]
    factor = ((d - 1) / d) ** 0.5
    return replace(weights, gain1=weights.gain1 * factor, gain2=weights.gain2 * factor)
