"""Is the decoder given a single vector for the whole source, its mean or its last token's?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

import numpy as np

from grader.checks.source_and_target import N_SRC, N_TGT, SRC, STILL, D, Numbers, built, heard, rows_of
from grader.checks.source_and_target_matrices import in_use, silencing
from grader.checks.student import Student
from grader.checks.zeroed_matrices import is_matrix
from grader.model import Text, Value

__all__ = ["one_vector_for_memory"]


def one_vector_for_memory(student: Student) -> Text | None:
    """Every logit may depend on all of the source through a single vector, its mean or its last token's.

    That is told by a module inside the decoder that is given the target's rows and one row beside them, or the same row
    over and over, where none is given the source's; and without such a module by W_Q, which has no effect then.
    """
    beside = [(str(entry.get("path")), _rows_beside_targets(entry)) for entry in heard(student)]
    # A layer is given the memory, and the attention inside it one vector: what is inside decides.
    inside = {path for path, n in beside if n == 1}
    decisive = {n for path, n in beside if n == 1 or not any(inner.startswith(f"{path}.") for inner in inside)}
    if decisive - {0} != {1}:
        return _nothing_to_choose(student)
    student.suspect("encoder_decoder/one_vector_for_the_source")
    return Text(
        "The decoder is given a single vector for the whole source. Each target position must be able to choose among "
        "the vectors of all source tokens."
    )


def _nothing_to_choose(student: Student) -> Text | None:
    """A softmax over one key is 1: where W_V and W_O of the cross-attention act, W_Q and W_K don't, or W_Q alone where
    W_K and W_V are one."""
    used, shapes = in_use(student, 1), built(student, 1).shapes
    names = [parameter.name for parameter in built(student, 1).module.parameters]
    reading = [i for i in silencing(student).cross if SRC not in shapes[i]]
    around = _common_path([names[i] for i in reading])
    if not around:
        return None
    within = [i for i, name in enumerate(names) if name.startswith(f"{around}.") and is_matrix(shapes[i])]
    idle = [i for i in within if i not in used]
    if not 1 <= len(idle) <= 2 or any(shapes[i] != (D, D) for i in idle) or not {*within} - {*idle} <= {*reading}:
        return None
    student.suspect("encoder_decoder/one_vector_for_the_source")
    return Text(
        "No logit depends on {names}: the cross-attention chooses nothing, as if there were a single vector to choose. "
        "Each target position must be able to choose among the vectors of all source tokens.",
        {"names": ", ".join(names[i] for i in idle)},
    )


def _common_path(names: Sequence[str]) -> str:
    """Of the innermost module that has all these parameters, and not in one module of its own."""
    if len(names) < 2:
        return ""
    owners = [name.split(".")[:-1] for name in names]
    shared = takewhile(lambda parts: len(set(parts)) == 1, zip(*owners, strict=False))
    return ".".join(parts[0] for parts in shared)


def _rows_beside_targets(entry: Mapping[str, Value]) -> int:
    """How many rows, 1 or all of the source's, a module is given beside the target's, all equally wide; 0 if none.

    One vector that stands in the place of every source token is one row.
    """
    inputs = entry.get("inputs")
    given = inputs if isinstance(inputs, tuple) else ()
    targets, memory, single = (
        [rows for part in given if (rows := rows_of(part, n)) is not None] for n in (N_TGT, N_SRC, 1)
    )
    widths = {rows.shape[2] for rows in targets}
    if any(rows.shape[2] in widths and not _all_one(rows) for rows in memory):
        return N_SRC
    return int(any(rows.shape[2] in widths for rows in (*memory, *single)))


def _all_one(rows: Numbers) -> bool:
    return bool(np.ptp(rows, axis=1).max() <= STILL)
