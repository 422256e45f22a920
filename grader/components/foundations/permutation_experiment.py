"""Does the order of tokens matter: ``permutation_experiment(f, X, permutation) -> bool`` (contract, *foundations*).

True where f(P X) = P f(X).  The functions are ours (``grader.inside.token_functions``): some are equivariant, as
attention without positions is; the others fail to be, in one way each, so that the answer can't be written down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from grader.checks.claim import Claim
from grader.checks.objects import call_function
from grader.checks.student import Settled, Student, number_text, shape_text
from grader.compare import NotNumbers, numbers
from grader.components.component import Component, Form, Role
from grader.components.foundations.permutation_questions import (
    EQUIVARIANT,
    EXCHANGED,
    D,
    N,
    Question,
    questions,
    rows_of_an_exchange,
    signs,
)
from grader.model import Array, Raised, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "permutation_experiment"
_EXCHANGES = ("one row", "another row", "last row")
_ONE_IS_RIGHT = {"fixed": False, "fixed, the first stays": True}

# The student's answers to some of the questions under known mistakes.
MISTAKES: tuple[tuple[str, Mapping[str, bool]], ...] = (
    ("invariance_for_equivariance", {"each": False, "mixing": False, "fixed": True, "rounding": True}),
    ("inverse_permutation", {"each": False, "mixing": False, "mixing, exchanges": True, "fixed": False}),
    ("too_tolerant", {"mixing": True, "fixed": False, "fixed by a little": True, "rounding": True}),
    (
        "tokens_never_permuted",
        {"each": False, "mixing": False, "mixing, exchanges": False, "alike as they stand": True, "rounding": True},
    ),
    (
        "permuted_twice",
        {
            "each": False,
            "mixing": False,
            "mixing, exchanges": False,
            "fixed": False,
            "fixed, exchanges": True,
            "rounding": True,
        },
    ),
    ("exact_comparison", {"each": True, "mixing": True, "rounding": False}),
    ("permutation_of_its_own", {"each": True, "mixing": True, "positions alike": False, "fixed": False}),
    # Where a single row is looked at, exactly those exchanges are seen that it's in.
    *(
        (
            "one_output_compared",
            {
                "mixing": True,
                "fixed by a little": False,
                **{name: row not in rows_of_an_exchange(name) for name in EXCHANGED},
            },
        )
        for row in range(N)
    ),
    (
        "most_are_enough",
        {
            "mixing": True,
            "rows 0 to 2": True,
            "rows 3 to 5": True,
            "rows 5 to 0": True,
            "fixed, the first stays": False,
            "fixed": False,
            "fixed by a little": False,
        },
    ),
    ("one_token_is_enough", {"mixing": True, **dict.fromkeys(EXCHANGED, True), **_ONE_IS_RIGHT}),
    ("sums_compared", {"mixing": True, "positions": False, "one row": True, "fixed": True, "rounding": True}),
    (
        "one_number_for_each_token",
        {
            "mixing": True,
            "positions": False,
            "one row": False,
            "another row": False,
            "one feature": True,
            "fixed": False,
        },
    ),
    (
        "answer_negated",
        {
            "each": False,
            "mixing": False,
            "mixing, exchanges": False,
            "positions": True,
            "positions alike": False,
            "one row": True,
            "fixed": True,
            "rounding": False,
        },
    ),
)


def answers(student: Student) -> Mapping[str, bool]:
    """The student's answers by question; settled WRONG where they say nothing: chance, or always the same."""
    if "permutation_experiment.answers" not in student.memo:
        asked = questions(student)
        rounds = [{name: _answer(student, q, seed) for name, q in asked.items()} for seed in range(3)]
        student.memo["permutation_experiment.answers"] = rounds
    rounds = student.memo["permutation_experiment.answers"]
    found: Mapping[str, bool] = rounds[0]
    if any(other != found for other in rounds[1:]):
        raise Settled(Verdict.WRONG, Text("The same question asked again gets another answer."))
    if len(set(found.values())) == 1:
        raise Settled(
            Verdict.WRONG,
            Text("The answer is {answer} for every function that was tried.", {"answer": str(found["each"])}),
        )
    if found != {name: name in EQUIVARIANT for name in found}:
        _suspect(student, found)
    return found


def _suspect(student: Student, found: Mapping[str, bool]) -> None:
    """The known mistakes that give these answers, and those to the questions that are only asked for them."""
    if "permutation_experiment.signs" not in student.memo:
        try:
            student.memo["permutation_experiment.signs"] = {
                name: _answer(student, question, 0) for name, question in signs(student).items()
            }
        except Settled:
            student.memo["permutation_experiment.signs"] = {}
    all_found = {**found, **student.memo["permutation_experiment.signs"]}
    for name, pattern in MISTAKES:
        if all(all_found.get(question) == answer for question, answer in pattern.items()):
            student.suspect(f"permutation_experiment/{name}")


def _answer(student: Student, question: Question, seed: int) -> bool:
    order = student.array(np.array(question.permutation, dtype=np.int64))
    reply = call_function(student, ROLE, {"token_function": question.options}, question.tokens, order, seed=seed)
    if isinstance(reply, Raised) and reply.type_name == "IndexError" and f" 1 with size {D}" in reply.message:
        student.suspect(f"{ROLE}/features_permuted")
    value = student.returned(reply, question.asked).value
    if isinstance(value, bool) or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    if isinstance(value, Array) and value.data.size == 1 and value.data.dtype.kind in "b":
        return bool(value.data.reshape(-1)[0])
    if isinstance(value, Array) and value.data.dtype.kind == "b" and len(value.data) == N:
        student.suspect(f"{ROLE}/an_answer_for_each_token")
    raise Settled(
        Verdict.WRONG,
        Text(
            "{asked}: True or False is expected, but {got} came back.", {"asked": question.asked, "got": _shown(value)}
        ),
    )


def _shown(value: Value) -> str | Text:
    found = numbers(value)
    if isinstance(found, NotNumbers):
        return found.what
    if found.data.size == 1:
        return number_text(float(found.data.reshape(-1)[0]))
    return Text("an array of shape {shape}", {"shape": shape_text(found.shape)})


def _says(expected: bool, *names: str) -> Callable[[Student], Text | None]:
    def holds(student: Student) -> Text | None:
        found = answers(student)
        for name in names:
            if found[name] != expected:
                return Text(
                    "{asked}: {got} came back; {expected} was expected.",
                    {"asked": questions(student)[name].asked, "got": str(found[name]), "expected": str(expected)},
                )
        return None

    return holds


COMPONENT = Component(
    "permutation_experiment",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("f", "X", "permutation"),
                    3,
                    ("experimento_permutacion", "is_permutation_equivariant", "es_equivariante"),
                ),
            ),
            (
                Claim(
                    "equivariant",
                    Text("True where outputs move with their tokens"),
                    _says(True, "each", "mixing", "mixing, exchanges", "positions alike"),
                ),
                Claim("positions", Text("False where positions are added"), _says(False, "positions")),
                Claim(
                    "one_row",
                    Text("False where a single output is out of place"),
                    _says(False, *_EXCHANGES, "one feature", "one number"),
                ),
                Claim(
                    "order_of_the_outputs",
                    Text("False where outputs stay and tokens move"),
                    _says(False, "fixed", "fixed by a little"),
                ),
                Claim("rounding", Text("True where only rounding differs"), _says(True, "rounding")),
            ),
        ),
    ),
)
