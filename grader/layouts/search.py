"""Try readings of a module's parameters until one explains what the module gave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from grader.compare import Tolerance, compare
from grader.layouts.weights import stacked
from grader.model import Text

__all__ = ["Explanation", "Forward", "Probe", "Reading", "closest", "explain"]

W = TypeVar("W")
# forward(weights, *inputs) -> output: the reference's, or a misconception's in its place.
Forward = Callable[..., npt.NDArray[Any]]

_CHUNK = 48  # readings evaluated together: enough to drown NumPy's overhead, few enough to stop soon
_MOST = 4000


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


@dataclass(frozen=True, eq=False)
class Explanation(Generic[W]):
    """`reading` gives the module's outputs on every probe; `ratio` is its largest error over the tolerance."""

    reading: Reading[W]
    ratio: float


def explain(
    forward: Forward, readings: Iterable[Reading[W]], probes: Sequence[Probe], most: int = _MOST
) -> Explanation[W] | None:
    """The first of `readings` under which ``forward(weights, *inputs)`` is the output of every probe.

    The first probe sifts (make it small), the others confirm.  Any `forward` will do, so a misconception is
    sought in the same way as the reference.
    """
    supply = islice(iter(readings), most)
    with np.errstate(all="ignore"):
        for chunk in _chunks(supply):
            for reading in _sift(forward, chunk, probes[0]):
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


def _chunks(readings: Iterator[Reading[W]]) -> Iterator[list[Reading[W]]]:
    # The first reading alone: it's the one most students' code has.
    yield from ([reading] for reading in islice(readings, 1))
    while chunk := list(islice(readings, _CHUNK)):
        yield chunk


def _sift(forward: Forward, chunk: list[Reading[W]], probe: Probe) -> Iterator[Reading[W]]:
    """Those of `chunk` that explain `probe`: evaluated together where `forward` can."""
    outputs = _together(forward, chunk, probe) if len(chunk) > 2 else None
    if outputs is None:
        for reading in chunk:
            output = forward(reading.weights, *probe.inputs)
            if output.shape == probe.output.shape and _near(output[None], probe)[0]:
                yield reading
        return
    for i in np.flatnonzero(_near(outputs, probe)):
        yield chunk[int(i)]


def _near(outputs: npt.NDArray[Any], probe: Probe) -> npt.NDArray[np.bool_]:
    """Which of `outputs` (H, ...) are `probe`'s.  Only sifts, so it's as exact as it is quick; NaN is never near."""
    allowed = probe.tolerance.absolute + probe.tolerance.relative * np.abs(outputs)
    near: npt.NDArray[np.bool_] = (np.abs(outputs - probe.output) <= allowed).reshape(len(outputs), -1).all(axis=1)
    return near


def _together(forward: Forward, chunk: list[Reading[W]], probe: Probe) -> npt.NDArray[Any] | None:
    """The outputs under all readings at once, or None where `forward` doesn't take leading axes well."""
    shapes = {_shapes(reading.weights) for reading in chunk}
    if len(shapes) > 1:
        return None
    try:
        outputs = forward(stacked([reading.weights for reading in chunk]), *probe.inputs)
    except (ValueError, IndexError, TypeError, AttributeError):
        return None
    if outputs.shape != (len(chunk), *probe.output.shape):
        return None
    # A variant that mishandles leading axes gives itself away on one reading taken alone.
    alone = forward(chunk[-1].weights, *probe.inputs)
    return outputs if np.allclose(outputs[-1], alone, rtol=1e-9, atol=1e-9, equal_nan=True) else None


def _shapes(weights: Any) -> tuple[Any, ...]:
    if isinstance(weights, np.ndarray):
        return tuple(weights.shape)
    parts = weights if isinstance(weights, tuple) else vars(weights).values()
    return tuple(_shapes(part) for part in parts)


def _worst_ratio(forward: Forward, reading: Reading[W], probes: Sequence[Probe]) -> float:
    worst = 0.0
    for probe in probes:
        worst = max(worst, compare(forward(reading.weights, *probe.inputs), probe.output, probe.tolerance).ratio)
        if worst > 1.0:
            break
    return worst
