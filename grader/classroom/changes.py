"""What a class's grading has changed since the folder's last one: whose points, by how much, and why.

A run leaves a `Snapshot` of what it ended with, and the next one is compared with it.  The causes are facts that were
kept, not guesses: the bytes that were handed in, and each of the `Circumstances` that differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.classroom.journal import Circumstances, write_atomically
from grader.classroom.record import packed, unpacked
from grader.classroom.results import ClassResults
from grader.classroom.standings import Row, RowState, rows
from grader.model import Text

__all__ = ["Change", "Changes", "ItemChange", "Snapshot", "Standing", "compared"]


@dataclass(frozen=True)
class Standing:
    """How a student stood; points are None where they weren't final.  `decided` are those that a teacher gave."""

    name: str
    sha256: str
    state: str
    points: float | None
    items: Mapping[str, float | None]
    decided: Mapping[str, float | None] = field(default_factory=dict)

    @classmethod
    def of(cls, row: Row) -> Standing:
        points = {cell.item: cell.points for cell in row.cells}
        decided = {cell.item: cell.points for cell in row.cells if cell.is_decided}
        return cls(row.name, row.sha256, row.state.value, row.points, points, decided)

    @property
    def is_final(self) -> bool:
        return self.state == RowState.GRADED.value


@dataclass(frozen=True)
class Snapshot:
    """A class at the end of a run, by student."""

    circumstances: Circumstances
    max_points: float
    students: Mapping[str, Standing]

    @classmethod
    def of(cls, results: ClassResults, circumstances: Circumstances) -> Snapshot:
        return cls(circumstances, results.max_points, {row.student: Standing.of(row) for row in rows(results)})

    @classmethod
    def read(cls, file: Path) -> Snapshot | None:
        """None where there is none, or one by another version that can't be understood."""
        try:
            return unpacked(cls, json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write(self, file: Path) -> None:
        write_atomically(file, json.dumps(packed(self)))


@dataclass(frozen=True)
class ItemChange:
    """None: the item wasn't there, or its points weren't final."""

    item: str
    before: float | None
    after: float | None


@dataclass(frozen=True)
class Change:
    """`before` or `after` is None where the student wasn't in the class; `why` are the facts that differ."""

    student: str
    name: str
    before: Standing | None
    after: Standing | None
    items: tuple[ItemChange, ...]
    why: tuple[Text, ...]

    @property
    def difference(self) -> float | None:
        """In points; None where one of the two isn't final."""
        if self.before is None or self.after is None or self.before.points is None or self.after.points is None:
            return None
        return round(self.after.points - self.before.points, 4)


@dataclass(frozen=True)
class Changes:
    """`why` are the causes for the class as a whole; `students` those who stand otherwise than before."""

    why: tuple[Text, ...]
    students: tuple[Change, ...]
    unchanged: int

    def __bool__(self) -> bool:
        return bool(self.why or self.students)


def compared(before: Snapshot, after: Snapshot) -> Changes:
    """Who stands otherwise in `after` than in `before`, in the order of the students."""
    causes = tuple(_causes(before, after))
    changed = []
    for student in sorted({**before.students, **after.students}):
        old, new = before.students.get(student), after.students.get(student)
        items = tuple(_items(old, new))
        same = old is not None and new is not None and (old.state, old.points) == (new.state, new.points)
        if same and not items:
            continue
        name = (new or old or _NOBODY).name
        changed.append(Change(student, name, old, new, items, tuple(_why(old, new, causes))))
    return Changes(causes, tuple(changed), len(after.students) - sum(change.after is not None for change in changed))


_NOBODY = Standing("", "", "", None, {})


def _items(old: Standing | None, new: Standing | None) -> Iterator[ItemChange]:
    if old is None or new is None:
        return
    for item in {**new.items, **old.items}:
        change = ItemChange(item, old.items.get(item), new.items.get(item))
        if change.before != change.after:
            yield change


def _causes(before: Snapshot, after: Snapshot) -> Iterator[Text]:
    old, new = before.circumstances, after.circumstances
    if old.grader_version != new.grader_version:
        values: dict[str, str | int | float | Text] = {"before": old.grader_version, "after": new.grader_version}
        yield Text("Another version of the grader: {before} before, {after} now.", values)
    if old.libraries != new.libraries:
        yield Text("Other libraries: {before} before, {after} now.", {"before": old.libraries, "after": new.libraries})
    if old.seed != new.seed:
        yield Text("Another seed: {before} before, {after} now.", {"before": old.seed, "after": new.seed})
    if old.items != new.items:
        yield Text("The rubric asks for other checks or has other limits.")
    if old.points != new.points:
        yield Text("The rubric gives other points, titles or disclosure.")
    if old.references != new.references:
        yield Text("The course's reference solutions or known mistakes have changed.")


def _why(old: Standing | None, new: Standing | None, causes: tuple[Text, ...]) -> Iterator[Text]:
    if old is None:
        yield Text("New in the class.")
        return
    if new is None:
        yield Text("Not in the class any more.")
        return
    if not old.sha256 and new.sha256:
        yield Text("Something was handed in since.")
    elif old.sha256 and not new.sha256:
        yield Text("What was handed in isn't there any more, or needs your attention now.")
    elif old.sha256 != new.sha256:
        values: dict[str, str | int | float | Text] = {"before": old.sha256[:12], "after": new.sha256[:12]}
        yield Text("Other bytes were handed in: {before} before, {after} now (sha256).", values)
    elif old.decided != new.decided:
        items = {**old.decided, **new.decided}
        other = ", ".join(item for item in items if old.decided.get(item) != new.decided.get(item))
        yield Text("The teacher has given other points: {items}.", {"items": other})
    elif not old.is_final and not causes:
        yield Text("It couldn't be graded in full before.")
    elif not causes:
        yield Text("Nothing else has changed: it was graded again and gave another result.")
    yield from causes
