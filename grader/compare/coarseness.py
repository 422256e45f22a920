"""Answers that hold fewer digits than they were given: in half precision, or rounded.

That costs the checks which compare with right values.  A property compares a student's answers with each other, and
there they may be as far apart as they are coarse.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.compare.tolerance import HALF, Tolerance, tolerance_for
from grader.model import Array

__all__ = ["decimals_of", "half_precision_of", "own_tolerance"]

# Rounded to fewer, an answer says too little for any property; to more, it's within what float32 is allowed.
_FEWEST, _MOST = 2, 5
# By chance one number in a few hundred looks rounded to 5 digits.
_ENOUGH = 4


def own_tolerance(answer: Array, depth: int = 1) -> Tolerance:
    """How far two answers as coarse as `answer` may be apart and still say the same; `depth` as in `tolerance_for`."""
    base = tolerance_for(answer.dtype, depth)
    half = half_precision_of(answer)
    if half is not None:
        return Tolerance(max(base.absolute, HALF[half].absolute), max(base.relative, HALF[half].relative))
    decimals = decimals_of(answer)
    return base if decimals is None else Tolerance(max(base.absolute, 10.0**-decimals), base.relative)


def half_precision_of(answer: Array) -> str | None:
    """The type of half precision that `answer` is in, or was in before it was made longer again; else None."""
    if answer.dtype in HALF:
        return answer.dtype
    if answer.data.dtype.kind != "f":
        return None
    finite = answer.data[np.isfinite(answer.data)].astype(np.float64)
    telling = finite[finite * 32 != np.rint(finite * 32)]  # halves, quarters and the like are in every type
    with np.errstate(over="ignore"):
        same = telling == telling.astype(np.float16)
    return "float16" if len(telling) >= _ENOUGH and same.all() else None


def decimals_of(answer: Array) -> int | None:
    """To how many decimals (2 to 5) all numbers of `answer` are rounded; None where they aren't."""
    data = answer.data
    if data.dtype.kind != "f" or answer.dtype in HALF:
        return None
    finite = data[np.isfinite(data)].astype(np.float64)
    if _between(finite, 0, answer.dtype).sum() < _ENOUGH:
        return None
    most = _MOST if answer.dtype == "float64" else _MOST - 1  # float32 has no more digits to tell by
    return next((k for k in range(_FEWEST, most + 1) if not _between(finite, k, answer.dtype).any()), None)


def _between(numbers: NDArray[Any], decimals: int, dtype: str) -> NDArray[np.bool_]:
    """Which `numbers` aren't multiples of 10^-decimals, but for the rounding of their dtype."""
    scaled = numbers * 10.0**decimals
    rounding = (2e-7 if dtype == "float32" else 1e-15) * np.maximum(np.abs(scaled), 1.0)
    off: NDArray[np.bool_] = np.abs(scaled - np.rint(scaled)) > rounding
    return off
