"""Units -> students: by the roster where there is one, else by the names alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from grader.classroom.collection import Attention, AttentionKind, Layout, Student
from grader.classroom.naming import Claim
from grader.classroom.roster import Roster
from grader.classroom.tree import name_order
from grader.classroom.units import Unit
from grader.intake.visible import visible
from grader.model import Text

__all__ = ["Person", "absent", "persons_of"]


@dataclass
class Person:
    """All that was found of one student; `in_roster` is None without a roster."""

    student: Student
    in_roster: bool | None
    units: list[Unit] = field(default_factory=list)
    others: tuple[Student, ...] = ()

    @property
    def told(self) -> str:
        return self.student.name or self.student.id

    @property
    def sources(self) -> list[str]:
        return [unit.node.source for unit in self.units]


def persons_of(units: Iterable[Unit], roster: Roster | None) -> list[Person]:
    """The students in the order of their names; units of the same student together, in the order found."""
    by_id: dict[str, Person] = {}
    for unit in units:
        student, known = _identified(unit.claim, roster)
        person = by_id.setdefault(student.id, Person(student, known))
        person.units.append(unit)
        person.others += tuple(_other(other, roster) for other in unit.claim.others)
    return sorted(by_id.values(), key=lambda person: (name_order(person.told), name_order(person.student.id)))


def _identified(claim: Claim, roster: Roster | None) -> tuple[Student, bool | None]:
    # Names of files and folders may hold anything, half characters that no report can be written with among it.
    own = Student(*(visible(text, 300) for text in (claim.id, claim.name or claim.id, claim.email)))
    if roster is None:
        return own, None
    rows = roster.find(claim)
    if len(rows) == 1:
        return rows[0].student, True
    if own.id in roster.ids:  # another LMS's number that happens to be a student's
        own = Student(f"{claim.layout.value}:{own.id}", own.name, own.email)
    return own, False


def _other(other: Student, roster: Roster | None) -> Student:
    if roster is None:
        return other
    ids = tuple(value for value in (other.id, other.email) if value)
    rows = roster.find(Claim(Layout.GRADESCOPE, other.id, other.name, ids))
    return rows[0].student if len(rows) == 1 else other


def absent(roster: Roster, persons: Iterable[Person]) -> Iterator[Attention]:
    """The students of whom nothing was found, in the roster's order."""
    here = {student.id for person in persons for student in (person.student, *person.others)}
    for row in roster.students:
        if row.student.id not in here:
            yield Attention(
                AttentionKind.NO_SUBMISSION,
                Text("Nothing was found of this student."),
                (),
                Text("Look for it among the names that the roster doesn't know; else nothing was handed in."),
                held=False,
                student=row.student,
            )
