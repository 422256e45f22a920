"""Does the order of tokens matter: ``permutation_experiment(f, X, permutation) -> bool`` (contract, *foundations*).

True where f(P X) = P f(X).  The functions are ours (``grader.inside.token_functions``): some are equivariant, as
attention without positions is; the others fail to be, in one way each, so that the answer can't be written down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.objects import call_function
from grader.checks.student import Settled, Student, number_text, shape_text
from grader.compare import NotNumbers, numbers
from grader.components.component import Component, Form, Role
from grader.model import Array, Raised, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "permutation_experiment"
Numbers = NDArray[np.float64]
N, D = 7, 4
# A cycle through all tokens, so that it isn't its own inverse; and one that is.
CYCLE = (2, 4, 6, 1, 0, 3, 5)
EXCHANGES = (3, 5, 6, 0, 4, 1, 2)
NEIGHBOURS = (1, 0, 2, 3, 4, 5, 6)


@dataclass(frozen=True, eq=False)
class Question:
    """`options` make the function; `asked` says what it is."""

    options: Mapping[str, Value]
    tokens: Numbers
    permutation: tuple[int, ...]
    asked: Text


def questions(student: Student) -> dict[str, Question]:
    """By name."""
    dice = student.dice("functions")
    tokens = dice.normal(0, 1, (N, D))
    matrix = Array(dice.normal(0, 0.4, (D, D)))
    positions = dice.normal(0, 1, (N, D))
    far = dice.uniform(2, 4, (N, D))
    # Numbers near 3 are 2e-7 apart in float32.
    crumbs = dice.uniform(1, 2, (N, D)) * (1e-12 if student.library == "numpy" else 3e-7)
    mixing: dict[str, Value] = {"matrix": matrix, "decimals": 9}
    return {
        **_equivariant(mixing, tokens, positions),
        **_out_of_place(student, mixing, tokens),
        **_fixed(student, tokens, positions),
        "rounding": Question(
            _averaging(crumbs),
            far,
            CYCLE,
            Text("a function whose outputs differ in the last digits only, by rounding"),
        ),
    }


def _equivariant(mixing: dict[str, Value], tokens: Numbers, positions: Numbers) -> dict[str, Question]:
    """Outputs that move with their tokens, and the same with positions, that don't."""
    alike = positions.copy()
    alike[1] = alike[0]
    return {
        "each": Question({}, tokens, CYCLE, Text("a function that doubles each token")),
        "mixing": Question(mixing, tokens, CYCLE, Text("attention without positions")),
        "mixing, exchanges": Question(
            mixing, tokens, EXCHANGES, Text("attention without positions, tokens exchanged in pairs")
        ),
        "positions": Question(
            {**mixing, "before": Array(positions)}, tokens, CYCLE, Text("attention with positions added")
        ),
        "positions alike": Question(
            {**mixing, "before": Array(alike)},
            tokens,
            NEIGHBOURS,
            Text("attention with positions, the same one for the two tokens that change places"),
        ),
    }


def _out_of_place(student: Student, mixing: dict[str, Value], tokens: Numbers) -> dict[str, Question]:
    """Two outputs that are exchanged, or two features of each that belong to places."""
    # Neither the first feature of a row nor its mean shows it.
    feature = np.outer(student.dice("feature").permutation(np.linspace(-1.5, 1.5, N)), [0.0, 1.0, -1.0, 0.0])
    exchanged = {
        "one row": ((0, 1), Text("attention whose first two outputs are exchanged")),
        "another row": (
            (N - 3, N - 2),
            Text("attention with two outputs exchanged that are neither the first nor the last"),
        ),
        "last row": ((N - 2, N - 1), Text("attention whose last two outputs are exchanged")),
    }
    return {
        **{
            name: Question({**mixing, "exchanged": rows}, tokens, CYCLE, asked)
            for name, (rows, asked) in exchanged.items()
        },
        "one feature": Question(
            {**mixing, "after": Array(feature)},
            tokens,
            CYCLE,
            Text("attention of whose outputs two features belong to places, and the first one and the mean don't"),
        ),
    }


def _fixed(student: Student, tokens: Numbers, positions: Numbers) -> dict[str, Question]:
    """Outputs that stay where they are in whatever order the tokens come."""
    # Much more than rounding, and much less than an output.
    little = student.dice("a little").permutation(np.linspace(-0.05, 0.05, N * D)).reshape(N, D)
    return {
        "fixed": Question(
            _averaging(positions),
            tokens,
            CYCLE,
            Text("a function whose outputs stay as they are in whatever order the tokens come"),
        ),
        "fixed by a little": Question(
            _averaging(little),
            tokens,
            CYCLE,
            Text("a function whose outputs differ by some hundredths, and stay as they are"),
        ),
    }


def _averaging(table: Numbers) -> Mapping[str, Value]:
    """The mean of all tokens, with a row of `table` (n, d) added in each place."""
    return {"mean": True, "decimals": 9, "after": Array(table)}


_EXCHANGES = ("one row", "another row", "last row")

# The student's answers to some of the questions under known mistakes.
MISTAKES: tuple[tuple[str, Mapping[str, bool]], ...] = (
    ("invariance_for_equivariance", {"each": False, "mixing": False, "fixed": True, "rounding": True}),
    ("inverse_permutation", {"each": False, "mixing": False, "mixing, exchanges": True, "fixed": False}),
    ("too_tolerant", {"mixing": True, "fixed": False, "fixed by a little": True, "rounding": True}),
    (
        "tokens_never_permuted",
        {"each": False, "mixing": False, "mixing, exchanges": False, "fixed": False, "rounding": True},
    ),
    ("exact_comparison", {"each": True, "mixing": True, "rounding": False}),
    ("permutation_of_its_own", {"each": True, "mixing": True, "positions alike": False, "fixed": False}),
    # Whichever row alone is looked at, it's in one of these exchanges and not in all of them.
    *(
        ("one_output_compared", {"mixing": True, "fixed by a little": False, **dict(zip(_EXCHANGES, row, strict=True))})
        for row in product((True, False), repeat=3)
        if len(set(row)) == 2
    ),
    ("one_token_is_enough", {"mixing": True, "one row": True, "another row": True, "last row": True, "fixed": False}),
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
    for name, pattern in MISTAKES:
        if all(found[question] == answer for question, answer in pattern.items()):
            student.suspect(f"permutation_experiment/{name}")
    return found


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
                    _says(False, *_EXCHANGES, "one feature"),
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
