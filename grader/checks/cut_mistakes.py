"""What a sampler that cuts tokens off does instead, asked with probabilities that tell the known mistakes apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.repeated_draws import Draws, attempt, draw
from grader.checks.student import Student
from grader.model import Raised

__all__ = ["drawn_from", "draws_evenly", "is_threshold", "name_not_rescaled", "name_top_k", "name_top_p"]


def drawn_from(
    student: Student, shares: Sequence[float] | NDArray[np.float64], times: int, **options: float | int
) -> Draws | None:
    """`times` draws from tokens with these probabilities; None where it raises."""
    logits = np.log(shares)
    if isinstance(attempt(student, logits, 3, 0, deaf=True, **options), Raised):
        return None
    return draw(student, logits, times, 1, deaf=True, **options)


def is_threshold(student: Student) -> bool:
    """Does a token stay whose own probability reaches p, or 1 - p?"""
    # 1 token is due of the first, 3 of the second.  That 2 come up of the third tells chance from one token always,
    # as from a number that is the same in each draw.
    of_p, of_the_rest, both = (
        frozenset() if run is None else run.support
        for run in (
            drawn_from(student, (0.3, 0.08, 0.28, 0.24, 0.1), 100, top_p=0.2),
            drawn_from(student, (0.17, 0.4, 0.13, 0.2, 0.1), 100, top_p=0.65),
            drawn_from(student, (0.35, 0.05, 0.4, 0.12, 0.08), 100, top_p=0.7),
        )
    )
    return of_p == {0, 2, 3} or (of_the_rest == {1} and both == {0, 2})


def is_not_rescaled(student: Student, option: str) -> bool:
    """Does the last id get the probability of what was cut?  Token 0 alone is left, of a probability of 0.5."""
    run = drawn_from(student, (0.5, 0.3, 0.2), 100, **{option: 1 if option == "top_k" else 0.4})
    return run is not None and run.support == {0, 2}


def draws_evenly(student: Student, option: str) -> bool:
    """Do the two tokens that are left come up alike, at probabilities of 0.9 and 0.08?"""
    run = drawn_from(student, (0.08, 0.9, 0.02), 200, **{option: 2 if option == "top_k" else 0.95})
    return run is not None and run.support == {0, 1} and 60 <= int(run.counts[0]) <= 140


def name_top_k(student: Student, order: NDArray[np.int64], k: int, run: Draws) -> None:
    """What the set of the k likeliest tokens, which come first in `order`, becomes by a known mistake."""
    others = {
        "top_k_ignored": order,
        "top_k_smallest": order[-k:],
        "top_k_one_too_few": order[: k - 1],
        "top_k_one_too_many": order[: k + 1],
        "place_in_the_sorted_list": np.arange(k),
    }
    for name, support in others.items():
        if run.support == frozenset(map(int, support)):
            student.suspect(f"sampling/{name}")


def name_top_p(student: Student, order: NDArray[np.int64], run: Draws) -> None:
    """What a set of 3 that is due at p = 0.66 becomes by a known mistake."""
    others = {
        "top_p_ignored": order,
        "top_p_drops_the_crossing_token": order[:2],
        "top_p_one_too_many": order[:4],
        "place_in_the_sorted_list": np.arange(3),
    }
    for name, support in others.items():
        if run.support == frozenset(map(int, support)):
            student.suspect(f"sampling/{name}")
    # Of these probabilities, 0.45 are ids 0 and 1 as they stand, and ids 0 and 2 from the bottom.
    asked = drawn_from(student, (0.2, 0.5, 0.3), 100, top_p=0.45)
    found = frozenset() if asked is None else asked.support
    if found in ({0, 1}, {0, 2}) and not is_not_rescaled(student, "top_p"):
        student.suspect(f"sampling/{'top_p_in_the_order_of_ids' if 1 in found else 'top_p_from_the_bottom'}")
    elif is_threshold(student):
        student.suspect("sampling/top_p_a_threshold")


def name_not_rescaled(student: Student, option: str) -> None:
    """Asked where the wrong tokens are left, or with the wrong frequencies."""
    if is_not_rescaled(student, option):
        student.suspect("sampling/probabilities_not_rescaled")
