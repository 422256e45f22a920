"""The ways to take a module's parameters as a MiniGPT's: two tables, blocks, a last norm, a head."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeAlias

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
    """Each way to find n_layers groups of like parameters, and what is left of the others: whole blocks first."""
    families = _families(parameters)
    likely = {place: like for place, f in families.items() if (like := _alike(f, n_layers))}
    # Attentions in one list and FFNs in another are blocks together; so are ``att0``, ``ffn0``, ...
    lists = [f for place, f in likely.items() if re.fullmatch(r"(?!(.*\.)?\d+\.)(.*\.)?#", place)]
    named = [f for place, f in likely.items() if "." not in place]
    seen = set()
    for members in (*likely.values(), _merged(lists), _merged(named)):
        layers = [members[number] for number in sorted(members, key=int)]
        taken = frozenset(p.index for layer in layers for p in layer)
        if len(layers) == n_layers and taken not in seen:
            seen.add(taken)
            yield layers, [p for p in parameters if p.index not in taken]
    for members in families.values():
        if n_layers > 1 and len(members) == 1:  # one object in every layer, which torch lists once
            (inside,) = members.values()
            yield [inside] * n_layers, [p for p in parameters if p not in inside]


_Family: TypeAlias = dict[str, list[Parameter]]


def _families(parameters: Sequence[Parameter]) -> dict[str, _Family]:
    """Parameters by a number in their path, for each place where one stands, the outermost places first.

    ``capas.capa0.cabezas.2.q.weight`` is number 0 of ``capas.capa#`` and number 2 of ``capas.capa0.cabezas.#``.
    """
    found: dict[str, _Family] = {}
    for p in parameters:
        for number in re.finditer(r"\d+", p.owner):
            end = p.owner.find(".", number.end())
            rest = p.owner[number.end() : end if end >= 0 else None]
            place = f"{p.owner[: number.start()]}#{rest}"
            found.setdefault(place, {}).setdefault(number.group(), []).append(p)
    return dict(sorted(found.items(), key=lambda item: item[0].count(".")))


def _merged(families: Sequence[_Family]) -> _Family:
    merged: _Family = {}
    for family in families:
        for number, group in family.items():
            merged.setdefault(number, []).extend(group)
    return merged


def _alike(family: _Family, count: int) -> _Family:
    """Those members whose parameters have the same shapes, if there are `count`: a last norm and a head may follow."""
    by_shapes: dict[tuple[tuple[int, ...], ...], _Family] = {}
    for number, group in family.items():
        by_shapes.setdefault(tuple(p.data.shape for p in group), {})[number] = group
    return next((like for like in by_shapes.values() if len(like) == count), {})


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
