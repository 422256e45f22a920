"""Numbers out of plain data, and where two arrays of them part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from grader.compare.tolerance import Tolerance
from grader.model import Array, Opaque, Value

__all__ = ["Comparison", "Difference", "NotNumbers", "compare", "numbers"]


@dataclass(frozen=True)
class NotNumbers:
    """Why a value can't be read as an array: `what` names what came instead (English, a type's name)."""

    what: str


def numbers(value: Value) -> Array | NotNumbers:
    """`value` as an array: arrays, numbers, and (nested) sequences of them; booleans count as numbers.

    Complex numbers, text, mappings, None and ragged sequences aren't numbers.
    """
    if isinstance(value, Array):
        if value.data.dtype.kind in "biuf":
            return value
        return NotNumbers(f"array of {value.dtype}")
    if isinstance(value, bool | int | float):
        try:
            return Array(np.asarray(value, dtype=np.float64 if isinstance(value, float | int) else None))
        except OverflowError:
            return NotNumbers("int too large for an array")
    if isinstance(value, tuple):
        parts = [numbers(part) for part in value]
        bad = next((part for part in parts if isinstance(part, NotNumbers)), None)
        if bad is not None:
            return bad
        arrays = [part for part in parts if isinstance(part, Array)]
        if not arrays:
            return Array(np.zeros(0))
        if len({part.shape for part in arrays}) > 1:
            return NotNumbers("sequence of unequal shapes")
        lowest = min(arrays, key=lambda part: _PRECISION.get(part.dtype, 64))
        return Array(np.stack([part.data for part in arrays]), lowest.library, lowest.dtype)
    return NotNumbers(describe_type(value))


_PRECISION = {"bfloat16": 8, "float16": 16, "float32": 32}


def describe_type(value: Value) -> str:
    if isinstance(value, Opaque):
        return value.type_name
    if isinstance(value, Mapping):
        return "dict"
    if value is None:
        return "None"
    return type(value).__name__


Reason: TypeAlias = Literal["shape", "not_finite", "values"]


@dataclass(frozen=True)
class Difference:
    """Where two arrays part: the place of the largest difference, and both values there."""

    reason: Reason
    index: tuple[int, ...] = ()
    expected: float = 0.0
    got: float = 0.0
    largest: float = 0.0
    mismatched: int = 0
    total: int = 0
    expected_shape: tuple[int, ...] = ()
    got_shape: tuple[int, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """`ratio` is the largest error divided by what the tolerance allows there (1 is the limit)."""

    difference: Difference | None
    ratio: float

    @property
    def same(self) -> bool:
        return self.difference is None


def compare(expected: npt.NDArray[Any], got: npt.NDArray[Any], tolerance: Tolerance) -> Comparison:
    """Compare `got` with `expected`; NaN and infinity agree only with themselves, never by tolerance."""
    if expected.shape != got.shape:
        return Comparison(Difference("shape", expected_shape=expected.shape, got_shape=got.shape), np.inf)
    if expected.size == 0:
        return Comparison(None, 0.0)
    want, have = expected.astype(np.float64), got.astype(np.float64)
    both_finite = np.isfinite(want) & np.isfinite(have)
    same_special = (want == have) | (np.isnan(want) & np.isnan(have))
    off = ~both_finite & ~same_special
    if off.any():
        index = tuple(int(i) for i in np.argwhere(off)[0])
        return Comparison(
            Difference(
                "not_finite",
                index,
                float(want[index]),
                float(have[index]),
                np.inf,
                int(off.sum()),
                want.size,
            ),
            np.inf,
        )
    want, have = np.where(both_finite, want, 0.0), np.where(both_finite, have, 0.0)  # the rest agrees exactly
    gap = np.abs(have - want)
    allowed = tolerance.absolute + tolerance.relative * np.abs(want)
    ratios = np.divide(gap, allowed, out=np.where(gap > 0, np.inf, 0.0), where=allowed > 0)
    ratio = float(ratios.max())
    if ratio <= 1.0:
        return Comparison(None, ratio)
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(gap)), gap.shape))
    return Comparison(
        Difference(
            "values",
            index,
            float(want[index]),
            float(have[index]),
            float(gap[index]),
            int((ratios > 1.0).sum()),
            want.size,
        ),
        ratio,
    )
