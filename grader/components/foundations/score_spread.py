"""Why scores are divided by √d_k: ``score_spread(d_k, n=10_000, seed=0)`` measures it (contract, *foundations*).

It returns the standard deviations of q·k and of q·k / √d_k over `n` pairs of standard normal q and k: √d_k and 1, but
for the sampling error.  How large that may be follows from n and d_k (:func:`allowed_error`).  A number without any
is the theory written down, not the experiment (``score_measurements``).  `n` and `seed` may be missing from the
signature.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from grader.checks.claim import Claim
from grader.checks.student import Settled, Student, number_text
from grader.components.component import Component, Form, Role
from grader.components.foundations.score_measurements import (
    FEW,
    MANY,
    PAIRS,
    PAIRS_OF_THEIR_OWN,
    ROLE,
    SIZES,
    answers_of,
    asked_of,
    chooses_pairs,
    evidence,
    measured,
    number_that_varies,
    seed_at,
    spread,
    strays_of,
    written_down,
)
from grader.model import Text, Verdict

__all__ = ["COMPONENT", "allowed_error"]


def _mean_size(d_k: int) -> float:
    """The mean of |q·k|, 2 Γ((d_k + 1) / 2) / (√π Γ(d_k / 2)): near √(2 d_k / π) where d_k is large."""
    return 2 * math.exp(math.lgamma((d_k + 1) / 2) - math.lgamma(d_k / 2)) / math.sqrt(math.pi)


# Standard deviations (of q·k, of q·k / √d_k) by d_k under known mistakes.
MISTAKES: Mapping[str, tuple[Callable[[int], float], Callable[[int], float]]] = {
    "not_divided": (math.sqrt, math.sqrt),
    "divided_by_d_k": (math.sqrt, lambda d: 1 / math.sqrt(d)),
    "root_taken_twice": (math.sqrt, lambda d: d**0.25),
    "variance_for_the_deviation": (float, lambda d: 1.0),
    "uniform_numbers": (lambda d: math.sqrt(7 * d / 144), lambda d: math.sqrt(7 / 144)),
    "same_vector_twice": (lambda d: math.sqrt(2 * d), lambda d: math.sqrt(2)),
    "mean_of_the_scores": (lambda d: 0.0, lambda d: 0.0),
    "mean_of_the_absolute_scores": (_mean_size, lambda d: _mean_size(d) / math.sqrt(d)),
    "uniform_around_zero": (lambda d: math.sqrt(d) / 3, lambda d: 1 / 3),
    "pair_exchanged": (lambda d: 1.0, math.sqrt),
    "divided_by_the_root_of_n": (math.sqrt, lambda d: math.sqrt(d / PAIRS)),
    "spread_of_the_vectors": (lambda d: 1.0, lambda d: 1 / math.sqrt(d)),
}


def allowed_error(d_k: int, n: int) -> float:
    """Six standard errors of a measured standard deviation, relative to it: one right answer in 10⁸ lies beyond.

    q·k is a sum of d_k independent products with fourth moment 9, so its kurtosis is 3 + 6 / d_k, and the measured
    deviation of n of them errs by √((2 + 6 / d_k) / (4 n)).
    """
    return 6 * math.sqrt((2 + 6 / d_k) / (4 * n))


def error_at(student: Student, d_k: int) -> float:
    return allowed_error(d_k, PAIRS if chooses_pairs(student) else PAIRS_OF_THEIR_OWN)


def _one(d_k: int) -> float:
    return 1.0


def _is_near(student: Student, which: int, theory: Callable[[int], float], d_k: int, number: float) -> bool:
    """Is `number`, the first or the second (`which`), the theory's but for its sampling error?

    Who always draws the same few pairs, whatever n is, pays for that alone: then the error is that of the answers among
    each other, and their mean is near the theory.
    """
    if abs(number / theory(d_k) - 1) <= error_at(student, d_k):
        return True
    try:
        if not chooses_pairs(student) or _n_matters(student):
            return False
        answers = [(d, pair[which]) for n in (FEW, MANY) for d, *pair in answers_of(student, n)]
    except Settled:
        return False
    ratios = np.array([one / theory(d) for d, one in answers])
    error = float(ratios.std())
    # At d_k = 4 it's 1.3 times that of the widths asked; of 30 pairs the mean lies 0.01 too low.
    near = abs(ratios.mean() - 1) <= 4 * error / math.sqrt(len(ratios)) + 0.02
    return near and error <= 0.2 and abs(number / theory(d_k) - 1) <= 5 * error


def raw_spread(student: Student) -> Text | None:
    found = measured(student)
    if written_down(student)[0]:
        student.suspect("score_spread/written_down")
        return Text(
            "The first number is the theory's in every call, {theory}, without any sampling error. Measure it: it's "
            "the standard deviation of n scores.",
            {"theory": "√d_k" if found[SIZES[-1]][0] < SIZES[-1] else "d_k"},
        )
    for d_k, (raw, _) in found.items():
        if _is_near(student, 0, math.sqrt, d_k, raw):
            continue
        _suspect(student, found)
        if _exchanged(student, found):
            return Text("The two numbers are in the other order: first that of q·k, then that of q·k / √d_k.")
        return Text(
            "{asked}: the standard deviation of q·k must come near {expected} (within {margin}); got {got}.",
            {
                "asked": asked_of(student, d_k, PAIRS, seed_at(student, d_k)),
                "expected": number_text(math.sqrt(d_k)),
                "margin": f"{100 * error_at(student, d_k):.0f} %",
                "got": number_text(raw),
            },
        )
    return None


def _exchanged(student: Student, found: Mapping[int, tuple[float, float]]) -> bool:
    """Do the two numbers come in the other order, right but for that, at every d_k?"""
    return all(
        _is_near(student, 1, math.sqrt, d_k, second) and _is_near(student, 0, _one, d_k, first)
        for d_k, (first, second) in found.items()
    )


def scaled_spread(student: Student) -> Text | None:
    found = measured(student)
    exchanged = _exchanged(student, found)
    if written_down(student, exchanged=exchanged)[1]:
        student.suspect("score_spread/written_down")
        return Text(
            "The number for q·k / √d_k is {got} in every call, whatever is drawn. A deviation that is measured varies "
            "from one draw to the next.",
            {"got": number_text(found[SIZES[0]][0 if exchanged else 1])},
        )
    if exchanged:
        student.note(Text("Your second number was taken for the first, and the first for the second."))
        return None  # the order costs the first check alone
    if all(raw == scaled == found[SIZES[0]][0] for raw, scaled in found.values()):
        return Text("Both numbers are the same at every d_k: no scores can be seen in them.")
    for d_k, (_, scaled) in found.items():
        if _is_near(student, 1, _one, d_k, scaled):
            continue
        _suspect(student, found)
        return Text(
            "{asked}: the standard deviation of q·k / √d_k must come near 1 at every d_k (within {margin}); got {got}.",
            {
                "asked": asked_of(student, d_k, PAIRS, seed_at(student, d_k)),
                "margin": f"{100 * error_at(student, d_k):.0f} %",
                "got": number_text(scaled),
            },
        )
    return None


def _suspect(student: Student, found: Mapping[int, tuple[float, float]]) -> None:
    """The known mistake that has these deviations at every d_k."""
    for name, (raw, scaled) in MISTAKES.items():
        near = [
            abs(got - wanted) <= max(error_at(student, d_k) * 1.5 * wanted, 0.2 * (wanted == 0) * math.sqrt(d_k))
            for d_k, pair in found.items()
            for got, wanted in zip(pair, (raw(d_k), scaled(d_k)), strict=True)
        ]
        if all(near) and CONFIRMED.get(name, _always)(student):
            student.suspect(f"score_spread/{name}")
            return
    if chooses_pairs(student) and _summed_over_pairs(found):
        student.suspect("score_spread/summed_over_the_pairs")


def _always(student: Student) -> bool:
    return True


def _shrinks_with_n(student: Student) -> bool:
    """A mean of n scores is the nearer to 0 the more there are, by 16 times here; other small numbers stay as small."""
    if not chooses_pairs(student):
        return any(raw < 0 for _, raw, _ in evidence(student))
    few, many = (float(np.sqrt(np.mean([raw**2 / d_k for d_k, raw, _ in answers_of(student, n)]))) for n in (FEW, MANY))
    return 6 * many < few < 40 * many


def _scatters_like_single_entries(student: Student) -> bool:
    """The deviation of 8 x 256 numbers is known to some hundredths, that of 8 numbers to a quarter."""
    if not chooses_pairs(student):
        return False
    found = [spread(student, 256, FEW, 30 + i, 40 + i)[0] for i in range(12)]
    return 1e-3 < float(np.std(found)) < 0.09


# Numbers that others give too: these mistakes are known by something else besides.
CONFIRMED: Mapping[str, Callable[[Student], bool]] = {
    "mean_of_the_scores": _shrinks_with_n,
    "spread_of_the_vectors": _scatters_like_single_entries,
}


def _summed_over_pairs(found: Mapping[int, tuple[float, float]]) -> bool:
    """Are these deviations of d_k sums of n products each?  They're near √n, the nearer the larger d_k is."""
    return all(
        0 < raw <= (1 + 6 / math.sqrt(2 * d_k)) * math.sqrt(PAIRS)
        and (d_k < 16 or raw >= 0.3 * math.sqrt(PAIRS))
        and abs(scaled * math.sqrt(d_k) / raw - 1) < 1e-3
        for d_k, (raw, scaled) in found.items()
    )


def n_pairs(student: Student) -> Text | None:
    """The fewer the pairs, the more an answer strays from its own trend: by 16 times from 2048 pairs to 8.

    What the trend over d_k is doesn't matter (a straight line in the logarithms), so that a wrong power costs nothing.
    """
    if not chooses_pairs(student):
        raise Settled(Verdict.NOT_APPLICABLE, Text("There is no parameter n."))
    measured(student)
    if _n_matters(student):
        return None
    few, many = (_scatter(student, n) for n in (FEW, MANY))
    found = measured(student)
    if all(_is_near(student, 0, math.sqrt, d_k, raw) for d_k, (raw, _) in found.items()):
        student.suspect("score_spread/n_ignored")  # else it's another number that scatters in its own way
    if not math.isfinite(few + many):
        return Text("Some of the answers are 0 or below: no standard deviation of scores that are drawn is.")
    return Text(
        "With 8 pairs the answers scatter by {few} around their trend, with 2048 by {many}; 16 times less was "
        "expected. Is n the number of pairs of q and k?",
        {"few": f"{100 * few:.2g} %", "many": f"{100 * many:.2g} %"},
    )


def _n_matters(student: Student) -> bool:
    few, many = (_scatter(student, n) for n in (FEW, MANY))
    return 4 * many < few and many > 1e-6


def _scatter(student: Student, n: int) -> float:
    """The scatter of ln(deviation) around a straight line in ln(d_k): 16 widths, each with a seed of its own."""
    which = number_that_varies(student)
    answers = [(d_k, pair[which]) for d_k, *pair in answers_of(student, n)]
    if min(answer for _, answer in answers) <= 0:
        return math.nan
    return float(np.std(strays_of(answers)))


def reproducible(student: Student) -> Text | None:
    """The same seed gives the same numbers, whatever was drawn before; another seed gives others."""
    if not student.found[ROLE].takes(3):
        raise Settled(Verdict.NOT_APPLICABLE, Text("There is no parameter seed."))
    measured(student)
    first, again = (spread(student, 16, 200, 5, drawn) for drawn in (1, 2))
    if first != again:
        student.suspect("score_spread/not_seeded")
        return Text(
            "{asked}: two calls with the same seed give {first} and {again}. Make the generator from the seed.",
            {"asked": asked_of(student, 16, 200, 5), "first": number_text(first[0]), "again": number_text(again[0])},
        )
    if spread(student, 16, 200, 6, 1) != first:
        return None
    student.suspect("score_spread/seed_ignored")
    return Text("Seeds 5 and 6 give the same numbers: the seed isn't used.")


COMPONENT = Component(
    "score_spread",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (Role(ROLE, "function", ("d_k", "n", "seed"), 1, ("dispersion_puntuaciones",)),),
            (
                Claim("raw_spread", Text("q·k spreads like √d_k"), raw_spread),
                Claim("scaled_spread", Text("q·k / √d_k spreads like 1"), scaled_spread),
                Claim("n_pairs", Text("measured over n pairs"), n_pairs),
                Claim("reproducible", Text("the same seed gives the same numbers"), reproducible),
            ),
            # What repeats itself need not be right.
            supporting=("reproducible",),
        ),
    ),
)
