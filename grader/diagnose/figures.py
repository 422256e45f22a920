"""Where a student's matrix and the right one part, as a few numbers to be drawn: masks, weights, outputs.

A message names the one place that is farthest off; the pattern of all of them (the upper triangle, one column, every
row alike) often says more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.compare import NotNumbers, numbers, own_tolerance
from grader.diagnose.matching import in_float64
from grader.model import Array, CheckResult, Figure, Observation, Value, Verdict

__all__ = ["MOST_COLUMNS", "MOST_ROWS", "figures"]

MOST_ROWS = MOST_COLUMNS = 8
# Of one form, all together: many large answers mustn't make grading slow.
MOST_NUMBERS = 100_000


def figures(results: Iterable[CheckResult], right: Mapping[str, Callable[..., Any]]) -> dict[str, Figure]:
    """By check id, the first wrong matrix that each failed check saw, beside what `right` gives for the same inputs.

    `right` has the reference's functions by role.  A check whose answers have another shape, are no matrices or agree
    with the reference has no figure.
    """
    found: dict[str, Figure] = {}
    left = MOST_NUMBERS
    for result in results:
        if result.verdict is not Verdict.WRONG:
            continue
        for observation in result.observations:
            if observation.role not in right or observation.got is None:
                continue
            left -= sum(a.data.size for a in (*observation.args, *_parts(observation.got)) if isinstance(a, Array))
            if left < 0:
                return found
            figure = _figure(observation, right[observation.role])
            if figure is not None:
                found[result.check] = figure
                break
    return found


def _parts(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def _figure(observation: Observation, function: Callable[..., Any]) -> Figure | None:
    arguments = [in_float64(argument) for argument in observation.args]
    try:
        with np.errstate(all="ignore"):
            expected = function(*arguments, **{k: in_float64(v) for k, v in observation.keywords.items()})
    except Exception:  # noqa: BLE001  an input that the reference refuses has no right answer
        return None
    got = observation.got
    pair = isinstance(got, tuple) and len(got) == 2 and all(isinstance(part, Array) for part in got)
    if isinstance(expected, tuple):
        # An attention's output with its weights, which show the mistake more plainly.
        if pair and isinstance(got, tuple) and len(expected) == 2:
            weights = _compared(observation.role, "weights", expected[1], got[1])
            if weights is not None:
                return weights
        expected = expected[0]
    if isinstance(expected, Mapping):
        return None
    return _compared(observation.role, "", expected, got[0] if pair and isinstance(got, tuple) else got)


def _compared(role: str, part: str, expected: Any, got: Value) -> Figure | None:
    array = numbers(got)
    if isinstance(array, NotNumbers):
        return None
    want, have = np.asarray(expected), array.data
    if want.dtype.kind not in "biuf" or want.shape != have.shape or want.ndim < 2 or min(want.shape[-2:]) < 2:
        return None
    want, have = want.astype(np.float64), have.astype(np.float64)
    differs = _outside(want, have, array)
    if not differs.any():
        return None
    gap = np.nan_to_num(np.abs(have - want), nan=np.inf, posinf=np.inf)
    worst = np.unravel_index(int(np.argmax(np.where(differs, gap, -1.0))), want.shape)
    *lead, row, column = (int(index) for index in worst)
    rows = _window(row, want.shape[-2], MOST_ROWS)
    columns = _window(column, want.shape[-1], MOST_COLUMNS)
    shown: tuple[int | slice, ...] = (*lead, rows, columns)
    return Figure(
        role,
        part,
        want.shape,
        (*lead, rows.start, columns.start),
        _numbers(have[shown]),
        _numbers(want[shown]),
        tuple(tuple(map(bool, line)) for line in differs[shown]),
    )


def _outside(want: NDArray[np.float64], have: NDArray[np.float64], array: Array) -> NDArray[np.bool_]:
    """Which numbers are farther apart than the student's own precision allows a computation of a few steps."""
    tolerance = own_tolerance(array, depth=2)
    with np.errstate(invalid="ignore"):
        near = np.abs(have - want) <= tolerance.absolute + tolerance.relative * np.abs(want)
    same = (want == have) | (np.isnan(want) & np.isnan(have))
    outside: NDArray[np.bool_] = ~(near | same)
    return outside


def _window(at: int, extent: int, most: int) -> slice:
    """At most `most` indices of an axis, with `at` among them; from the start where that is enough."""
    start = 0 if at < most else min(at - most // 2, extent - most)
    return slice(start, min(start + most, extent))


def _numbers(block: NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, line)) for line in block)
