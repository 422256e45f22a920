"""An answer that is one number equals a known mistake's by chance: a cause is told where it explains all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.checks.matches_reference import Case, MatchesReference
from grader.checks.student import Student, run
from grader.diagnose.item import diagnose
from grader.diagnose.symptoms import Pair, symptom
from grader.model import Definition, Inspect, Misconception, Returned, Text, Verdict
from tests.fake_student import fake_student

SEEDS = range(20)


def distance(a: str, b: str, substitution: int = 1) -> int:
    """The edits that make `b` of `a` (Levenshtein 1966)."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y) * substitution)
    return row[-1]


MISTAKE = Misconception(
    "distance/substitution_costs_two",
    "distance",
    *(Text(""),) * 4,
    ("values",),
    functions={"distance": lambda a, b: distance(a, b, 2)},
)


def cases(dice: np.random.Generator, _: Student) -> Iterator[Case]:
    for lengths in ((6, 6), (5, 7), (4, 4), (0, 3), (8, 2)):
        words = ("".join(dice.choice(list("abc"), n)) for n in lengths)
        yield Case(Text("{a} and {b} letters", {"a": lengths[0], "b": lengths[1]}), tuple(words))


CHECK = MatchesReference(
    "values", Text("values"), "distance", cases, lambda refs, a, b: np.asarray(refs.distance.distance(a, b))
)


def judged(source: str, seed: int) -> tuple[Verdict, str, tuple[str, ...]]:
    ask = fake_student(source)
    reply = ask(Inspect(("distance",)))
    assert isinstance(reply, Returned)
    references: Any = SimpleNamespace(distance=SimpleNamespace(distance=distance))
    found = Definition("distance", "function")
    student = Student(ask, {"distance": found}, "numpy", seed, references)
    result = run(CHECK, student)
    right: dict[str, Callable[..., Any]] = {"distance": distance}
    return result.verdict, str(result.message), tuple(reason.id for reason in diagnose([result], [MISTAKE], right))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "source",
    ["def distance(a, b): return max(len(a), len(b))", "def distance(a, b): return sum(x != y for x, y in zip(a, b))"],
)
def test_what_a_single_answer_would_explain_is_not_told(source: str, seed: int) -> None:
    assert not judged(source, seed)[2]


TWO = """
        def distance(a, b):
            if len(a) == 8:
                {last}
            row = list(range(len(b) + 1))
            for i, x in enumerate(a, start=1):
                before, row[0] = row[0], i
                for j, y in enumerate(b, start=1):
                    before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + 2 * (x != y))
            return row[-1]
"""


@pytest.mark.parametrize("last", ["pass", "return 'eight'", "return None", "raise ValueError"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_explains_all_answers_is(seed: int, last: str) -> None:
    """A later answer that doesn't come, or is no number, doesn't hide it."""
    assert judged(TWO.format(last=last), seed)[2] == (MISTAKE.id,)


def pair(right: float, got: float) -> Pair:
    return Pair(np.array(right), np.array(got))


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ([(4, 3)], False),
        ([(4, 3), (4, 3)], False),  # the same question twice
        ([(4, 3), (8, 6)], True),
        ([(4, 3), (8, 7)], False),
        ([(4, 3), (8, 6), (5, 5)], False),
        ([(4, 3), (8, 6), (0, 0)], True),
    ],
)
def test_a_ratio_needs_two_numbers_and_is_refuted_by_one_that_is_right(
    pairs: list[tuple[float, float]], told: bool
) -> None:
    found = symptom([pair(right, got) for right, got in pairs])
    assert (found is not None and found.id == "scaled") == told


def test_the_message_is_of_the_first_difference_though_the_rest_is_asked() -> None:
    """And a later answer that doesn't come changes nothing."""
    verdict, message, _ = judged("def distance(a, b): return 99 if len(a) == 6 else 1 // 0", 0)
    assert (verdict, "6 and 6 letters: got 99" in message) == (Verdict.WRONG, True)
