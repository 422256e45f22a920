"""Names that the notebook defines twice: the later definition replaces the earlier one for all code, also above it.

The course's own starters do so where two are put into one notebook: each gives a `MiniGPT`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from grader.model import Definition, Execution, Submission, Text
from grader.own_work.sources import read

__all__ = ["notes_on_redefined"]

# More than a few names at once help nobody.
MOST = 3
MOST_CELLS = 6


def notes_on_redefined(found: Iterable[Definition], submission: Submission, execution: Execution) -> tuple[Text, ...]:
    """Which functions and classes of `found`, and of what they use, stand in several cells in different forms."""
    names = sorted({name for definition in found for name in (definition.name, *definition.uses)})
    written = _written(submission, frozenset(names))
    failed = {outcome.number for outcome in execution.outcomes if outcome.error}
    notes = []
    for name in names:
        cells = written.get(name, {})
        # Of a cell that stopped, nobody can say here how far it got.
        if len(set(cells.values())) > 1 and max(cells) not in failed:
            notes.append(
                Text(
                    "`{name}` is defined in more than one cell ({cells}); as in Jupyter, the last one counts, for all "
                    "of the notebook's code.",
                    {"name": name, "cells": _listed(sorted(cells))},
                )
            )
    return tuple(notes[:MOST])


def _listed(cells: list[int]) -> str:
    """The last few, where there are very many."""
    return ("..., " if len(cells) > MOST_CELLS else "") + ", ".join(map(str, cells[-MOST_CELLS:]))


def _written(submission: Submission, names: frozenset[str]) -> Mapping[str, Mapping[int, str]]:
    """By name, and then by the number of the cell: the last definition of it there, as text that ignores its place."""
    found: dict[str, dict[int, str]] = {}
    sources = read(submission.cells)
    for number, statements in zip(sources.numbers, sources.cells, strict=True):
        for statement in statements:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and statement.name in names:
                found.setdefault(statement.name, {})[number] = _as_text(statement, number)
    return found


def _as_text(statement: ast.stmt, number: int) -> str:
    try:
        return ast.unparse(statement)
    except (RecursionError, ValueError, MemoryError):  # nested too deeply, or a number of too many digits
        return f"cell {number}"
