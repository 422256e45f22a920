"""How often a timing verdict is wrong: N verdicts each for identical code, twice the work, and loops over tokens.

Run it as ``python -m benchmarks.timing.false_verdicts [N]`` (default 300) on an otherwise idle machine: first as it
is, then with a busy loop on each of two processors.  It times what `attention_speed` does: its baseline, sizes and
limit.  Wrong is TOO_SLOW for the first two and KEEPS_PACE for the loops; inconclusive costs nobody anything.  Single
attempts are counted, without the second try.

With 0 wrong of N, the true rate is below 3 / N (95 % confidence).  The last column is the median wall time of a
verdict, the kernels being up.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.command import number_for
from benchmarks.timing.verdicts import print_table
from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.components.transformer.attention_speed import BASELINE, CALLS, GAP, KEYS, QUERIES, D
from grader.kernel.warm import Zygote
from grader.model import Array, CallFunction, Cell, Each, Limits, Submission, Value
from grader.model.pace import Judgement, Outcome, Round, Turn
from grader.timing import CPU, contest, judge, open_pair

VERDICTS = 300
VERDICTS_PER_PAIR = 10  # kernels come out differently: each is good for so many
ONCE = BASELINE["numpy"].replace("def attention", "def once")
QUERY_BY_QUERY = """
import numpy as np
def attention(Q, K, V):
    rows = []
    for q in Q:
        e = np.exp(K @ q / np.sqrt(len(q)))
        rows.append(e / e.sum() @ V)
    return np.array(rows), None
"""
# What is timed, and what should be said of it.
STUDENTS = {
    "identical": (BASELINE["numpy"], Outcome.KEEPS_PACE),
    "twice the work": (
        f"{ONCE}\ndef attention(Q, K, V):\n    once(Q, K, V)\n    return once(Q, K, V)\n",
        Outcome.KEEPS_PACE,
    ),
    "naive, query by query": (QUERY_BY_QUERY, Outcome.TOO_SLOW),
    "naive, pair by pair": (
        QUERY_BY_QUERY.replace("K @ q", "np.array([k @ q for k in K])"),
        Outcome.TOO_SLOW,
    ),
}


class Attention:
    """As `grader.components.transformer.attention_speed` draws it."""

    label = "attention"

    def draw(self, dice: np.random.Generator) -> Round:
        n = int(dice.integers(QUERIES - QUERIES // 20, QUERIES + QUERIES // 20 + 1))
        Q, K, V = (dice.standard_normal((CALLS, tokens, D)) for tokens in (n, KEYS, KEYS))
        weights = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(D))
        expected = weights / weights.sum(axis=-1, keepdims=True) @ V

        def is_right(value: Value) -> bool:
            got = numbers(value)
            return not isinstance(got, NotNumbers) and compare(expected, got.data, tolerance_for(got.dtype)).same

        turn = Turn(Each(CallFunction("attention", (Array(Q), Array(K), Array(V))), 0))
        return Round(turn, turn, is_right)


def judgements(zygote: Zygote, source: str, verdicts: int) -> Iterator[tuple[Judgement, float]]:
    """Each with its seconds, without the start of the kernels."""
    student = Submission("student", "", (Cell(1, source),), {})
    for first in range(0, verdicts, VERDICTS_PER_PAIR):
        with open_pair(zygote, student, BASELINE["numpy"], CPU(), Limits()) as pair:
            for seed in range(first, min(first + VERDICTS_PER_PAIR, verdicts)):
                began = time.perf_counter()
                yield judge(contest(pair, Attention(), GAP.threshold, seed), GAP), time.perf_counter() - began


def row(loops: int, name: str, right: Outcome, got: list[tuple[Judgement, float]]) -> str:
    outcomes = Counter(judgement.outcome for judgement, _ in got)
    inconclusive = outcomes[Outcome.INCONCLUSIVE]
    wrong = len(got) - outcomes[right] - inconclusive
    reasons = Counter(str(j.reason.value) for j, _ in got if j.reason is not None)
    ratios = sorted(judgement.ratio for judgement, _ in got if judgement.ratio is not None)
    spread = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})" if ratios else ""
    rounds = statistics.mean(len(judgement.paces) for judgement, _ in got)
    seconds = statistics.median(seconds for _, seconds in got)
    why = "" if not reasons else ": " + ", ".join(f"{reason} {count}" for reason, count in reasons.items())
    verdicts = f"{wrong} of {len(got)} | {inconclusive}{why}"
    return f"| {loops} | {name} | {verdicts} | {spread} | {rounds:.1f} | {seconds:.2f} s |"


def main() -> None:
    verdicts = number_for(__doc__, "verdicts", VERDICTS, "for each student, quiet and busy")
    print(
        f"limit {GAP.threshold:.2f} times the baseline; {CALLS} calls of {QUERIES} queries over {KEYS} keys, "
        f"{D} feature, float64 a question; single tries"
    )
    header = ("busy loops", "student", "wrong", "inconclusive", "ratio", "rounds", "wall a verdict")
    print_table(header, STUDENTS, partial(judgements, verdicts=verdicts), row, preload_torch=False)


if __name__ == "__main__":
    main()
