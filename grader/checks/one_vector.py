"""Is the decoder given a single vector for the whole source, its mean or its last token's?"""

from __future__ import annotations

from collections.abc import Mapping

from grader.checks.source_and_target import N_SRC, N_TGT, heard, rows_of
from grader.checks.student import Student
from grader.model import Text, Value

__all__ = ["one_vector_for_memory"]


def one_vector_for_memory(student: Student) -> Text | None:
    """Every logit may depend on all of the source through a single vector, its mean or its last token's.

    That is told by a module inside the decoder that is given the target's rows and one row beside them, where none is
    given the source's; code without such a module keeps the point.
    """
    beside = [(str(entry.get("path")), _rows_beside_targets(entry)) for entry in heard(student)]
    # A layer is given the memory, and the attention inside it one vector: what is inside decides.
    inside = {path for path, n in beside if n == 1}
    decisive = {n for path, n in beside if n == 1 or not any(inner.startswith(f"{path}.") for inner in inside)}
    if decisive - {0} != {1}:
        return None
    student.suspect("encoder_decoder/one_vector_for_the_source")
    return Text(
        "The decoder is given a single vector for the whole source. Each target position must be able to choose among "
        "the vectors of all source tokens."
    )


def _rows_beside_targets(entry: Mapping[str, Value]) -> int:
    """How many rows, 1 or all of the source's, a module is given beside the target's, all equally wide; 0 if none."""
    inputs = entry.get("inputs")
    given = inputs if isinstance(inputs, tuple) else ()
    widths = [{rows.shape[2] for part in given if (rows := rows_of(part, n)) is not None} for n in (N_TGT, N_SRC, 1)]
    targets, memory, single = widths
    return N_SRC if targets & memory else int(bool(targets & single))
