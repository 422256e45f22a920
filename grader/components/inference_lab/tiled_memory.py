"""What tiled attention is for: the matrix of all scores is never there.

Not measured but limited: in a fresh process that may take `MEBIBYTES` more than it has, tiles get through and an n x n
matrix doesn't.  For n = 3072 the matrix of scores has 36 MiB in float32 and 72 in float64, and code that makes it holds
two or three of that size; all that tiles of 48 keys need is below 8 MiB.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import exact
from grader.checks.pace import NOT_MEASURED, bench_of
from grader.checks.student import Settled, Student, first_array, settled_by
from grader.compare import compare, numbers, tolerance_for
from grader.components.component import Component
from grader.components.inference_lab import tiled_attention
from grader.model import Array, CallFunction, NoReply, Reply, Returned, Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

N, D, BLOCK = 3072, 5, 48
MEBIBYTES = 20
LESS_THAN_THE_MATRIX = 32  # MiB; in float32, the least that it's ever held in, it has 36


def no_full_matrix(student: Student) -> Text | None:
    small = _question(student, 24, 8)
    is_right = _is(_of_reference(student, small), student.ask(small))
    if not is_right and not _attends(student, small):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    bench = bench_of(student)
    call = _question(student, N, BLOCK)
    # A wrong divisor, or a sum that isn't corrected, is the affair of `tiled_attention`: tiles are tiles all the same.
    expected = _of_reference(student, call) if is_right else _of_few_queries(student, call)
    if expected is None:
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    limited = bench.answer_within(student.ask, call, MEBIBYTES)
    if limited is None or (isinstance(limited, NoReply) and limited.verdict is Verdict.UNGRADABLE):
        raise Settled(
            Verdict.INCONCLUSIVE,
            Text("Right, but memory can't be limited on this machine. You lose no points for it."),
        )
    if _is(expected, limited):
        return None
    if isinstance(limited, NoReply) and limited.verdict is Verdict.TIMED_OUT:
        raise settled_by(limited, Text("tiled_attention of {n} tokens", {"n": N}))
    if not _is(expected, student.ask(call)):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    roomier = bench.answer_within(student.ask, call, LESS_THAN_THE_MATRIX)
    keeps_tiles = roomier is not None and _is(expected, roomier)
    student.suspect(f"tiled_memory/{'every_tiles_output_kept' if keeps_tiles else 'whole_matrix'}")
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


def _rows(n: int) -> NDArray[np.intp]:
    """Some queries are enough, and all of them would take us a second."""
    return np.arange(0, n, max(1, n // 24))


def _of_reference(student: Student, call: CallFunction) -> Numbers:
    Q, K, V = (exact(array) for array in call.args[:3])
    output: Numbers = student.references.tiled_attention.tiled_attention(Q[_rows(len(Q))], K, V, 64)
    return output


def _of_few_queries(student: Student, call: CallFunction) -> Numbers | None:
    """What the student's own code gives where nothing is too large; None where that is no output."""
    Q, K, V, block = call.args
    assert isinstance(Q, Array)
    few = Array(Q.data[_rows(len(Q.data))], Q.library, Q.dtype)
    got = _output(student.ask(replace(call, args=(few, K, V, block))))
    return None if got is None or not np.isfinite(got.data).all() else got.data.astype(np.float64)


def _attends(student: Student, call: CallFunction) -> bool:
    """Is it some attention of all queries to all keys?  Each value has a say in each output, and not linearly by Q."""
    Q, K, V, block = call.args
    assert isinstance(Q, Array)
    assert isinstance(V, Array)
    dice = student.dice("tiled_memory.attends")
    step = dice.normal(0, 0.5, Q.shape)

    def output(queries: NDArray[Any], values: NDArray[Any]) -> Numbers | None:
        args = (student.array(queries), K, student.array(values), block)
        got = _output(student.ask(replace(call, args=args)))
        return got.data.astype(np.float64) if got is not None and got.shape == V.shape else None

    # Small queries: whatever the scores are divided by, no weight comes near to 0.
    queries = 0.2 * Q.data
    first, ahead, behind = (output(queries + sign * step, V.data) for sign in (0, 1, -1))
    if first is None or ahead is None or behind is None or not np.isfinite(first + ahead + behind).all():
        return False
    if np.allclose(ahead + behind, 2 * first, rtol=1e-3, atol=1e-3):
        return False
    for key in range(len(V.data)):
        changed = V.data.copy()
        changed[key] += 5.0
        moved = output(queries, changed)
        if moved is None or not (np.abs(moved - first).max(axis=1) > 1e-6).all():
            return False
    return True


def _output(reply: Reply) -> Array | None:
    got = numbers(first_array(reply.value)) if isinstance(reply, Returned) else None
    return got if isinstance(got, Array) and got.data.ndim == 2 else None


def _is(expected: Numbers, reply: Reply) -> bool:
    """Is `expected`, of some queries, what the reply gives for all of them?"""
    got = _output(reply)
    if got is None or got.shape[1] != expected.shape[1]:
        return False
    rows = got.data[_rows(len(got.data))]
    return rows.shape == expected.shape and compare(expected, rows, tolerance_for(got.dtype)).same


COMPONENT = Component(
    "tiled_memory",
    tuple(
        replace(form, checks=(Claim("no_full_matrix", Text("never holds all scores at once"), no_full_matrix),))
        for form in tiled_attention.COMPONENT.forms
    ),
    measured=True,
    about="tiled_attention",
)
