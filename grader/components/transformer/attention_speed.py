"""Attention as a few operations on whole arrays: no Python loop over the queries, or over pairs of tokens.

Timed from outside, on the student's own `attention` without a mask, against a vectorised one of ours in a process
beside.  Many queries, few keys and a single feature: what a loop over the queries costs grows with their number alone,
while the work that is done in it, and the arrays of (queries, keys, features) that broadcasting makes, stay small.
So each way of writing the formula with whole arrays stays on one side of the limit, and each loop over all queries, if
only for the scores or for the outputs, on the other.  A loop over the few keys isn't told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from grader.checks.attend import arguments, ask, manner, read
from grader.checks.claim import Claim
from grader.checks.matches_reference import exact
from grader.checks.pace import NOT_MEASURED, cost_text, keeps_pace, place_of
from grader.checks.python_lines import Tokens, note_loops
from grader.checks.student import Settled, Student
from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.components.component import Component
from grader.components.transformer import attention
from grader.model import Array, CallFunction, Each, Text, Value, Verdict
from grader.model.pace import Gap, Outcome, Round, Turn

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

QUERIES, KEYS, D, CALLS = 448, 4, 1, 25
# Measured: einsum 1.1, broadcasting 1.2, with all that one may add (checks, a mask, a softmax in steps) 2.1; a loop
# over the queries for the outputs alone 8.5, for the scores alone 11 to 17, for all 29 and more, over pairs 26.
GAP = Gap(good=2.1, bad=8.5)
BASELINE = {
    "numpy": """
import numpy as np
def attention(Q, K, V):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ V, weights
""",
    "torch": """
import torch
def attention(Q, K, V):
    weights = torch.softmax(Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5, dim=-1)
    return weights @ V, weights
""",
}


@dataclass(frozen=True)
class Attention:
    """`CALLS` different calls in a question, each of queries (n, D), with n near `QUERIES`, over (`KEYS`, D): one alone
    would be too short.

    `part` is the place of the output among what the student's function returns.
    """

    student: Student
    part: int | str | None
    label: str = "attention"

    def draw(self, dice: np.random.Generator) -> Round:
        n = int(dice.integers(QUERIES - QUERIES // 20, QUERIES + QUERIES // 20 + 1))
        own, plain = self.question(dice, n, KEYS, CALLS)
        expected, _ = self.student.references.attention.attention(*map(exact, plain))

        def is_right(value: Value) -> bool:
            got = numbers(value)
            if isinstance(got, NotNumbers) or got.data.size != expected.size:
                return False
            return compare(expected, got.data.reshape(expected.shape), tolerance_for(got.dtype)).same

        return Round(Turn(own), Turn(Each(CallFunction("attention", plain), 0)), is_right)

    def question(
        self, dice: np.random.Generator, queries: int, keys: int, calls: int
    ) -> tuple[Each, tuple[Array, Array, Array]]:
        """What the student is asked, and the plain Q, K, V, of (calls, tokens, D)."""
        Q, K, V = (self.student.array(dice.normal(0, 1, (calls, tokens, D))) for tokens in (queries, keys, keys))
        name = self.student.found["attention"].name
        return Each(CallFunction(name, _stacked(self.student, (Q, K, V))), self.part), (Q, K, V)


def _stacked(student: Student, plain: tuple[Array, ...]) -> tuple[Array, ...]:
    """Each entry along the first axis as the student's function takes it: with more axes, with a mask."""
    how = manner(student)
    calls = len(plain[0].data)
    lead = (1,) * (how.rank - 2)
    args = tuple(replace(part, data=part.data.reshape(len(part.data), *lead, *part.shape[1:])) for part in plain)
    if not how.always_masked:
        return args
    mask = arguments(student, *(part.data[0] for part in plain))[3]
    return (*args, replace(mask, data=np.broadcast_to(mask.data, (calls, *mask.shape)).copy()))


def vectorised(student: Student) -> Text | None:
    dice = student.dice("attention_speed")
    Q, K, V = (dice.normal(0, 1, (7, d)) for d in (5, 5, 3))
    asked = Text("attention(Q, K, V)")
    value = ask(student, Q, K, V, asked=asked).value
    got = read(student, value, Q, K, V, asked).output
    expected, _ = student.references.attention.attention(*(exact(student.array(x)) for x in (Q, K, V)))
    if not compare(expected, got.data, tolerance_for(got.dtype)).same:
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    workload = Attention(student, place_of(value, got.data.size))
    judgement = keeps_pace(student, BASELINE[student.library], workload, GAP)
    if judgement.outcome is Outcome.KEEPS_PACE:
        return None
    student.suspect("attention_speed/loops_over_tokens")
    note_loops(
        student, tuple(Tokens(q, k, workload.question(dice, q, k, 1)[0]) for q, k in ((12, 4), (36, 4), (36, 16)))
    )
    return cost_text(
        judgement,
        Text("attention of {queries} queries over {keys} keys", {"queries": QUERIES, "keys": KEYS}),
        Text(
            "Ours has no loop over tokens. Such a loop, or a function that hides one (np.apply_along_axis, "
            "np.vectorize), is the commonest reason: compute all scores in one product, and the softmax of all rows "
            "at once."
        ),
    )


COMPONENT = Component(
    "attention_speed",
    tuple(
        replace(form, checks=(Claim("vectorised", Text("no loop over tokens"), vectorised),))
        for form in attention.COMPONENT.forms
    ),
    measured=True,
    about="attention",
)
