"""Scores as a platform recorded them: who, how many points, out of how many.

A folder of ``grade class`` or its class.json; Classroom 50's scores.json; a table with a column that says who and one
that says how many, such as ours, Classroom 50's (``gh teacher download``), Gradescope's and nbgrader's; Moodle's
grading worksheet; and, with a column to look in, Canvas's gradebook.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from grader.classroom.naming import folded
from grader.errors import UsageError
from grader.lms.canvas_csv import gradebook
from grader.lms.entering import Sheet, as_number
from grader.lms.given import read_given
from grader.lms.marks import FILE, Mark, read_marks
from grader.lms.matching import Line
from grader.lms.moodle_worksheet import worksheet
from grader.lms.nbgrader_csv import COLUMNS as NBGRADER
from grader.lms.table import Table, read_table
from grader.model import Text

__all__ = ["Recorded", "read_scores"]

_IDS = (
    "student", "studentid", "sid", "id", "username", "user", "login", "owner", "email", "emailaddress",
    "githubusername",
)  # fmt: skip
_SCORES = ("points", "score", "totalscore", "grade", "rawscore")
_MAXIMA = ("maxpoints", "maxscore", "pointspossible", "maximumgrade")
CLASSROOM50 = "classroom50/scores/v1"
# What our own tables put before a text that a spreadsheet would compute.
_GUARD = re.compile(r"'(?=[\s\"']*[=+\-@\uff1d\uff0b\uff0d\uff20])")


@dataclass(frozen=True)
class Recorded:
    """`score` as it stands there (its decimals tell how it was rounded); None where there is none."""

    line: Line
    score: str | None
    maximum: Decimal | None


def read_scores(path: Path, column: str | None = None) -> tuple[Recorded, ...]:
    """The scores in `path`; `column` is the title of the one to look in, where a table has several."""
    if path.is_dir() or path.name == FILE:
        return tuple(_of_mark(row, mark) for row, mark in enumerate(read_marks(path).marks))
    name = str(path)
    data = read_given(path)
    if path.suffix == ".json":
        return _of_classroom50(data, column, name)
    table = read_table(data, name)
    if {"Section", "ID"} <= {title.strip() for title in table.header}:
        if column is None:
            raise UsageError(Text("{file} is Canvas's gradebook; name the assignment with --column.", {"file": name}))
        return _of_sheet(gradebook(data, column, name))
    try:
        return _of_sheet(worksheet(data, name))
    except UsageError:
        return _of_table(table, column, name)


def _of_mark(row: int, mark: Mark) -> Recorded:
    return Recorded(
        Line(row, mark.name, (mark.student,)), None if mark.points is None else str(mark.points), mark.max_points
    )


def _of_classroom50(data: bytes, assignment: str | None, name: str) -> tuple[Recorded, ...]:
    """Of its scores.json: an entry is a repository, with its submissions from the newest on."""
    try:
        read = json.loads(data)
        if read["schema"] != CLASSROOM50:
            raise UsageError(Text("{file} isn't Classroom 50's scores.json.", {"file": name}))
        assignments = read["assignments"]
        wanted = assignment or (next(iter(assignments)) if len(assignments) == 1 else "")
        if wanted not in assignments:
            values = {"file": name, "columns": "; ".join(map(str, assignments))}
            raise UsageError(Text("{file} has several assignments; name one of these with --column: {columns}", values))
        people = [
            (who, entry["submissions"])
            for entry in assignments[wanted]["entries"]
            for who in entry.get("member_usernames") or [entry["owner"]]
        ]
        return tuple(
            Recorded(
                Line(row, "", (str(who),)),
                str(submissions[0]["score"]) if submissions else None,
                Decimal(str(submissions[0]["max-score"])) if submissions else None,
            )
            for row, (who, submissions) in enumerate(people)
        )
    except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as error:
        raise UsageError(Text("{file} isn't Classroom 50's scores.json.", {"file": name})) from error


def _of_sheet(sheet: Sheet) -> tuple[Recorded, ...]:
    values = ((line, sheet.table.value(line.row, sheet.column)) for line in sheet.lines)
    return tuple(Recorded(line, _score(value), sheet.maximum) for line, value in values)


def _of_table(table: Table, column: str | None, name: str) -> tuple[Recorded, ...]:
    plain = [re.sub(r"[^a-z0-9]", "", folded(title)) for title in table.header]
    ids = [at for at, title in enumerate(plain) if title in _IDS]
    scores = [at for at, title in enumerate(table.header) if title.strip() == column] or [
        plain.index(title) for title in _SCORES if column is None and title in plain
    ]
    if not ids or not scores:
        values = {"file": name, "columns": "; ".join(table.header)}
        raise UsageError(
            Text("{file} has no column that says who, or none that says how many points; it has: {columns}", values)
        )
    most = next((plain.index(title) for title in _MAXIMA if title in plain), None)
    recorded = []
    for number in range(1, len(table.rows)):
        row = {at: _GUARD.sub("", table.value(number, place)).strip() for at, place in _places(table, number)}
        own = tuple(filter(None, (row[at] for at in ids)))
        if own:
            maximum = as_number(row[most]) if most is not None else None
            recorded.append(Recorded(Line(number, _name(plain, row), own), _score(row[scores[0]]), maximum))
    return tuple(recorded)


def _places(table: Table, number: int) -> Iterator[tuple[int, int]]:
    """Each column's place in a row.  nbgrader writes no quotation marks, so that a comma in a name moves the rest."""
    extra = len(table.rows[number]) - len(table.header)
    moved = extra if extra > 0 and table.header == NBGRADER else 0
    names = NBGRADER.index("last_name")
    for at in range(len(table.header)):
        yield at, at + moved if at > names else at


def _name(plain: Sequence[str], row: Mapping[int, str]) -> str:
    values = {title: row[at] for at, title in enumerate(plain)}
    parts = (values.get("firstname", ""), values.get("lastname", ""))
    return values.get("name") or values.get("fullname") or " ".join(filter(None, parts))


def _score(value: str) -> str | None:
    return value.strip() if value.strip() not in ("", "-") else None
