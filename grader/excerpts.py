"""The student's own code around a fault, as it stands in the notebook.

It's cut out of the submission that was read; what the student's process says of places is only used to find it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.model import Cell, Definitions, Excerpt, ItemGrade, NoReply, Place

__all__ = ["LONGEST_DEFINITION", "with_excerpts"]

LONGEST_DEFINITION = 40  # lines; a report isn't the notebook
LINES_AROUND = 3
LONGEST_LINE = 300  # characters
MOST_EXCERPTS = 6


def with_excerpts(
    grades: Sequence[ItemGrade], definitions: Definitions | NoReply, cells: Sequence[Cell]
) -> list[ItemGrade]:
    """Each item that lost points with what stands for it in `cells`, and the lines where its checks stopped."""
    sources = {cell.number: cell.source.split("\n") for cell in cells}
    known = definitions if isinstance(definitions, Definitions) else Definitions({})
    return [
        grade if grade.points == grade.max_points else replace(grade, excerpts=_excerpts(grade, known, sources))
        for grade in grades
    ]


def _excerpts(grade: ItemGrade, definitions: Definitions, sources: Mapping[int, Sequence[str]]) -> tuple[Excerpt, ...]:
    found: dict[tuple[int, int], Excerpt] = {}
    for name in dict.fromkeys(grade.found_as.values()):
        definition = definitions.described.get(name)
        if definition is None or definition.cell is None or definition.line is None:
            continue
        place = Place(definition.cell, definition.line)
        excerpt = _class(name, place, sources) if definition.kind == "class" else _definition(name, place, sources)
        if excerpt is not None:
            found[excerpt.cell, excerpt.first_line] = excerpt
    for check in grade.checks:
        if check.place is None or any(excerpt.holds(check.place) for excerpt in found.values()):
            continue
        around = _around(check.place, sources)
        if around is not None:
            found[around.cell, around.first_line] = around
    return tuple(found.values())[:MOST_EXCERPTS]


def _class(name: str, place: Place, sources: Mapping[int, Sequence[str]]) -> Excerpt | None:
    """The class whose first method stands at `place`; where it's too long to be shown, the method that is called."""
    lines = sources.get(place.cell, ())
    if not 1 <= place.line <= len(lines):
        return None
    inner = _indent(lines[place.line - 1])
    above = (n for n in range(place.line, 0, -1) if _indent(lines[n - 1]) < inner)
    first = next((n for n in above if lines[n - 1].lstrip().startswith("class ")), place.line)
    whole = _definition(name, Place(place.cell, first), sources)
    if whole is None or not whole.left_out:
        return whole
    end = first + len(whole.lines) + whole.left_out
    heads = ((n, re.match(r"\s*(?:async\s+)?def\s+(\w+)", lines[n - 1])) for n in range(first, end))
    methods = {head[1]: n for n, head in heads if head and _indent(lines[n - 1]) == inner}
    called = [m for m in ("forward", "__call__") if m in methods] or [m for m in methods if not m.startswith("__")]
    return _definition(f"{name}.{called[0]}", Place(place.cell, methods[called[0]]), sources) if called else whole


def _definition(name: str, place: Place, sources: Mapping[int, Sequence[str]]) -> Excerpt | None:
    """From the first line of a definition to the last that is indented deeper, or closes a bracket."""
    lines = sources.get(place.cell, ())
    if not 1 <= place.line <= len(lines):
        return None
    block = lines[place.line - 1 :]
    own = _indent(block[0])
    # Decorators come first, and a signature may go on over several lines.
    head = next((n for n, line in enumerate(block) if line.lstrip().startswith(("def ", "class ", "async "))), 0)
    end = head + 1
    for n in range(head + 1, len(block)):
        line = block[n]
        if not line.strip():
            continue
        if _indent(line) <= own and not line.lstrip().startswith((")", "]", "}", "#")):
            break
        end = n + 1
    return Excerpt(place.cell, place.line, _cut(block[: min(end, LONGEST_DEFINITION)]), name, _more(end))


def _around(place: Place, sources: Mapping[int, Sequence[str]]) -> Excerpt | None:
    lines = sources.get(place.cell, ())
    if not 1 <= place.line <= len(lines):
        return None
    first = max(place.line - LINES_AROUND, 1)
    return Excerpt(place.cell, first, _cut(lines[first - 1 : place.line + LINES_AROUND]))


def _more(count: int) -> int:
    return max(count - LONGEST_DEFINITION, 0)


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _cut(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..." for line in lines)
