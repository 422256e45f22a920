"""What a class's grading gave, as ``grade class`` wrote it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from grader.errors import UsageError
from grader.model import Text

__all__ = ["ClassMarks", "Item", "Mark", "read_marks", "scaled"]

FILE = "class.json"
FORMAT = 1
_HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True)
class Item:
    title: str
    max_points: Decimal


@dataclass(frozen=True)
class Mark:
    """One student's: `points` is None unless all are final.  `state` is that of docs/class-report.md.

    `items` are the points of each item, None likewise.  `of_another` is true where the notebook says that it's for
    another assignment.
    """

    student: str
    name: str
    state: str
    points: Decimal | None
    max_points: Decimal
    source: str = ""
    items: Mapping[str, Decimal | None] = field(default_factory=dict)
    of_another: bool = False

    @property
    def label(self) -> str:
        """What a person calls the student: the id too, since names aren't unique."""
        return f"{self.name} ({self.student})" if self.name.strip() and self.name != self.student else self.student


@dataclass(frozen=True)
class ClassMarks:
    """`items` are those that were graded, by id; `folder` is where ``grade class`` wrote, and `written` when."""

    assignment: str
    title: str
    language: str
    seed: int
    marks: tuple[Mark, ...]
    items: Mapping[str, Item]
    folder: Path
    written: datetime


def read_marks(path: Path) -> ClassMarks:
    """The marks in `path`: the folder that ``grade class`` filled, or its class.json."""
    file = path / FILE if path.is_dir() else path
    try:
        data = json.loads(file.read_bytes())
        if data["format"] != FORMAT:
            raise UsageError(Text("{file} has a format of another version of the grader.", {"file": str(file)}))
        if data["anonymous"]:
            raise UsageError(
                Text("{file} has pseudonyms; grade the class without --anonymize to enter grades.", {"file": str(file)})
            )
        marks = tuple(_mark(student) for student in data["students"])
        items = {item["id"]: Item(item["title"], Decimal(str(item["max_points"]))) for item in data["items"]}
        about = (data["assignment"], data["title"], data["language"], data["seed"])
        written = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        return ClassMarks(*about, marks, items, file.parent, written)
    except OSError as error:
        raise UsageError(
            Text(
                "{file} can't be read ({error}); name the folder that `grade class` filled.",
                {"file": str(file), "error": error.strerror or ""},
            )
        ) from error
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(Text("{file} isn't what `grade class` writes.", {"file": str(file)})) from error


def _mark(student: Mapping[str, Any]) -> Mark:
    return Mark(
        student["student"],
        student["name"] or "",
        student["state"],
        _number(student["points"]),
        Decimal(str(student["max_points"])),
        (student["submission"] or {}).get("source", ""),
        {item["id"]: _number(item["points"]) for item in student["items"]},
        "another_assignment" in student["flags"],
    )


def _number(points: float | None) -> Decimal | None:
    return None if points is None else Decimal(str(points))


def scaled(points: Decimal, max_points: Decimal, maximum: Decimal | None) -> Decimal:
    """`points` of `max_points` as a grade of `maximum`, with two decimals, which is what gradebooks compare.

    Less than everything never looks like everything, and more than nothing never like nothing.
    """
    most = max_points if maximum is None else maximum
    exact = points if max_points in (most, 0) else points * most / max_points
    grade = exact.quantize(_HUNDREDTH, ROUND_HALF_UP)
    if grade >= most > exact:
        grade = exact.quantize(_HUNDREDTH, ROUND_DOWN)
    if grade == 0 and exact > 0:
        grade = _HUNDREDTH
    return grade
