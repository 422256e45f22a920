"""What tiled attention is for: the matrix of all scores is never there, nor one with a column for each key.

Not measured but limited: in a fresh process that may take `MEBIBYTES` more than it has, tiles get through and an n x n
matrix doesn't.  For n = 3072 the matrix of scores has 36 MiB in float32 and 72 in float64, and code that makes it holds
two or three of that size; all that tiles of 48 keys need is below 8 MiB.

Tiles of queries alone get through as well, each with all the keys, without an online softmax.  So few queries, a tile
of them, are asked about so many keys that their scores are as large.  Whoever takes a single query at a time with all
keys isn't told from tiles: that's a vector, no larger than the keys themselves.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import exact
from grader.checks.pace import NOT_MEASURED, bench_of
from grader.checks.student import Settled, Student, settled_by
from grader.compare import compare, tolerance_for
from grader.components.component import Component
from grader.components.inference_lab import tiled_attention
from grader.components.inference_lab.through_all_keys import meets_all_keys, of_own_tiles, output_in
from grader.model import CallFunction, NoReply, Reply, Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

N, D, BLOCK = 3072, 5, 48
FEW, KEYS = 256, 36864  # as many scores as N x N; the few queries are one tile
MEBIBYTES = 20
LESS_THAN_THE_MATRIX = 32  # MiB; in float32, the least that it's ever held in, it has 36


def no_full_matrix(student: Student) -> Text | None:
    call = _question(student, N, N, BLOCK)
    if _fits(student, call, Text("tiled_attention of {n} tokens", {"n": N})):
        return None
    bench = bench_of(student)
    roomier = bench.answer_within(student.ask, call, LESS_THAN_THE_MATRIX)
    expected = _expected(student, call)
    keeps_tiles = roomier is not None and expected is not None and _is(expected, roomier)
    cause = student.memo["tiled_memory.kept"] = "every_tiles_output_kept" if keeps_tiles else "whole_matrix"
    student.suspect(f"tiled_memory/{cause}")
    return Text(
        "tiled_attention of {n} tokens in tiles of {block} works, but not in a process that may take {limit} MiB more "
        "than it has. All scores at once, {n} x {n}, would be {matrix} MiB; what one tile needs is less than 8.",
        {"n": N, "block": BLOCK, "limit": MEBIBYTES, "matrix": _mebibytes(student, N * N)},
    )


def no_column_for_each_key(student: Student) -> Text | None:
    asked = Text("tiled_attention of {queries} queries and {keys} keys", {"queries": FEW, "keys": KEYS})
    if _fits(student, _question(student, FEW, KEYS, FEW), asked):
        return None
    student.suspect(f"tiled_memory/{student.memo.get('tiled_memory.kept', 'tiles_of_queries_alone')}")
    return Text(
        "{asked} in tiles of {block} works, but not in a process that may take {limit} MiB more than it has. A matrix "
        "with a column for each key, {queries} x {keys}, would be {matrix} MiB; what one tile of keys needs is less "
        "than 8.",
        {
            "asked": asked,
            "block": FEW,
            "limit": MEBIBYTES,
            "queries": FEW,
            "keys": KEYS,
            "matrix": _mebibytes(student, FEW * KEYS),
        },
    )


def _mebibytes(student: Student, scores: int) -> int:
    return scores * (8 if student.library == "numpy" else 4) >> 20


def _fits(student: Student, call: CallFunction, asked: Text) -> bool:
    """Is `call` answered within the limit?  Settled where that isn't what keeps it from an answer."""
    if not _is_right(student) and not meets_all_keys(student, _small_question(student)):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    bench = bench_of(student)
    expected = _expected(student, call)
    if expected is None:
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    limited = bench.answer_within(student.ask, call, MEBIBYTES)
    if limited is None or (isinstance(limited, NoReply) and limited.verdict is Verdict.UNGRADABLE):
        raise Settled(
            Verdict.INCONCLUSIVE,
            Text("Right, but memory can't be limited on this machine. You lose no points for it."),
        )
    if _is(expected, limited):
        return True
    if isinstance(limited, NoReply) and limited.verdict is Verdict.TIMED_OUT:
        raise settled_by(limited, asked)
    if not _is(expected, student.ask(call)):
        raise Settled(Verdict.SKIPPED, NOT_MEASURED)
    return False


def _question(student: Student, queries: int, keys: int, block: int) -> CallFunction:
    dice = student.dice(f"tiled_memory.{queries}.{keys}")
    Q, K, V = (student.array(dice.normal(0, 1, (n, D))) for n in (queries, keys, keys))
    return CallFunction(student.found[tiled_attention.ROLE].name, (Q, K, V, block))


def _small_question(student: Student) -> CallFunction:
    return _question(student, 24, 24, 8)


def _is_right(student: Student) -> bool:
    if "tiled_memory.right" not in student.memo:
        small = _small_question(student)
        student.memo["tiled_memory.right"] = _is(_of_reference(student, small), student.ask(small))
    right: bool = student.memo["tiled_memory.right"]
    return right


def _expected(student: Student, call: CallFunction) -> Numbers | None:
    """A wrong divisor, or a sum that isn't corrected, is the affair of `tiled_attention`: tiles are tiles even so."""
    if _is_right(student):
        return _of_reference(student, call)
    # The first few queries are within one tile, so that what a slip carries from one tile of queries to the next, or a
    # mask that counts them, changes nothing in them.
    output = of_own_tiles(student, call, 24)
    return None if output is None else output[_rows(len(output))]


def _rows(n: int) -> NDArray[np.intp]:
    """Some queries are enough, and all of them would take us a second."""
    return np.arange(0, n, max(1, n // 24))


def _of_reference(student: Student, call: CallFunction) -> Numbers:
    Q, K, V = (exact(array) for array in call.args[:3])
    output: Numbers = student.references.tiled_attention.tiled_attention(Q[_rows(len(Q))], K, V, 64)
    return output


def _is(expected: Numbers, reply: Reply) -> bool:
    """Is `expected`, of some queries, what the reply gives for all of them?"""
    got = output_in(reply)
    if got is None or got.shape[1] != expected.shape[1]:
        return False
    rows = got.data[_rows(len(got.data))]
    return rows.shape == expected.shape and compare(expected, rows, tolerance_for(got.dtype)).same


COMPONENT = Component(
    "tiled_memory",
    tuple(
        replace(
            form,
            checks=(
                Claim("no_full_matrix", Text("never holds all scores at once"), no_full_matrix),
                Claim(
                    "no_column_for_each_key",
                    Text("never holds a matrix with a column for each key"),
                    no_column_for_each_key,
                ),
            ),
        )
        for form in tiled_attention.COMPONENT.forms
    ),
    measured=True,
    about="tiled_attention",
)
