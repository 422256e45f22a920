"""What a sampler that cuts tokens off does instead, asked with probabilities that tell the known mistakes apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.repeated_draws import Draws, attempt, draw
from grader.checks.student import Student
from grader.model import Raised

__all__ = ["drawn_from", "draws_evenly", "is_not_rescaled", "is_threshold"]


def drawn_from(
    student: Student, shares: Sequence[float] | NDArray[np.float64], times: int, **options: float | int
) -> Draws | None:
    """`times` draws from tokens with these probabilities; None where it raises."""
    logits = np.log(shares)
    if isinstance(attempt(student, logits, 3, 0, deaf=True, **options), Raised):
        return None
    return draw(student, logits, times, 1, deaf=True, **options)


def is_threshold(student: Student) -> bool:
    """Does a token stay whose own probability reaches p, or 1 - p?  3 tokens are due of the first, 1 of the second."""
    cases = (((0.17, 0.4, 0.13, 0.2, 0.1), 0.65, {1}), ((0.15, 0.4, 0.08, 0.25, 0.12), 0.2, {1, 3}))
    runs = ((drawn_from(student, shares, 100, top_p=p), kept) for shares, p, kept in cases)
    return any(run is not None and run.support == kept for run, kept in runs)


def is_not_rescaled(student: Student, option: str) -> bool:
    """Does the last id get the probability of what was cut?  Token 0 alone is left, of a probability of 0.5."""
    run = drawn_from(student, (0.5, 0.3, 0.2), 100, **{option: 1 if option == "top_k" else 0.4})
    return run is not None and run.support == {0, 2}


def draws_evenly(student: Student, option: str) -> bool:
    """Do the two tokens that are left come up alike, at probabilities of 0.9 and 0.08?"""
    run = drawn_from(student, (0.08, 0.9, 0.02), 200, **{option: 2 if option == "top_k" else 0.95})
    return run is not None and run.support == {0, 1} and 60 <= int(run.counts[0]) <= 140
