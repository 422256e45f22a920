"""Where digits were lost on the way: in half precision, or by rounding."""

from __future__ import annotations

from grader.compare import HALF, Difference, decimals_of, half_precision_of
from grader.model import Array, Text

__all__ = ["in_half_precision", "lost_precision"]


def in_half_precision(asked: Text, got: Array) -> Text | None:
    """That `got` is right but for its precision, where a tolerance is so wide that half precision would pass."""
    half = half_precision_of(got)
    return None if half is None else _halved(asked, half)


def _halved(asked: Text, half: str) -> Text:
    return Text(
        "{asked}: the numbers are right, but only as far as {dtype} holds them, 2 or 3 digits. You were given more: "
        "keep the dtype of the input.",
        {"asked": asked, "dtype": half},
    )


def lost_precision(asked: Text, got: Array, difference: Difference) -> Text | None:
    """What made `got` too coarse, where it is right but for that: what it differs by is no more than what was lost."""
    if difference.reason != "values":
        return None
    half = half_precision_of(got)
    if half is not None and difference.largest <= HALF[half].absolute * max(1.0, abs(difference.expected)):
        return _halved(asked, half)
    decimals = decimals_of(got)
    if decimals is None or difference.largest > 10.0**-decimals:
        return None
    return Text(
        "{asked}: the numbers are right, but all are rounded to {decimals} decimals. Round what you print, not what "
        "you return.",
        {"asked": asked, "decimals": decimals},
    )
