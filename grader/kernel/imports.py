"""What a cell imports although it wasn't run to its end: the other cells count on it.

A slip in the cell in which a notebook imports everything (a bracket that isn't closed, one library that isn't there)
would take every other cell along: each would stop at its first ``np``.  So its imports are made all the same, one by
one, and nothing else of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from grader.model.python_source import syntax_tree

__all__ = ["as_code", "imports_after"]

# Bounds on a stranger's text that is read in our own process.
MOST_STATEMENTS = 100
MOST_LINES = 40
MOST_CHARACTERS = 2000

_BEGINS = re.compile(r"(?:import|from)\s+\S")
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_RUNS_IN_PLACE = {"time", "capture", "prun"}


def imports_after(source: str, line: int) -> tuple[str, ...]:
    """The import statements at the left margin of a cell that begin after `line` (0: all of them), a line each."""
    magic = _CELL_MAGIC.match(source)
    if magic is not None and magic[1] not in _RUNS_IN_PLACE:
        return ()
    lines = source.split("\n")
    found: list[str] = []
    for at in range(line, len(lines)):
        if len(found) >= MOST_STATEMENTS:
            break
        if _BEGINS.match(lines[at]):
            found += _imports(_whole(lines, at))
    return tuple(found)


def as_code(statements: Sequence[str]) -> str:
    """Code that makes each import that can be made, and fails at none."""
    return "\n".join(f"try:\n    {statement}\nexcept:\n    pass" for statement in statements)


def _whole(lines: Sequence[str], at: int) -> str:
    """The statement that begins at that line: names in brackets may go on below it."""
    text = lines[at]
    for line in lines[at + 1 : at + MOST_LINES]:
        if len(text) > MOST_CHARACTERS or not (text.endswith("\\") or text.count("(") > text.count(")")):
            break
        text += "\n" + line
    return text


def _imports(text: str) -> list[str]:
    if len(text) > MOST_CHARACTERS:
        return []
    try:
        body = syntax_tree(text).body
    except SyntaxError:
        return []
    return [
        ast.unparse(statement)
        for statement in body
        if isinstance(statement, ast.Import)
        # Not where a future's own rules are asked for: these count for a cell as a whole.
        or (isinstance(statement, ast.ImportFrom) and statement.module != "__future__")
    ]
