"""The next token: ``sample_next(logits, temperature=1.0, top_k=None, top_p=None)``.

Temperature and top-k as in the core's generator; top-p (nucleus sampling) is Holtzman et al., "The Curious Case of
Neural Text Degeneration" (2020), section 3.1: the smallest set of likeliest tokens whose mass reaches p.  Judged by the
frequencies of many draws, never by one seeded token: two right samplers draw differently from one seed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.cut_mistakes import drawn_from, draws_evenly, is_threshold, name_not_rescaled, name_top_k, name_top_p
from grader.checks.repeated_draws import (
    ROLE,
    Draws,
    as_ids,
    attempt,
    draw,
    has,
    note_changed_logits,
    sorted_order,
    unsorted,
)
from grader.checks.sampling import Law, departs, explained, frequency_text, softmax
from grader.checks.seeded_draws import departure_from_the_seed
from grader.checks.student import Settled, Student
from grader.components.component import Component, Form, Role
from grader.model import Raised, Text, Verdict

__all__ = ["COMPONENT"]

DRAWS = 900
FEWER = 500  # where it's which tokens come up that matters
FEW = 25
MANY = 1000  # tokens, about as probable

Numbers = NDArray[np.float64]


def peaked(dice: np.random.Generator, size: int, at: int) -> Numbers:
    """Logits that leave no doubt: all others are 60 below, or more."""
    logits = dice.uniform(-80, -60, size)
    logits[at] = 0.0
    return logits


def require_sense(student: Student) -> None:
    """A token that has all the probability must come up most: a constant, or an error, says nothing of the rest."""
    if "sampling.sense" in student.memo:
        return
    dice = student.dice("sampling.sense")
    for at in dice.permutation(5)[:4]:
        logits = peaked(dice, 5, int(at))
        run = draw(student, logits, 40, int(dice.integers(2**31)))
        if run.counts.argmax() != at and as_ids(student, logits, run).counts.argmax() != at:
            raise Settled(
                Verdict.WRONG,
                Text(
                    "{asked}: token {best} has practically all the probability, but {got} came up most.",
                    {"asked": run.asked, "best": int(at), "got": int(run.counts.argmax())},
                ),
            )
    student.memo["sampling.sense"] = True


# -- temperature -----------------------------------------------------------------------------------


def temperature(student: Student) -> Text | None:
    if not has(student, "temperature"):
        return _lacks(student, "temperature")
    dice = student.dice("sampling.temperature")
    logits = unsorted(dice, np.array([2.0, 1.0, 0.0, -1.0])) + dice.uniform(1, 2)
    runs = [(t, draw(student, logits, DRAWS, int(dice.integers(2**31)), temperature=t)) for t in (1.0, 0.5, 2.0)]
    draws = [(t, run.counts) for t, run in runs]
    tests = 4 * len(runs)
    note_changed_logits(student, logits)
    for t, run in runs:
        if not departs(run.counts, softmax(logits / t), tests):
            continue
        law = _PLACES if sorted_order(student) else explained(logits, draws, tests)
        named = _name_temperature(student, logits, runs, law.misconception if law else "")
        return Text(
            "{asked}: the tokens came up with the frequencies {got}; softmax(logits / temperature) gives "
            "{expected}. {cause}",
            {
                "asked": run.asked,
                "got": _frequencies(logits, run.counts / run.counts.sum()),
                "expected": _frequencies(logits, softmax(logits / t)),
                "cause": law.meaning if law and (law.misconception != "argmax" or named == "argmax") else Text(""),
            },
        )
    return None


_PLACES = Law(
    lambda z, t: softmax(np.sort(z / t)[::-1]),
    Text(
        "These are the frequencies of the places in a sorted list: what comes back is a token's rank, and its id is "
        "what was asked."
    ),
    "place_for_the_id",
)

_KNOWN_LAWS = {
    "place_for_the_id",
    "temperature_ignored",
    "temperature_after_softmax",
    "temperature_multiplied",
    "softmax_twice",
    "argmax",
    "seeded_in_the_function",
}


def _name_temperature(student: Student, logits: Numbers, runs: list[tuple[float, Draws]], law: str) -> str:
    """Suspect what `runs` show, where `law` is what their frequencies follow; its name, empty where there's none."""
    if all(len(run.support) == 1 for _, run in runs):
        # No chance at all: the largest logit, or the same random number each time?
        # Whoever draws from a sorted list has the likeliest first: of so many tokens no number but the least finds it.
        turned = [np.roll(np.eye(MANY)[0] * 0.01, at) for at in range(0, MANY, MANY // 4)]
        follows = all(draw(student, z, 3).support == {int(z.argmax())} for z in turned)
        law = "argmax" if follows else "seeded_in_the_function" if _makes_sense(student) else ""
    elif law == "temperature_ignored":
        # p / T is infinite at a T so small, and 0 at an infinite one; a T that isn't used changes nothing.
        law = (
            law
            if all(_is_without_effect(student, logits, t) for t in (1e-320, np.inf))
            else "temperature_after_softmax"
        )
    if law in _KNOWN_LAWS:
        student.suspect(f"sampling/{law}")
    return law


def _is_without_effect(student: Student, logits: Numbers, temperature: float) -> bool:
    """Do tokens come up as at 1?  Near 0 some take the most probable one, which says nothing."""
    if isinstance(attempt(student, logits, 3, temperature=temperature), Raised):
        return False
    run = draw(student, logits, FEWER, 1, temperature=temperature)
    return run.support == {int(logits.argmax())} or not departs(run.counts, softmax(logits), 12)


def _makes_sense(student: Student) -> bool:
    """A constant follows no logits at all, with whatever seed."""
    try:
        require_sense(student)
    except Settled:
        return False
    return True


def greedy(student: Student) -> Text | None:
    if not has(student, "temperature"):
        return _lacks(student, "temperature")
    require_sense(student)
    dice = student.dice("sampling.greedy")
    base = dice.permutation([1.5, 1.2, 0.9, 0.6, 0.3])
    # Several, since what is drawn from NaN is one token always, which may be the best by chance.
    for turned in (base, np.roll(base, 1), np.roll(base, 2)):
        reply = attempt(student, turned, FEW, temperature=0.0)
        if isinstance(reply, Raised):
            return _unclear(student, reply)
        run = draw(student, turned, FEW, temperature=0.0)
        best = {int(turned.argmax())}
        if run.support != best and as_ids(student, turned, run).support != best:
            law = "temperature_zero_means_one" if len(run.support) > 1 else "nan_at_temperature_zero"
            student.suspect(f"sampling/{law}")
            return Text(
                "{asked}: only {best}, the most probable token, may come up, or a clear error be raised; got {got}. "
                "Dividing by 0 makes NaN, and what is drawn from NaN has no meaning.",
                {"asked": run.asked, "best": int(turned.argmax()), "got": _listed(run.support)},
            )
    return None


def _unclear(student: Student, raised: Raised) -> Text | None:
    """An error is clear where the student's code raises it; one about NaN comes of a division by 0."""
    if raised.source_line.strip().startswith(("raise", "assert")) or "nan" not in raised.message.lower():
        return None
    student.suspect("sampling/nan_at_temperature_zero")
    return Text(
        "At temperature 0 the logits are divided by 0, and the error comes from NaN further down ({error}). Return the "
        "most probable token, or raise an error that says what is wrong.",
        {"error": raised.in_brief(100)},
    )


# -- which tokens are left -------------------------------------------------------------------------


def top_k(student: Student) -> Text | None:
    if not has(student, "top_k"):
        return _lacks(student, "top_k")
    dice = student.dice("sampling.top_k")
    logits = unsorted(dice, np.array([1.5, 1.2, 0.9, 0.6, 0.3, 0.0])) + dice.uniform(1, 2)
    order = np.argsort(-logits)
    whole = logits
    for k, lower in ((4, 0.0), (3, 4.0), (1, 0.0)):
        logits = whole - lower  # the same probabilities: all logits above 0, then all below
        # Which tokens are left is another matter than a seed inside.
        run = _cut(student, logits, FEWER if k > 1 else FEW, int(dice.integers(2**31)), top_k=k)
        only = _most_probable(k, order)
        if _in_places(student, logits, run, order[:k], only):
            continue
        broken = _wrong_support(run, order[:k], only)
        if broken is not None:
            name_top_k(student, order, k, run)
            name_not_rescaled(student, "top_k")
            return broken
        if (broken := _wrong_frequencies(student, logits, run, order[:k], "top_k")) is not None:
            return broken
    return _beside_top_p(student, logits, order) if has(student, "top_p") else None


def _beside_top_p(student: Student, logits: Numbers, order: NDArray[np.int64]) -> Text | None:
    """Given both, of the 5 tokens that have the mass 2 are left.  What else comes up then is `top_p`'s to say."""
    if isinstance(attempt(student, logits, 3, 0, deaf=True, top_k=2, top_p=0.9), Raised):
        return None
    run = draw(student, logits, FEWER, 1, deaf=True, top_k=2, top_p=0.9)
    if run.support != frozenset(map(int, order[:5])):
        return None
    student.suspect("sampling/top_k_ignored")
    return _wrong_support(run, order[:2], _most_probable(2, order))


def _most_probable(k: int, order: NDArray[np.int64]) -> Text:
    return Text("only the {k} most probable tokens, {kept}", {"k": k, "kept": _listed(order[:k])})


def _cut(student: Student, logits: Numbers, times: int, seed: int, **options: float | int) -> Draws:
    """Draws of which some tokens are cut off; where that raises, what it shows is noted."""
    try:
        return draw(student, logits, times, seed, deaf=True, **options)
    except Settled as settled:
        if settled.raised is not None and "do not sum to 1" in settled.raised.message:
            student.suspect("sampling/probabilities_not_rescaled")
        elif "top_p" in options and is_threshold(student):
            student.suspect("sampling/top_p_a_threshold")
        raise


def top_p(student: Student) -> Text | None:
    if not has(student, "top_p"):
        return _lacks(student, "top_p")
    dice = student.dice("sampling.top_p")
    # No sum of the largest is near a p that is asked, so that rounding decides nothing.
    logits = np.log(unsorted(dice, np.array([0.30, 0.24, 0.18, 0.13, 0.10, 0.05]))) + dice.uniform(1, 2)
    order = np.argsort(-logits)
    for p, count in ((0.66, 3), (0.9, 5), (0.2, 1)):
        if count == 1 and isinstance(attempt(student, logits, FEW, deaf=True, top_p=p), Raised):
            student.suspect("sampling/top_p_drops_the_crossing_token")  # nothing is left
        run = _cut(student, logits, FEWER if count > 1 else FEW, int(dice.integers(2**31)), top_p=p)
        only = _smallest_set(p, order[:count])
        if _in_places(student, logits, run, order[:count], only):
            continue
        broken = _wrong_support(run, order[:count], only)
        if broken is not None:
            name_top_p(student, order, run)
            name_not_rescaled(student, "top_p")
            return broken
        if (broken := _wrong_frequencies(student, logits, run, order[:count], "top_p")) is not None:
            return broken
    return _beside_top_k(student, logits, order) if has(student, "top_k") else None


def _smallest_set(p: float, kept: NDArray[np.int64]) -> Text:
    return Text(
        "the smallest set of the most probable tokens whose probabilities reach {p} is {kept}; only these",
        {"p": p, "kept": _listed(kept)},
    )


def _beside_top_k(student: Student, logits: Numbers, order: NDArray[np.int64]) -> Text | None:
    """Given both, each cuts off what it would: 3 of the 5 that top-k leaves have the mass, whichever comes first."""
    alone = drawn_from(student, np.exp(logits), FEWER, top_k=5)
    if alone is None or departs(alone.counts, softmax(_cut_to(logits, order[:5])), 18):
        return None  # which is `top_k`'s to say
    run = draw(student, logits, FEWER, 1, deaf=True, top_k=5, top_p=0.66)
    only = _smallest_set(0.66, order[:3])
    return None if _in_places(student, logits, run, order[:3], only) else _wrong_support(run, order[:3], only)


def _in_places(student: Student, logits: Numbers, run: Draws, kept: NDArray[np.int64], only: Text) -> bool:
    """Are the right tokens left, but for that places come back where ids are due?"""
    if _wrong_support(run, kept, only) is None or sorted_order(student) == 0:
        return False
    ids = as_ids(student, logits, run)
    return _wrong_support(ids, kept, only) is None and not departs(ids.counts, softmax(_cut_to(logits, kept)), 18)


def _cut_to(logits: Numbers, kept: NDArray[np.int64]) -> Numbers:
    """`logits` (V,) with -inf for all tokens but those that are `kept`."""
    left = np.full(len(logits), -np.inf)
    left[kept] = logits[kept]
    return left


def _wrong_support(run: Draws, kept: NDArray[np.int64], only: Text) -> Text | None:
    wanted = frozenset(map(int, kept))
    values: dict[str, str | int | float | Text] = {"asked": run.asked, "only": only}
    if run.support - wanted:
        return Text(
            "{asked}: {only} may come up; {outside} came up too.",
            values | {"outside": _listed(run.support - wanted)},
        )
    if wanted - run.support:
        return Text(
            "{asked}: {only} may come up, and each of them must; in {draws} draws {lacking} never did.",
            values | {"draws": len(run.tokens), "lacking": _listed(wanted - run.support)},
        )
    return None


def _wrong_frequencies(
    student: Student, logits: Numbers, run: Draws, kept: NDArray[np.int64], option: str
) -> Text | None:
    """Among the tokens that are left, the frequencies are softmax's, unless they weren't before either."""
    expected = softmax(_cut_to(logits, kept))
    if not departs(run.counts, expected, 18):
        return None
    without = draw(student, logits, FEWER, 1, deaf=True)
    if departs(without.counts, softmax(logits), 18):
        return None  # the drawing itself is wrong, which is `temperature`'s to say
    name_not_rescaled(student, option)
    if draws_evenly(student, option):
        student.suspect("sampling/uniform_among_those_left")
    return Text(
        "{asked}: the tokens came up with the frequencies {got}; softmax over those that are left gives {expected}.",
        {
            "asked": run.asked,
            "got": _frequencies(logits, run.counts / run.counts.sum()),
            "expected": _frequencies(logits, expected),
        },
    )


# -- chance ----------------------------------------------------------------------------------------


def reproducible(student: Student) -> Text | None:
    require_sense(student)
    dice = student.dice("sampling.reproducible")
    logits = dice.permutation(np.linspace(0, 0.7, 8))
    one, other = (int(seed) for seed in dice.choice(2**31, 2, replace=False))
    return departure_from_the_seed(student, logits, (one, other), FEW)


def _lacks(student: Student, option: str) -> Text:
    return Text("`{name}` has no parameter {option}.", {"name": student.found[ROLE].name, "option": option})


def _listed(tokens: object) -> str:
    return ", ".join(map(str, sorted(int(i) for i in tokens)))  # type: ignore[attr-defined]


def _frequencies(logits: Numbers, shares: Numbers) -> str:
    order = np.argsort(-logits)
    return frequency_text("".join(map(str, order)), shares[order])


COMPONENT = Component(
    "sampling",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("logits", "temperature", "top_k", "top_p"),
                    1,
                    ("muestrear", "siguiente_token"),
                ),
            ),
            (
                Claim("temperature", Text("temperature divides the logits"), temperature),
                Claim("greedy", Text("temperature 0 is the most probable token, or a clear error"), greedy),
                Claim("top_k", Text("top-k keeps the k most probable"), top_k),
                Claim("top_p", Text("top-p keeps the smallest set that reaches p"), top_p),
                Claim("reproducible", Text("the seed decides"), reproducible),
            ),
            supporting=("greedy",),  # argmax alone has it, and samples nothing
        ),
    ),
)
