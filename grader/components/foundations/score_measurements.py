"""What ``score_spread`` gives, asked at several widths and numbers of pairs, and whether it was measured at all.

A measured deviation strays from draw to draw, by a quarter with 8 pairs.  A number that doesn't is the theory's: √d_k
or 1 written down, or scores divided by their own deviation, which is 1 whatever they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Settled, Student
from grader.model import CallFunction, Text, Value, Verdict

__all__ = [
    "FEW",
    "MANY",
    "PAIRS",
    "PAIRS_OF_THEIR_OWN",
    "ROLE",
    "SIZES",
    "answers_of",
    "asked_of",
    "chooses_pairs",
    "evidence",
    "measured",
    "number_that_varies",
    "seed_at",
    "spread",
    "strays_of",
    "written_down",
]

ROLE = "score_spread"
SIZES = (4, 16, 64)
# No squares, so that √d_k isn't a whole number.
OTHER_SIZES = (7, 23, 61)
WIDTHS = range(9, 25)
# Few enough for code that makes the scores of each query with each key: 2000² of them are 32 MB.
PAIRS = 2_000
# Assumed of a function that doesn't let us choose: a tenth of what the course proposes.
PAIRS_OF_THEIR_OWN = 1_000
FEW, MANY = 8, 2048

# (d_k, of q·k, of q·k / √d_k)
Answer = tuple[int, float, float]


def spread(student: Student, d_k: int, n: int = PAIRS, seed: int = 0, drawn: int = 0) -> tuple[float, float]:
    """What the student measures: (of q·k, of q·k / √d_k).  `drawn` seeds the libraries' own generators."""
    definition = student.found[ROLE]
    asked = asked_of(student, d_k, n, seed)
    call = CallFunction(definition.name, _arguments(student, d_k, n, seed), seed=drawn)
    reply = student.returned(student.ask(call), asked)
    value: Value = tuple(reply.value.values()) if isinstance(reply.value, Mapping) else reply.value
    numbers = student.numbers(value, asked)
    if numbers.data.size != 2 or not np.isfinite(numbers.data).all():
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: two finite numbers are expected, the standard deviation of q·k and that of q·k / √d_k.",
                {"asked": asked},
            ),
        )
    raw, scaled = (float(part) for part in numbers.data.reshape(-1))
    return raw, scaled


def _arguments(student: Student, d_k: int, n: int, seed: int) -> tuple[int, ...]:
    definition = student.found[ROLE]
    return (d_k, n, seed)[: 3 if definition.takes(3) else 2 if definition.takes(2) else 1]


def asked_of(student: Student, d_k: int, n: int, seed: int) -> Text:
    return Text("score_spread({args})", {"args": ", ".join(map(str, _arguments(student, d_k, n, seed)))})


def seed_at(student: Student, d_k: int) -> int:
    """The one that `measured` passes, so that a student can repeat what a message shows."""
    return int(student.dice(f"seed at {d_k}").integers(1000))


def chooses_pairs(student: Student) -> bool:
    return student.found[ROLE].takes(2) or student.found[ROLE].takes(3)


def measured(student: Student) -> dict[int, tuple[float, float]]:
    """By d_k; settled WRONG where no sampling error shows at all, or only numbers that aren't of dot products."""
    found = _at_sizes(student)
    answers = evidence(student)
    if all(number == round(number) for _, *pair in answers for number in pair) or written_down(student) == (True, True):
        raise Settled(
            Verdict.WRONG,
            Text(
                "What came back is exactly the theory, without any sampling error. Draw n queries and n keys, and "
                "measure."
            ),
        )
    return found


def _at_sizes(student: Student) -> dict[int, tuple[float, float]]:
    if "score_spread.at sizes" not in student.memo:
        student.memo["score_spread.at sizes"] = {
            d_k: spread(student, d_k, seed=seed_at(student, d_k), drawn=seed_at(student, d_k)) for d_k in SIZES
        }
    found: dict[int, tuple[float, float]] = student.memo["score_spread.at sizes"]
    return found


def answers_of(student: Student, n: int) -> list[Answer]:
    """The answers for `n` pairs at 16 widths, each with a seed of its own."""
    memo = f"score_spread.answers of {n}"
    if memo not in student.memo:
        student.memo[memo] = [(d_k, *spread(student, d_k, n, 100 + d_k, 500 + d_k)) for d_k in WIDTHS]
    answers: list[Answer] = student.memo[memo]
    return answers


def evidence(student: Student) -> list[Answer]:
    """Answers in which chance shows: of 8 pairs, where the number of pairs can be chosen and such a call comes back."""
    if "score_spread.evidence" not in student.memo:
        sizes: list[Answer] = [(d_k, *pair) for d_k, pair in _at_sizes(student).items()]
        try:
            few = answers_of(student, FEW) if chooses_pairs(student) else None
        except Settled:  # it's told where the number of pairs is judged
            few = None
        if few is None:
            seeds = {d_k: seed_at(student, d_k) for d_k in OTHER_SIZES}
            few = [(d_k, *spread(student, d_k, seed=seed, drawn=seed)) for d_k, seed in seeds.items()]
        student.memo["score_spread.evidence"] = sizes + few
    answers: list[Answer] = student.memo["score_spread.evidence"]
    return answers


def written_down(student: Student, *, exchanged: bool = False) -> tuple[bool, bool]:
    """Is the theory in the place of a measurement of q·k, and of q·k / √d_k?  `exchanged`: they come the other way."""
    answers = [(d, other, one) if exchanged else (d, one, other) for d, one, other in evidence(student)]
    raws = [(d, raw) for d, raw, _ in answers]
    raw_is = any(_is_everywhere(raws, theory) for theory in (math.sqrt, float))
    return raw_is, _is_constant([scaled for *_, scaled in answers]) and (raw_is or _varies(raws))


def number_that_varies(student: Student) -> int:
    """Which of the two numbers shows the draws: the first, unless that one is written down."""
    answers = evidence(student)
    first_is_theory = written_down(student)[0] or _is_constant([first for _, first, _ in answers])
    return 1 if first_is_theory else 0


def _is_everywhere(raws: Sequence[tuple[int, float]], theory: Callable[[int], float]) -> bool:
    """Is each number the theory's, as it is or rounded to the same two decimals or more?

    Not to one: many pairs, rounded so, come to that by themselves.
    """
    return any(
        all(abs(raw - (theory(d) if places is None else round(theory(d), places))) < 1e-7 * d for d, raw in raws)
        for places in (None, 2, 3, 4, 5, 6)
    )


def _is_constant(numbers: Sequence[float]) -> bool:
    """As far as float32 tells."""
    return float(np.ptp(numbers)) <= 2e-6 * max(map(abs, numbers))


def _varies(raws: Sequence[tuple[int, float]]) -> bool:
    """Do the numbers stray from their trend by more than the decimals that they're rounded to would hide?"""
    values = np.array([raw for _, raw in raws])
    if (values <= 0).any():
        return True
    places = next((p for p in range(6) if np.allclose(values, values.round(p), rtol=1e-6, atol=0)), 6)
    return bool(np.abs(np.expm1(strays_of(raws))).max() > 10.0**-places)


def strays_of(raws: Sequence[tuple[int, float]]) -> NDArray[np.float64]:
    """How far each logarithm is from a straight line in ln(d_k)."""
    x, y = np.log([d for d, _ in raws]), np.log([raw for _, raw in raws])
    residuals: NDArray[np.float64] = y - np.polyval(np.polyfit(x, y, 1), x)
    return residuals
