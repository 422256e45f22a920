"""Biases and norms whose places neither torch nor their names tell: sought one at a time, after the matrices.

A class with raw parameters may call them p1, p2, ... and declare them in any order.  Nine vectors have 9! orders, for
each reading of the matrices.  But their values are ours to choose, so two experiments take the place of the orders:

1. All such vectors hold one and the same number.  Which is which then makes no difference, and the matrices are found
   by the search that finds them elsewhere.  The number is 0, or 1 where gains may be among them.
2. One vector after the other alone holds random numbers.  With the matrices known, its place is the one in which the
   formula gives the outputs: m² trials for m vectors.  What has no effect at all is a bias of the keys, since the
   softmax doesn't see what is added to all scores of a row.

The reading that comes of it must explain the first probes, as any other reading must.

So far it goes: attention, fused or not, raw matrices in either orientation, with any of the biases left out; in a
block the FFN's biases as well, and norms of which both, one or none are raw.  Where a norm is raw, the biases that are
left out must be one of `_LEFT_OUT`.  Not within it: an FFN as wide as d_model where that makes more than `_MOST`
readings, one output matrix a head with biases of their own, one bias for a stack (3, d, d), norms with a gain alone,
and MiniGPTs with such blocks.  A person looks at those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, Generic, TypeVar

import numpy as np

from grader.layouts.attention import CUTS, attention_readings_of
from grader.layouts.block import block_readings_of
from grader.layouts.pieces import Matrix, Norm, Parameter, Pieces, Unplaced, Vector, unplaced_of
from grader.layouts.search import Change, Explanation, Forward, Probe, Reading, Supply, explain
from grader.layouts.weights import AttentionWeights, BlockWeights, Floats

__all__ = ["Experiment", "Search", "pieces_placed", "unplaced_in_attention", "unplaced_in_block"]

W = TypeVar("W")
# The module's outputs with these vectors, by the index of their parameter, in the place of its own.
Experiment = Callable[[Mapping[int, Floats]], Sequence[Probe]]

_MOST = 4000
_LEFT_OUT: tuple[tuple[str, ...], ...] = (
    (),
    ("b_Q", "b_K", "b_V"),
    ("b_Q", "b_K", "b_V", "b_O"),
    ("b_Q", "b_K", "b_V", "b_O", "b1", "b2"),
    ("b1", "b2"),
)


class _Places:
    """Vectors of numbers that stand for values still to be filled in; 0 and 1 stand for themselves.

    A reading only reorders what it's given, so one made of such numbers tells where each value goes.
    """

    def __init__(self) -> None:
        self._starts: dict[tuple[object, int], int] = {}
        self._end = 2

    def of(self, key: object, size: int) -> Floats:
        """The place of `key` for a vector of `size`, always the same one."""
        if (key, size) not in self._starts:
            self._starts[key, size] = self._end
            self._end += size
        start = self._starts[key, size]
        return np.arange(start, start + size, dtype=np.float64)

    def found_in(self, weights: object) -> list[tuple[object, int]]:
        """The places (key, size) of which `weights` holds numbers."""
        numbers = {int(number) for vector in _vectors(weights) for number in vector}
        return [place for place, start in self._starts.items() if start in numbers]

    def table(self, values: Mapping[object, Floats], otherwise: float) -> Floats:
        """The value of every number: `values` by key, and `otherwise` in all other places."""
        table = np.full(self._end, otherwise)
        table[:2] = 0.0, 1.0
        for (key, size), start in self._starts.items():
            if key in values and values[key].size == size:
                table[start : start + size] = values[key]
        return table


@dataclass(frozen=True, eq=False)
class _Bare(Matrix):
    """A matrix with a place for a bias, of whatever size its output has."""

    places: _Places = field(default_factory=_Places)
    number: int = 0

    def bias_of(self, n_out: int) -> Floats | None:
        return self.places.of(("bias", self.number), n_out)


@dataclass(frozen=True, eq=False)
class _Filled(Reading[W]):
    """A reading with values in all places, and the one with numbers that it was made from."""

    numbered: Reading[W] | None = None


@dataclass(eq=False)
class _Supposition(Generic[W]):
    """One way in which norms may be raw or not.  All unplaced vectors hold `alike` in the first experiment."""

    alike: float
    places: _Places
    known: Mapping[object, Floats]
    supply: Callable[[], Iterator[Reading[W]]]
    sizes: Counter[int]
    _readings: list[_Filled[W]] | None = None

    def readings(self) -> list[_Filled[W]]:
        """Filled alike: those with enough places, and exactly enough where an empty one would hold a 1."""
        if self._readings is None:
            numbered = [r for reading in islice(self.supply(), _MOST) for r in self._complete(reading)]
            self._readings = [self.filled(r, {}, self.alike) for r in numbered]
        return self._readings

    @cached_property
    def filled_alike(self) -> Supply[W]:
        return Supply(self.readings())

    def _complete(self, reading: Reading[W]) -> Iterator[Reading[W]]:
        for left_out in _LEFT_OUT if self.alike else ((),):
            numbered = replace(reading, weights=_without(reading.weights, left_out)) if left_out else reading
            offered = Counter(size for _, size in self.open_places(numbered))
            if offered == self.sizes or (not self.alike and offered >= self.sizes):
                yield numbered

    def open_places(self, numbered: Reading[W]) -> list[tuple[object, int]]:
        return [place for place in self.places.found_in(numbered.weights) if place[0] not in self.known]

    def filled(self, numbered: Reading[W], values: Mapping[object, Floats], otherwise: float) -> _Filled[W]:
        table = self.places.table({**self.known, **values}, otherwise)
        return _Filled(_looked_up(numbered.weights, table), numbered.layout, numbered.note, numbered)


@dataclass(eq=False)
class Search(Generic[W]):
    """`experiment` is made at most once for each setting, whatever forwards are tried.

    Once something has been explained, `placement` says what each vector is, by the index of its parameter.
    """

    vectors: tuple[Vector, ...]
    suppositions: Sequence[_Supposition[W]]
    experiment: Experiment
    dice: np.random.Generator
    placement: Mapping[int, object] = field(default_factory=dict)
    _seen: dict[tuple[float, int | None], tuple[Floats, Sequence[Probe]]] = field(default_factory=dict)

    def explained(self, by: Forward, change: Change[W], probes: Sequence[Probe]) -> Explanation[W] | None:
        """As :func:`grader.layouts.search.explain`, with the vectors' places found by experiment."""
        for supposition in self.suppositions:
            if not supposition.readings():
                continue
            _, alike = self._tried(supposition.alike, None)
            found = explain(by, supposition.filled_alike, alike, change=change)
            if found is None or not isinstance(found.reading, _Filled) or found.reading.numbered is None:
                continue
            numbered = found.reading.numbered
            placement = self._placed(supposition, numbered, by, change)
            if placement is None:
                continue
            values = {placement[vector.index]: vector.data for vector in self.vectors}
            final = explain(by, [change(supposition.filled(numbered, values, 0.0))], probes)
            if final is not None:
                self.placement = placement
                return final
        return None

    def _placed(
        self,
        supposition: _Supposition[W],
        numbered: Reading[W],
        by: Forward,
        change: Change[W],
    ) -> dict[int, object] | None:
        """The place of each vector, None if one of them has none."""
        free = supposition.open_places(numbered)
        placement: dict[int, object] = {}
        for vector in self.vectors:
            drawn, seen = self._tried(supposition.alike, vector.index)
            place = next(
                (
                    (key, size)
                    for key, size in free
                    if size == drawn.size
                    and explain(by, [change(supposition.filled(numbered, {key: drawn}, supposition.alike))], seen)
                ),
                None,
            )
            if place is None:
                return None
            free.remove(place)
            placement[vector.index] = place[0]
        return placement

    def _tried(self, alike: float, alone: int | None) -> tuple[Floats, Sequence[Probe]]:
        """The module's outputs with all vectors at `alike` but the one of index `alone`; and that one's values."""
        if (alike, alone) not in self._seen:
            settings = {v.index: np.full(v.data.size, alike) for v in self.vectors}
            drawn = np.zeros(0)
            if alone is not None:
                drawn = self.dice.normal(alike, 0.5, settings[alone].size).astype(np.float32).astype(np.float64)
                settings[alone] = drawn
            self._seen[alike, alone] = (drawn, self.experiment(settings))
        return self._seen[alike, alone]


def unplaced_in_attention(
    parameters: Sequence[Parameter], d: int, h: int, experiment: Experiment, dice: np.random.Generator
) -> Search[AttentionWeights] | None:
    """None where no vector's place is open."""
    unplaced = unplaced_of(parameters, d, h)
    if not unplaced.vectors:
        return None

    def supply(pieces: Pieces) -> Iterator[Reading[AttentionWeights]]:
        return (r for cuts in CUTS for r in attention_readings_of(pieces.matrices, d, h, cuts))

    return Search(unplaced.vectors, [_supposing(unplaced, 0, d, supply)], experiment, dice)


def unplaced_in_block(
    parameters: Sequence[Parameter], d: int, h: int, experiment: Experiment, dice: np.random.Generator
) -> Search[BlockWeights] | None:
    """None where no vector's place is open."""
    unplaced = unplaced_of(parameters, d, h)
    if not unplaced.vectors or len(unplaced.pieces.norms) > 2:
        return None

    def supply(pieces: Pieces) -> Iterator[Reading[BlockWeights]]:
        return (r for cuts in CUTS for r in block_readings_of(pieces, d, h, cuts))

    missing = 2 - len(unplaced.pieces.norms)
    counts = (missing, 0) if missing else (0,)
    return Search(unplaced.vectors, [_supposing(unplaced, n, d, supply) for n in counts], experiment, dice)


def pieces_placed(
    parameters: Sequence[Parameter], placement: Mapping[int, object], d_model: int, n_heads: int
) -> Pieces:
    """The parameters of a module of the same class, of any size, with its vectors where `placement` says."""
    unplaced = unplaced_of(parameters, d_model, n_heads)
    at = {placement[vector.index]: vector for vector in unplaced.vectors if vector.index in placement}
    matrices = [
        replace(m, bias=at.get(("bias", number))) if m.bias is None else m
        for number, m in enumerate(unplaced.pieces.matrices)
    ]
    norms = [Norm(at.get(("gain", i)), at.get(("shift", i))) for i in (0, 1) if ("gain", i) in at]
    return replace(unplaced.pieces, matrices=tuple(matrices), norms=(*unplaced.pieces.norms, *norms))


def _supposing(
    unplaced: Unplaced, raw_norms: int, d: int, supply: Callable[[Pieces], Iterator[Reading[W]]]
) -> _Supposition[W]:
    """That `raw_norms` norms are among the vectors: `unplaced.pieces` with numbers for all of its own vectors."""
    places, known = _Places(), dict[object, Floats]()

    def numbered(vector: Vector | None) -> Vector | None:
        if vector is None:
            return None
        # Parts of one bias (of q, k and v in one tensor) share its index.
        key = ("known", vector.index, len(known))
        known[key] = vector.data
        return Vector(places.of(key, vector.data.size), vector.index)

    matrices = tuple(
        _Bare(m.data, m.index, None, m.out_in, m.heads, places, number)
        if m.bias is None
        else replace(m, bias=numbered(m.bias))
        for number, m in enumerate(unplaced.pieces.matrices)
    )
    norms = [replace(n, gain=numbered(n.gain), bias=numbered(n.bias)) for n in unplaced.pieces.norms]
    for i in range(raw_norms):
        norms.append(Norm(Vector(places.of(("gain", i), d), -1), Vector(places.of(("shift", i), d), -1)))
    pieces = Pieces(matrices, tuple(norms), norms_in_order=raw_norms == 2)
    sizes = Counter(v.data.size for v in unplaced.vectors)
    return _Supposition(1.0 if raw_norms else 0.0, places, known, lambda: supply(pieces), sizes)


def _vectors(weights: object) -> Iterator[Floats]:
    for value in vars(weights).values():
        if is_dataclass(value):
            yield from _vectors(value)
        elif value.ndim == 1:
            yield value


def _looked_up(weights: W, table: Floats) -> W:
    """`weights` with the value of each number in all of its vectors."""

    def value(old: Any) -> Any:
        if is_dataclass(old):
            return _looked_up(old, table)
        return np.take(table, old.astype(np.intp), mode="clip") if old.ndim == 1 else old

    return type(weights)(**{f.name: value(getattr(weights, f.name)) for f in fields(weights)})  # type: ignore[arg-type]


def _without(weights: W, names: Sequence[str]) -> W:
    """`weights` with zeros for the vectors called so."""

    def value(name: str, old: Any) -> Any:
        if is_dataclass(old):
            return _without(old, names)
        return np.zeros_like(old) if name in names else old

    return type(weights)(**{f.name: value(f.name, getattr(weights, f.name)) for f in fields(weights)})  # type: ignore[arg-type]
