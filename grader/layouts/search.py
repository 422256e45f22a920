"""Try readings of a module's parameters until one explains what the module gave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from grader.compare import Tolerance, compare
from grader.layouts.weights import stacked
from grader.model import Text

__all__ = ["Change", "Explanation", "Forward", "Probe", "Reading", "Supply", "as_it_is", "closest", "explain"]

W = TypeVar("W")
# forward(weights, *inputs) -> output: the reference's, or a misconception's in its place.
Forward = Callable[..., npt.NDArray[Any]]

_CHUNK = 48  # readings evaluated together: enough to drown NumPy's overhead, few enough to stop soon
_MOST = 4000
_KEPT = 40  # chunks of a supply that are put together once and kept so: some 20 MB for a block's


@dataclass(frozen=True, eq=False)
class Probe:
    """One call of the student's module: its `inputs`, as `forward` takes them after the weights, and its `output`."""

    inputs: tuple[Any, ...]
    output: npt.NDArray[Any]
    tolerance: Tolerance


@dataclass(frozen=True, eq=False)
class Reading(Generic[W]):
    """The parameters taken as `weights`.  `layout` says how; `note` what a student should know of it."""

    weights: W
    layout: Text
    note: Text | None = None


# What is done to a reading before it's tried.  It may speak of the last axes only: chunks have more in front.
Change = Callable[[Reading[W]], Reading[W]]


def as_it_is(reading: Reading[W]) -> Reading[W]:
    return reading


class Supply(Generic[W]):
    """Readings that are made when they're first needed and kept, however many forwards are tried with them."""

    def __init__(self, readings: Iterable[Reading[W]], most: int = _MOST) -> None:
        self._made: list[_Chunk[W]] = []
        self._rest = _chunks(islice(iter(readings), most))

    def chunks(self) -> Iterator[_Chunk[W]]:
        for i in count():
            if i == len(self._made):
                chunk = next(self._rest, None)
                if chunk is None:
                    return
                self._made.append(replace(chunk, keeps=i < _KEPT))
            yield self._made[i]


@dataclass(eq=False)
class _Chunk(Generic[W]):
    """`keeps` the readings as one, too, if they're going to be tried again."""

    readings: list[Reading[W]]
    keeps: bool = False
    _together: Reading[W] | None = None

    def together(self) -> Reading[W] | None:
        """All of them as one, with the hypothesis as a new first axis; None where their shapes differ."""
        if len(self.readings) < 3 or self._together is not None:
            return self._together
        try:
            weights = stacked([reading.weights for reading in self.readings])
        except ValueError:
            return None
        together = replace(self.readings[0], weights=weights)
        self._together = together if self.keeps else None
        return together


@dataclass(frozen=True, eq=False)
class Explanation(Generic[W]):
    """`reading` gives the module's outputs on every probe; `ratio` is its largest error over the tolerance."""

    reading: Reading[W]
    ratio: float


def explain(
    forward: Forward,
    readings: Iterable[Reading[W]] | Supply[W],
    probes: Sequence[Probe],
    most: int = _MOST,
    change: Change[W] = as_it_is,
) -> Explanation[W] | None:
    """The first of `readings` under which, once changed, ``forward(weights, *inputs)`` is the output of every probe.

    The first probe sifts (make it small), the others confirm.  Any `forward` will do, so a misconception is
    sought in the same way as the reference.  A `Supply` makes the same readings but once for many of them.
    """
    chunks = readings.chunks() if isinstance(readings, Supply) else _chunks(islice(iter(readings), most))
    with np.errstate(all="ignore"):
        for chunk in chunks:
            for reading in _sift(forward, chunk, probes[0], change):
                ratio = _worst_ratio(forward, reading, probes)
                if ratio <= 1.0:
                    return Explanation(reading, ratio)
    return None


def closest(
    forward: Forward, readings: Iterable[Reading[W]], probe: Probe, most: int = 200
) -> tuple[Reading[W], npt.NDArray[Any]] | None:
    """The reading that comes nearest to `probe`, and its output there: to show where a wrong module parts from it."""
    best: tuple[Reading[W], npt.NDArray[Any]] | None = None
    least = np.inf
    with np.errstate(all="ignore"):
        for reading in islice(iter(readings), most):
            output = forward(reading.weights, *probe.inputs)
            gap = float(np.abs(output - probe.output).mean()) if output.shape == probe.output.shape else np.inf
            if gap < least:
                best, least = (reading, output), gap
    return best


def _chunks(readings: Iterator[Reading[W]]) -> Iterator[_Chunk[W]]:
    # The first reading alone: it's the one most students' code has.
    yield from (_Chunk([reading]) for reading in islice(readings, 1))
    while chunk := list(islice(readings, _CHUNK)):
        yield _Chunk(chunk)


def _sift(forward: Forward, chunk: _Chunk[W], probe: Probe, change: Change[W]) -> Iterator[Reading[W]]:
    """Those of `chunk`, changed, that explain `probe`: evaluated together where `forward` can."""
    outputs = _together(forward, chunk, probe, change)
    if outputs is None:
        for reading in map(change, chunk.readings):
            output = forward(reading.weights, *probe.inputs)
            if output.shape == probe.output.shape and _near(output[None], probe)[0]:
                yield reading
        return
    for i in np.flatnonzero(_near(outputs, probe)):
        yield change(chunk.readings[int(i)])


def _near(outputs: npt.NDArray[Any], probe: Probe) -> npt.NDArray[np.bool_]:
    """Which of `outputs` (H, ...) are `probe`'s.  Only sifts, so it's as exact as it is quick; NaN is never near."""
    allowed = probe.tolerance.absolute + probe.tolerance.relative * np.abs(outputs)
    near: npt.NDArray[np.bool_] = (np.abs(outputs - probe.output) <= allowed).reshape(len(outputs), -1).all(axis=1)
    return near


def _together(forward: Forward, chunk: _Chunk[W], probe: Probe, change: Change[W]) -> npt.NDArray[Any] | None:
    """The outputs under all readings at once, or None where `forward` or `change` doesn't take leading axes well."""
    together = chunk.together()
    if together is None:
        return None
    try:
        outputs = forward(change(together).weights, *probe.inputs)
    except (ValueError, IndexError, TypeError, AttributeError):
        return None
    if outputs.shape != (len(chunk.readings), *probe.output.shape):
        return None
    # What mishandles leading axes gives itself away on one reading taken alone.
    alone = forward(change(chunk.readings[-1]).weights, *probe.inputs)
    return outputs if np.allclose(outputs[-1], alone, rtol=1e-9, atol=1e-9, equal_nan=True) else None


def _worst_ratio(forward: Forward, reading: Reading[W], probes: Sequence[Probe]) -> float:
    worst = 0.0
    for probe in probes:
        worst = max(worst, compare(forward(reading.weights, *probe.inputs), probe.output, probe.tolerance).ratio)
        if worst > 1.0:
            break
    return worst
