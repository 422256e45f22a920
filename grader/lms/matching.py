"""Which row of a platform's file is which student's: surely, or not at all.

A student's id is looked for among all ids of a row (numbers, logins, addresses), then the name.  Where that gives
several rows, where two students come out at one row, or where id and name point at different rows, nobody is
entered and a person decides: a grade in the wrong row is worse than one that is missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.classroom.naming import folded, run_together, tokens
from grader.classroom.roster import Roster
from grader.lms.marks import Mark
from grader.model import Text

__all__ = ["Line", "Matches", "match"]


@dataclass(frozen=True)
class Line:
    """A student's row: `ids` are all by which the platform may know them."""

    row: int
    name: str
    ids: tuple[str, ...]

    @property
    def label(self) -> str:
        return self.name.strip() or next(iter(self.ids), "")


@dataclass(frozen=True)
class Matches:
    """`lines` by student; `problems` are those that have none, with the reason."""

    lines: Mapping[str, Line]
    problems: Sequence[tuple[Mark, Text]]


def match(marks: Iterable[Mark], lines: Sequence[Line], roster: Roster | None = None) -> Matches:
    """The row of each student; with a roster, the student's other ids help."""
    by_id: dict[str, set[int]] = defaultdict(set)
    by_name: dict[tuple[str, ...], set[int]] = defaultdict(set)
    by_whole: dict[str, set[int]] = defaultdict(set)
    for at, line in enumerate(lines):
        for value in line.ids:
            for key in _keys(value):
                by_id[key].add(at)
        if line.name.strip():
            by_name[tokens(line.name)].add(at)
            for whole in run_together(line.name):
                by_whole[whole].add(at)
    known = {row.student.id: row.aliases for row in roster.students} if roster is not None else {}
    found: dict[str, int] = {}
    problems: list[tuple[Mark, Text]] = []
    taken: dict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        ids = (mark.student, *known.get(mark.student, ()))
        places = set().union(*(by_id.get(key, set()) for value in ids for key in _keys(value)))
        name = tokens(mark.name) if mark.name != mark.student else ()
        named = by_name.get(name, set()) if name else set()
        if name and not named:  # Canvas has smithjohn for Smith, John
            named = set().union(*(by_whole.get(whole, set()) for whole in run_together(mark.name)))
        if len(places & named) == 1:
            places &= named
        problem = _problem(places, named, name, lines)
        if problem is not None:
            problems.append((mark, problem))
            continue
        (at,) = places or named
        found[mark.student] = at
        taken[at].append(mark)
    for at, several in taken.items():
        if len(several) > 1:
            for mark in several:
                del found[mark.student]
                problems.append((mark, Text("Another student comes out at the same row: {row}.", _row(lines[at]))))
    return Matches({student: lines[at] for student, at in found.items()}, problems)


def _problem(places: set[int], named: set[int], name: tuple[str, ...], lines: Sequence[Line]) -> Text | None:
    sure = places or named
    if not sure:
        return Text("Nobody there has this id or name.")
    if len(sure) > 1:
        values = {"rows": "; ".join(lines[at].label for at in sorted(sure))}
        return Text("Several may be meant: {rows}.", values)
    if places and named and not places & named:
        values = {"by_id": lines[min(places)].label, "by_name": lines[min(named)].label}
        return Text("The id is that of {by_id}, and the name that of {by_name}.", values)
    (at,) = sure
    # A student's number may happen to be another's number in the LMS.
    if name and at not in named and lines[at].name.strip() and not set(name) & set(tokens(lines[at].name)):
        return Text("The id is that of {by_id}, who has quite another name.", {"by_id": lines[at].label})
    return None


def _row(line: Line) -> dict[str, str | int | float | Text]:
    return {"row": line.label}


def _keys(value: str) -> set[str]:
    """As it is and, for a number, as a spreadsheet writes it (00123 becomes 123)."""
    plain = folded(value.strip())
    return {plain, plain.lstrip("0")} - {""} if plain.isdigit() else {plain} - {""}
