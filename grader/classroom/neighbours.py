"""What is worth a look between students: names alike, the same file twice, names that no roster has."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterator, Sequence

from grader.classroom.collection import Attention, AttentionKind, Collected
from grader.classroom.naming import folded, near_key
from grader.classroom.persons import Person
from grader.classroom.roster import Enrolled, Roster
from grader.intake.visible import visible
from grader.model import Text

__all__ = ["near_names", "same_files", "unknown_students"]

MOST_COMPARISONS = 5_000  # a comparison takes up to 0.1 ms
_COMPARED = 60


def near_names(persons: Sequence[Person]) -> Iterator[Attention]:
    """Students that are kept apart, and whose names a person would take for the same or for copies of one."""
    alike: dict[str, list[Person]] = defaultdict(list)
    for person in persons:
        first = person.units[0].claim
        key = near_key(first.name or first.id, first.layout)
        if key:
            alike[key].append(person)
    for group in alike.values():
        if len(group) > 1 and not all(person.in_roster for person in group):
            names = ", ".join(visible(person.told, 80) for person in group[:10])
            yield Attention(
                AttentionKind.NEAR_NAMES,
                Text("These names are so alike that they may be one student's: {names}.", {"names": names}),
                tuple(source for person in group for source in person.sources),
                Text("Give a roster with both, or take out what is a copy."),
                held=False,
            )


def same_files(collected: Sequence[Collected]) -> Iterator[Attention]:
    by_bytes: dict[str, list[Collected]] = defaultdict(list)
    for entry in collected:
        by_bytes[entry.sha256].append(entry)
    for same in by_bytes.values():
        if len(same) > 1:
            names = ", ".join(visible(entry.student_name or entry.student_id, 80) for entry in same[:10])
            yield Attention(
                AttentionKind.SAME_FILE,
                Text("{count} students handed in the very same file: {names}.", {"count": len(same), "names": names}),
                tuple(entry.source for entry in same),
                Text("It may be an empty starting point, work of a group, or an upload under the wrong name."),
                held=False,
            )


def unknown_students(persons: Sequence[Person], roster: Roster) -> Iterator[Attention]:
    """Those whom the roster doesn't know or can't tell apart, with the rows that come nearest."""
    unknown = [person for person in persons if not person.in_roster]
    here = {person.student.id for person in persons}
    free = {folded(_told(row))[:_COMPARED]: row for row in roster.students if row.student.id not in here}
    compare = len(unknown) * len(free) <= MOST_COMPARISONS
    for person in unknown:
        rows = roster.find(person.units[0].claim)
        if not rows and compare:
            near = difflib.get_close_matches(folded(person.told)[:_COMPARED], list(free), n=3, cutoff=0.75)
            rows = tuple(free[name] for name in near)
        told = ", ".join(visible(f"{_told(row)} ({row.student.id})", 120) for row in rows[:5])
        what = (
            Text("The roster doesn't tell who this is. It comes nearest to: {names}.", {"names": told})
            if rows
            else Text("Nobody in the roster has this name or id.")
        )
        remedy = Text("Put this name into the roster, in the row of the student whom it means.")
        yield Attention(
            AttentionKind.UNKNOWN_STUDENT, what, tuple(person.sources), remedy, held=False, student=person.student
        )


def _told(row: Enrolled) -> str:
    return row.student.name or row.student.id
