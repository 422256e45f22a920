"""The notebook's cells as Python statements, with places that lead back to cell and line.

A cell with magics runs in Jupyter and isn't Python: its magics are left out.  A cell that can't be read even so
is skipped: it can't have run either, so it defines nothing.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from grader.model import Cell
from grader.model.python_source import syntax_tree

__all__ = ["Sources", "read", "without_magics"]

# Source that is read here is a stranger's, in our own process: time and memory grow with it, the latter up to
# five hundredfold.
MOST_CELL_CHARACTERS = 200_000
MOST_CHARACTERS = 300_000
MOST_KEPT_CHARACTERS = 8_000  # of a cell whose statements are kept for the next reading

# Cell magics whose body runs as Python in the notebook's own namespace; %%timeit's names stay inside of it.
_RUNS_IN_PLACE = {"time", "capture", "prun"}
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_LINE_MAGIC = re.compile(r"(\s*)(?:[%!?].*|[\w.]+\?{1,2}\s*)$")
_ASSIGNED_MAGIC = re.compile(r"([\w.,\s]+=\s*)[%!](?!=).*$")


@dataclass(frozen=True)
class Sources:
    """`cells` are the statements of each cell; their lines are counted through the whole notebook."""

    cells: tuple[tuple[ast.stmt, ...], ...]
    first_lines: tuple[int, ...]
    numbers: tuple[int, ...]

    def place(self, line: int) -> tuple[int, int]:
        """Cell and line in the cell, both from 1, of a line counted through."""
        index = bisect_right(self.first_lines, line) - 1
        return self.numbers[index], line - self.first_lines[index] + 1


def read(cells: Sequence[Cell]) -> Sources:
    statements: list[tuple[ast.stmt, ...]] = []
    first_lines: list[int] = []
    numbers: list[int] = []
    lines = characters = 0
    for cell in cells:
        if len(cell.source) > MOST_CELL_CHARACTERS:
            continue
        characters += len(cell.source)
        if characters > MOST_CHARACTERS:
            continue
        tree = (_parsed if len(cell.source) <= MOST_KEPT_CHARACTERS else _parsed.__wrapped__)(cell.source, lines)
        if tree is None:
            continue
        statements.append(tuple(tree.body))
        first_lines.append(lines + 1)
        numbers.append(cell.number)
        lines += cell.source.count("\n") + 1
    return Sources(tuple(statements), tuple(first_lines), tuple(numbers))


@lru_cache(maxsize=48)
def _parsed(source: str, lines_before: int) -> ast.Module | None:
    """Its lines are counted from the notebook's top.  Of a notebook that is read again most cells are the same."""
    for text in (source, without_magics(source)):
        try:
            return ast.increment_lineno(syntax_tree(text), lines_before)
        except (SyntaxError, RecursionError):
            continue
    return None


def without_magics(source: str) -> str:
    """`source` with its magics, shell lines and questions to IPython replaced, line by line."""
    lines = source.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    cell_magic = _CELL_MAGIC.match(lines[first])
    if cell_magic:
        if cell_magic[1] not in _RUNS_IN_PLACE:
            return ""
        lines[first] = ""
    return "\n".join(map(_line_without_magic, lines))


def _line_without_magic(line: str) -> str:
    magic = _LINE_MAGIC.match(line)
    if magic:
        return f"{magic[1]}pass"
    assigned = _ASSIGNED_MAGIC.match(line)
    return f"{assigned[1]}None" if assigned else line
