"""The ways to take a module's parameters as a MiniGPT's: two tables, blocks, a last norm, a head."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from grader.layouts.block import block_readings, norm_parameters
from grader.layouts.pieces import Matrix, Parameter, Pieces, pieces_of
from grader.layouts.search import Reading
from grader.layouts.weights import BlockWeights, Floats, MiniGPTWeights
from grader.model import Text

__all__ = ["minigpt_readings", "with_blocks"]


def minigpt_readings(
    parameters: Sequence[Parameter],
    d_model: int,
    n_heads: int,
    n_layers: int,
    vocab_size: int,
    context: int,
    fixed_positions: Mapping[str, Floats] | None = None,
) -> Iterator[Reading[MiniGPTWeights]]:
    """All blocks are read in the same way, since they are objects of one class.

    `fixed_positions` are tables (context, d) by name, for models whose positions aren't learned.
    """
    for layers, rest in _blocks(parameters, n_layers):
        for pieces in pieces_of(rest, d_model, n_heads):
            ends = list(_ends(pieces, d_model, vocab_size, context, fixed_positions or {}))
            if not ends:
                continue
            for blocks in zip(*(block_readings(layer, d_model, n_heads) for layer in layers), strict=False):
                for end in ends:
                    weights = replace(end.weights, blocks=tuple(b.weights for b in blocks))
                    yield Reading(weights, blocks[0].layout, end.note or blocks[0].note)


def _blocks(parameters: Sequence[Parameter], n_layers: int) -> Iterator[tuple[list[list[Parameter]], list[Parameter]]]:
    """Each way to find n_layers groups of like parameters, and what is left of the others."""
    for number_in in (_list_index, _trailing_digits):
        groups: dict[int, list[Parameter]] = {}
        for p in parameters:
            number = number_in(p.path)
            if number is not None:
                groups.setdefault(number, []).append(p)
        layers = [groups[number] for number in sorted(groups)]
        # Other lists (two tables, a head with two layers) may have fewer or other members.
        layers = layers[:n_layers]
        if len(layers) == n_layers and len({tuple(p.data.shape for p in layer) for layer in layers}) == 1:
            taken = {p.index for layer in layers for p in layer}
            yield layers, [p for p in parameters if p.index not in taken]
    shared = _single_block(parameters)
    if n_layers > 1 and shared is not None:
        inside, rest = shared
        yield [inside] * n_layers, rest


def _list_index(path: str) -> int | None:
    """The first number between dots: ``blocks.0.attention.q.weight`` is in 0."""
    found = re.search(r"(?:^|\.)(\d+)(?:\.|$)", path)
    return int(found.group(1)) if found else None


def _trailing_digits(path: str) -> int | None:
    """The number of the first part: ``block1.attention.q.weight`` is in 1."""
    found = re.match(r"[^.]*?(\d+)\.", path)
    return int(found.group(1)) if found else None


def _single_block(parameters: Sequence[Parameter]) -> tuple[list[Parameter], list[Parameter]] | None:
    """One block's parameters where there's only one: the same object in every layer."""
    inside = [p for p in parameters if _list_index(p.path) == 0]
    if not inside or any(_list_index(p.path) not in (0, None) for p in parameters):
        return None
    return inside, [p for p in parameters if p not in inside]


def _ends(
    pieces: Pieces, d: int, vocab: int, context: int, fixed: Mapping[str, Floats]
) -> Iterator[Reading[MiniGPTWeights]]:
    """Everything but the blocks."""
    tables = [*pieces.tables, *pieces.matrices]
    tokens = [m for m in tables if m.data.shape == (vocab, d) and not m.bias]
    learned = [m for m in tables if m.data.shape == (context, d) and not m.bias]
    positions: list[tuple[Floats, Text | None]] = [(m.data, None) for m in learned]
    if not learned:
        positions = [
            (table, Text("Your positions are a fixed table: {name}.", {"name": n})) for n, table in fixed.items()
        ]
    norms = [
        norm_parameters(n, d, swapped) for n in pieces.norms for swapped in ((False,) if n.sure else (False, True))
    ]
    norms = norms or [(np.ones(d), np.zeros(d))]
    for token, (position, note), (gain, bias) in product(tokens, positions, norms):
        for W_head, b_head, tied in _heads(pieces, token, d, vocab):
            weights = MiniGPTWeights(token.data, position, (), gain, bias, W_head, b_head)
            yield Reading(weights, Text("model"), note or tied)


def _heads(pieces: Pieces, token: Matrix, d: int, vocab: int) -> Iterator[tuple[Floats, Floats, Text | None]]:
    found = False
    for matrix in (m for m in pieces.matrices if m is not token):
        bias = matrix.bias_of(vocab)
        for W_head in matrix.maps(d, vocab) if bias is not None else ():
            assert bias is not None
            found = True
            yield W_head, bias, None
    if found:
        return
    # Weight tying (Press & Wolf 2017): the head is the token table, and torch lists it once; its bias stands alone.
    tied = Text("Your head shares its weights with the token embedding.")
    biases = [vector.data for vector in pieces.loose if vector.data.size == vocab] or [np.zeros(vocab)]
    yield from ((token.data.T, bias, tied) for bias in biases)


def with_blocks(
    reading: Reading[MiniGPTWeights], change: Callable[[BlockWeights], BlockWeights]
) -> Reading[MiniGPTWeights]:
    """The same model with every block changed."""
    w = reading.weights
    return replace(reading, weights=replace(w, blocks=tuple(change(block) for block in w.blocks)))
