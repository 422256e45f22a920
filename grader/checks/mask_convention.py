"""Which way round a student's masks are: found out, never assumed.

Of 22 public attention functions 10 take True = may attend, 8 take True = blocked and 4 add 0 or -inf to the
scores (variation).  The course's convention is the first; a function that holds to another is named, loses only the
check about the convention, and is then judged under its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Student
from grader.model import Array, Library, Text

__all__ = [
    "CONVENTIONS",
    "COURSE",
    "LOW_ENOUGH",
    "Booleans",
    "MaskConvention",
    "Meaning",
    "convention_of",
    "detect",
    "encoded",
    "meaning_of",
    "meaning_used",
    "naming",
    "remember",
    "uneven_mask",
]

Meaning: TypeAlias = Literal["keep", "block", "additive"]
Booleans: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class MaskConvention:
    """What a mask's entries mean and their type.

    ``keep``: True/1 = may attend.  ``block``: True/1 = blocked.  ``additive``: 0 = may attend and `fill` = blocked,
    to be added to the scores.  `dtype` "float" is the library's default: float64 in NumPy, float32 in torch.
    """

    meaning: Meaning
    dtype: Literal["bool", "int64", "float"]
    fill: float = -np.inf

    def encode(self, allowed: Booleans, library: Library) -> Array:
        """The mask to hand to the student where `allowed` (any shape) says who may attend to whom."""
        if self.meaning == "additive":
            values: NDArray[np.float64] | Booleans = np.where(allowed, 0.0, self.fill)
        else:
            values = allowed if self.meaning == "keep" else ~allowed
        default = "float64" if library == "numpy" else "float32"
        return Array(np.ascontiguousarray(values.astype(default if self.dtype == "float" else self.dtype)), library)


COURSE = MaskConvention("keep", "bool")

# The course's meaning first, in every type: the first one that works is taken.
CONVENTIONS = (
    COURSE,
    MaskConvention("keep", "int64"),
    MaskConvention("keep", "float"),
    MaskConvention("block", "bool"),
    MaskConvention("block", "int64"),
    MaskConvention("block", "float"),
    MaskConvention("additive", "float"),
    MaskConvention("additive", "float", -1e9),
)

# What is added to a score of 300 so that it lies far below one of -300: models of the course have no larger ones
# (see grader.checks.attention_masks).
LOW_ENOUGH = -1e3

_KEY = "mask_convention"


def detect(allowed: Booleans, library: Library, sees: Callable[[Array], Booleans | None]) -> MaskConvention | None:
    """The first convention under which exactly the blocked keys vanish, or None.

    `sees(mask)` calls the student's code with `mask` and gives, in the shape of `allowed`, which query still sees
    which key; None where the call failed.  `allowed` must be such that no wrong reading looks right: see
    :func:`uneven_mask`.
    """
    for convention in CONVENTIONS:
        seen = sees(convention.encode(allowed, library))
        if seen is not None and seen.shape == allowed.shape and bool((seen == allowed).all()):
            return convention
    return None


def remember(student: Student, convention: MaskConvention | None) -> None:
    """Judge `student` under `convention` from now on; None (nothing worked) is the course's."""
    student.memo[_KEY] = convention or COURSE


def convention_of(student: Student) -> MaskConvention:
    """What was found out about `student`, else the course's convention; a deviation is noted in the report."""
    convention: MaskConvention = student.memo.get(_KEY, COURSE)
    if convention.meaning == "block":
        student.note(Text("Judged with your own kind of mask: True (1) = blocked."))
    elif convention.meaning == "additive":
        student.note(Text("Judged with your own kind of mask: 0 = may attend, -inf = blocked, added to the scores."))
    elif convention.dtype != "bool":
        student.note(
            Text(
                "Judged with masks of type {dtype}: a mask of booleans doesn't work in your function.",
                {"dtype": convention.dtype},
            )
        )
    return convention


def encoded(student: Student, allowed: Booleans) -> Array:
    """`allowed` (any shape, True = may attend) as the mask that `student` takes."""
    return convention_of(student).encode(allowed, student.library)


def naming(convention: MaskConvention) -> Text | None:
    """What to tell a student who holds to `convention`; None for the course's own."""
    if convention.meaning == "block":
        return Text(
            "Your mask uses True = blocked; in this course True (or 1) = may attend and False (or 0) = blocked. "
            "The other checks are judged with your own convention."
        )
    if convention.meaning == "additive":
        return Text(
            "Your mask is added to the scores (0 = may attend, -inf = blocked); in this course True (or 1) = may "
            "attend and False (or 0) = blocked. The other checks are judged with your own convention."
        )
    return None


def meaning_of(mask: NDArray[np.float64] | NDArray[np.bool_], allowed: Booleans) -> Meaning | None:
    """The meaning under which `mask` says the same as `allowed`; None where no convention does.

    `allowed` must hold both values: an all-True mask is 1 under one convention and 0 under two others.
    """
    if mask.shape != allowed.shape or np.isnan(mask.astype(np.float64)).any():
        return None
    values = mask.astype(np.float64)
    for meaning, same in (("keep", allowed), ("block", ~allowed)):
        if (values == same).all():
            return "keep" if meaning == "keep" else "block"
    if (values[allowed] == 0).all() and (values[~allowed] <= LOW_ENOUGH).all():
        return "additive"
    return None


def uneven_mask(dice: np.random.Generator, n_q: int, n_k: int) -> Booleans:
    """(n_q, n_k) who may attend to whom, such that no wrong reading of it looks right.

    Every row and column has True and False, every row two Trues (one weight alone is always 1), the rows differ, and
    it is neither symmetric nor, under any transposition or reversal, its own complement.  n_q >= 3 and n_k >= 4.
    """
    while True:
        allowed = dice.random((n_q, n_k)) < 0.6
        by_row, by_column = allowed.sum(axis=1), allowed.sum(axis=0)
        if by_row.min() < 2 or by_row.max() == n_k or by_column.min() < 1 or by_column.max() == n_q:
            continue
        if len({row.tobytes() for row in allowed}) < n_q:
            continue
        turned = [allowed[::-1], allowed[:, ::-1], allowed[::-1, ::-1]]
        if n_q == n_k:
            turned += [allowed.T, allowed.T[::-1], allowed.T[:, ::-1]]
        if not any(bool((allowed == other).all()) or bool((allowed == ~other).all()) for other in turned):
            return allowed


def meaning_used(student: Student) -> Meaning:
    """The meaning under which `student` was judged, without a note: for whoever stands in for their code."""
    convention: MaskConvention = student.memo.get(_KEY, COURSE)
    return convention.meaning
