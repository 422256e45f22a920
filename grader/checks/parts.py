"""A function that gives several values at once: the mean and the covariance, the slope and the intercept."""

from __future__ import annotations

from collections.abc import Mapping

from grader.checks.student import Settled
from grader.compare.arrays import describe_type
from grader.model import Array, Text, Value, Verdict

__all__ = ["parts_of"]


def parts_of(value: Value, count: int, asked: Text, stacked: bool = True) -> tuple[Value, ...]:
    """The `count` values of a tuple, list or dict, in its order; else settled as WRONG.

    They may also come as the rows of one array (``np.array([slope, intercept])``), unless `stacked` is False: where
    their shapes differ, an array is one of them alone.
    """
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if stacked and isinstance(value, Array) and value.shape[:1] == (count,):
        value = tuple(Array(row, value.library, value.dtype) for row in value.data)
    if isinstance(value, tuple) and len(value) == count:
        return value
    if isinstance(value, tuple):
        message = Text(
            "{asked}: {count} values are expected, but {got} came back.",
            {"asked": asked, "count": count, "got": len(value)},
        )
    else:
        what = describe_type(value)
        if isinstance(value, Array):
            what = "array" if value.data.ndim else value.dtype
        message = Text(
            "{asked}: a tuple of {count} values is expected, but {what} came back.",
            {"asked": asked, "count": count, "what": what},
        )
    raise Settled(Verdict.WRONG, message)
