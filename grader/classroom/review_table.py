"""The table of what waits for the teacher: written after each grading, filled in with a spreadsheet, and taken back.

It's never lost: what is filled in and wasn't taken yet comes along into the next one, or stays in a file beside it.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from grader.awards import given_within, points_given
from grader.choosing import unknown
from grader.classroom.awards import Award, Awards, ForReview
from grader.classroom.journal import write_atomically
from grader.classroom.mangled_ids import differs_in_zeros, may_stand_for
from grader.classroom.reports.spreadsheet import Value, as_written, written
from grader.classroom.run import Entry
from grader.errors import UnreadableSubmission, UsageError
from grader.intake.bounded_file import read_regular_file
from grader.intake.visible import visible
from grader.model import GradeReport, Text
from grader.reports.wording import number, rounded
from grader.score import open_for_review

__all__ = ["COLUMNS", "FILE", "TAKE_BACK", "Filled", "Taken", "read", "taken", "write"]

FILE = "to_review.csv"
COLUMNS = (
    "student", "name", "item", "title", "earned", "maximum", "answer", "says", "points", "comment", "sha256",
)  # fmt: skip
NEEDED = ("student", "item", "points")
TAKE_BACK = "-"  # in place of points: those that were given
MOST_ROWS = 200_000


@dataclass(frozen=True)
class Filled:
    """A row as it was read, `row` as a spreadsheet counts; `comment` is None where the table has no such column."""

    row: int
    student: str
    item: str
    points: str
    comment: str | None
    sha256: str

    @property
    def says_something(self) -> bool:
        return bool(self.points or self.comment)

    def differs_from(self, award: Award | None) -> bool:
        """Does it say what `award` doesn't?"""
        given, comment = (award.points, award.comment) if award is not None else (None, "")
        if self.comment and (self.comment if self.comment != TAKE_BACK else "") != comment:
            return True
        points = points_given(self.points)
        if points is None or given is None:
            return bool(self.points) and points is not given
        return given_within(points, given, given) is None  # a third is written with four decimals


def write(folder: Path, rows: Sequence[ForReview], before: Awards, awards: Awards) -> Path | None:
    """The table in `folder`, with the points of `awards`; None where nothing is to be decided.

    `before` are the awards when the one that lies there was written: what it says beyond them was filled in since.
    """
    file = folder / FILE
    pending, lost = _filled_in_since(file, rows, before, awards)
    if lost:
        file.replace(_free_name(file))
    if not rows:
        file.unlink(missing_ok=True)
        return None
    write_atomically(file, written(COLUMNS, (_line(row, awards, pending.get((row.student, row.item))) for row in rows)))
    return file


def _filled_in_since(
    file: Path, rows: Iterable[ForReview], before: Awards, awards: Awards
) -> tuple[dict[tuple[str, str], Filled], bool]:
    """By student and item, what the table in `file` says and nobody has taken; and is there more, without a row now?"""
    by_answer: dict[tuple[str, str], list[ForReview]] = defaultdict(list)
    for row in rows:
        by_answer[row.item, row.sha256].append(row)
    pending: dict[tuple[str, str], Filled] = {}
    lost = False
    try:
        there = read(file) if file.exists() else []
    except UsageError:
        return {}, True
    for one in there:
        found = [
            row
            for row in by_answer[one.item, one.sha256]
            if row.student == one.student or differs_in_zeros(row.student, one.student)
        ]
        student = found[0].student if len(found) == 1 else one.student
        if any(not one.differs_from(each.of(student).get(one.item)) for each in (before, awards)):
            continue
        if len(found) == 1:
            pending[student, one.item] = one
        else:
            lost = True
    return pending, lost


def _free_name(file: Path) -> Path:
    number_ = 1
    while (other := file.with_name(f"{file.stem}.{number_}{file.suffix}")).exists():
        number_ += 1
    return other


def _line(row: ForReview, awards: Awards, since: Filled | None) -> tuple[Value, ...]:
    award = awards.of(row.student).get(row.item)
    given = award is not None and award.sha256 == row.sha256
    points: Value = None if award is None or not given or award.points is None else rounded(award.points)
    comment = award.comment if award is not None and given else ""
    if since is not None:
        points, comment = since.points or points, since.comment or comment
    about = (row.student, row.name, row.item, row.title, rounded(row.least), rounded(row.most), row.answer, row.says)
    return (*about, points, comment, row.sha256)


# --- reading


def read(file: Path) -> list[Filled]:
    """The rows of the table in `file`: commas, semicolons or tabs, in any of the ways in which spreadsheets save it."""
    shown = visible(str(file), 400)
    if file.is_dir():
        raise UsageError(
            Text("{file} is a folder: the table is a file, such as {table}", {"file": shown, "table": FILE})
        )
    try:
        text = _decoded(read_regular_file(file))
    except UnreadableSubmission as error:
        raise UsageError(Text("{file}: {reason}", {"file": shown, "reason": error.args[0]})) from None
    rows = _rows(text)
    heading = [name.strip().lower() for name in next(rows, [])]
    missing = [name for name in NEEDED if name not in heading]
    if missing:
        values = {"file": shown, "columns": ", ".join(missing)}
        raise UsageError(
            Text(
                "{file} lacks the columns {columns}: it must be the table that `grade class` wrote, saved as CSV",
                dict(values),
            )
        )
    found = []
    for row, cells in enumerate(rows, 2):
        of = dict(zip(heading, (as_written(cell.strip()) for cell in cells), strict=False))
        comment = of.get("comment", "") if "comment" in heading else None
        found.append(
            Filled(row, of.get("student", ""), of.get("item", ""), of.get("points", ""), comment,
                   of.get("sha256", ""))
        )  # fmt: skip
    return found


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # "Unicode text" of a spreadsheet
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _rows(text: str) -> Iterator[list[str]]:
    text = text.replace("\x00", "")
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    for _ in range(MOST_ROWS):
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error:  # a field of over 131 072 characters
            yield []


@dataclass(frozen=True)
class Taken:
    """The awards with what a table says, or what is wrong with it, row by row: then nothing of it counts."""

    awards: Awards
    problems: tuple[Text, ...]


def taken(
    filled: Iterable[Filled],
    entries: Iterable[Entry],
    report_of: Callable[[str], GradeReport | None],
    awards: Awards,
) -> Taken:
    """`awards` with the rows that say something; `report_of` gives a submission's report as the grader left it."""
    reader = _Reader(entries, report_of)
    problems: list[Text] = []
    rows: dict[tuple[str, str], Filled] = {}
    for one in filled:
        if not one.says_something:
            continue
        try:
            entry = reader.student(one)
            points = reader.points(one, entry)
            _refuse_second(rows.setdefault((entry.student, one.item), one), one)
        except UsageError as error:
            problems.append(Text("row {row}: {problem}", {"row": one.row, "problem": error.args[0]}))
            continue
        old = awards.of(entry.student).get(one.item)
        if old is not None and old.sha256 != entry.sha256:
            old = None
        if points is None and one.points != TAKE_BACK and old is not None:
            points = old.points
        comment = old.comment if old is not None and one.points != TAKE_BACK else ""
        if one.comment:
            comment = "" if one.comment == TAKE_BACK else one.comment
        award = None if points is None and not comment else Award(entry.sha256, points, comment)
        awards = awards.changed(entry.student, one.item, award)
    return Taken(awards, tuple(problems))


def _refuse_second(first: Filled, second: Filled) -> None:
    if replace(first, row=second.row) != second:
        values: dict[str, str | int | float | Text] = {
            "student": visible(second.student, 80),
            "item": second.item,
            "row": first.row,
        }
        raise UsageError(Text("{student} has points for {item} in row {row} already, and other ones", values))


class _Reader:
    """Whom and what a row means.  Each method raises UsageError with what is wrong."""

    def __init__(self, entries: Iterable[Entry], report_of: Callable[[str], GradeReport | None]) -> None:
        self._by_id = {entry.student: entry for entry in entries}
        self._report_of = report_of

    def student(self, one: Filled) -> Entry:
        answered = [entry for entry in self._by_id.values() if one.sha256 and entry.sha256 == one.sha256]
        entry = self._by_id.get(one.student) or self._meant(one, answered)
        values: dict[str, str | int | float | Text] = {"student": visible(one.student, 80)}
        if answered:
            values["other"] = visible(answered[0].student, 80)
        if entry is None and answered:
            raise UsageError(
                Text("there is no submission of a student '{student}', and the answer in this row is {other}'s", values)
            )
        if entry is None:
            raise UsageError(Text("there is no submission of a student '{student}'", values))
        if one.sha256 and one.sha256 != entry.sha256 and answered:
            raise UsageError(
                Text(
                    "the answer in this row isn't {student}'s but {other}'s: the students' names were moved, and the "
                    "rest of the table wasn't. Sort all columns together",
                    values,
                )
            )
        if one.sha256 and one.sha256 != entry.sha256:
            raise UsageError(
                Text(
                    "{student} has handed in again since this table was written: the answer in it isn't what counts "
                    "now. Take the points from the row, or use the new table",
                    values,
                )
            )
        return entry

    def _meant(self, one: Filled, answered: Sequence[Entry]) -> Entry | None:
        """Whose id a spreadsheet has changed in `one`; where several would do, the answer in it tells."""
        for found in (
            [entry for entry in self._by_id.values() if differs_in_zeros(entry.student, one.student)],
            [entry for entry in answered if may_stand_for(one.student, entry.student)],
        ):
            if len(found) == 1:
                return found[0]
        return None

    def points(self, one: Filled, entry: Entry) -> Fraction | None:
        """None where the row gives none."""
        report = self._report_of(entry.sha256)
        if report is None:
            raise UsageError(Text("{student} couldn't be graded", {"student": visible(one.student, 80)}))
        item = next((item for item in report.items if item.id == one.item), None)
        if item is None:
            name = visible(one.item, 80)
            raise unknown(Text("there is no item '{name}'", {"name": name}), one.item, [i.id for i in report.items])
        still_open = open_for_review(item)
        least, most = item.points, item.points + still_open
        if not still_open:
            values: dict[str, str | int | float | Text] = {"item": item.id, "points": number(least)}
            raise UsageError(Text("nothing in {item} waits for a decision; it has {points} points", values))
        if one.points in ("", TAKE_BACK):
            return None
        points = points_given(one.points)
        if points is None:
            raise UsageError(Text("'{value}' is no number of points", {"value": visible(one.points, 80)}))
        within = given_within(points, least, most)
        if within is None:
            limits: dict[str, str | int | float | Text] = {
                "item": item.id,
                "least": number(least),
                "most": number(most),
                "points": number(points),
            }
            raise UsageError(Text("{item} can be given {least} to {most} points, not {points}", limits))
        return within
