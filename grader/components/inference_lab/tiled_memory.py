"""What tiled attention is for: the matrix of all scores is never there.

Not measured but limited: in a fresh process that may take `MEBIBYTES` more than it has, tiles get through and an n x n
matrix doesn't.  For n = 3072 the matrix of scores has 36 MiB in float32 and 72 in float64, and code that makes it holds
two or three of that size; all that tiles of 64 keys need is below 8 MiB.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from grader.checks.claim import Claim
from grader.checks.matches_reference import exact
from grader.checks.pace import NOT_MEASURED, bench_of
from grader.checks.student import Settled, Student, first_array, settled_by
from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.components.component import Component
from grader.components.inference_lab import tiled_attention
from grader.model import CallFunction, NoReply, Reply, Returned, Text, Verdict

__all__ = ["COMPONENT"]

N, D, BLOCK = 3072, 8, 64
MEBIBYTES = 20


def no_full_matrix(student: Student) -> Text | None:
    small = _question(student, 24, 8)
    if not _is_right(student, small, student.ask(small)):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    bench = bench_of(student)
    call = _question(student, N, BLOCK)
    limited = bench.answer_within(student.ask, call, MEBIBYTES)
    if limited is None or (isinstance(limited, NoReply) and limited.verdict is Verdict.UNGRADABLE):
        raise Settled(
            Verdict.INCONCLUSIVE,
            Text("Right, but memory can't be limited on this machine. You lose no points for it."),
        )
    if _is_right(student, call, limited):
        return None
    if isinstance(limited, NoReply) and limited.verdict is Verdict.TIMED_OUT:
        raise settled_by(limited, Text("tiled_attention of {n} tokens", {"n": N}))
    if not _is_right(student, call, student.ask(call)):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    student.suspect("tiled_memory/whole_matrix")
    itemsize = 8 if student.library == "numpy" else 4
    return Text(
        "tiled_attention of {n} tokens in tiles of {block} works, but not in a process that may take {limit} MiB more "
        "than it has. All scores at once, {n} x {n}, would be {matrix} MiB; what one tile needs is less than 8.",
        {"n": N, "block": BLOCK, "limit": MEBIBYTES, "matrix": N * N * itemsize >> 20},
    )


def _question(student: Student, n: int, block: int) -> CallFunction:
    dice = student.dice(f"tiled_memory.{n}")
    Q, K, V = (student.array(dice.normal(0, 1, (n, D))) for _ in range(3))
    return CallFunction(student.found[tiled_attention.ROLE].name, (Q, K, V, block))


def _is_right(student: Student, call: CallFunction, reply: Reply) -> bool:
    if not isinstance(reply, Returned):
        return False
    got = numbers(first_array(reply.value))
    Q, K, V = (exact(array) for array in call.args[:3])
    if isinstance(got, NotNumbers) or got.shape != V.shape:
        return False
    reference = student.references.tiled_attention.tiled_attention
    # Some rows are enough, and the whole would take us a second.
    rows = np.arange(0, len(Q), max(1, len(Q) // 24))
    expected = reference(Q[rows], K, V, 64)
    return compare(expected, got.data[rows], tolerance_for(got.dtype)).same


COMPONENT = Component(
    "tiled_memory",
    tuple(
        replace(form, checks=(Claim("no_full_matrix", Text("never holds all scores at once"), no_full_matrix),))
        for form in tiled_attention.COMPONENT.forms
    ),
    measured=True,
    about="tiled_attention",
)
