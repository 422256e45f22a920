"""Results of a class as ``grade class`` writes them, and payloads for every table that holds text of others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.classroom.collection import slug_of
from grader.cli.entering import items_of
from grader.lms.marks import Mark

__all__ = ["PAYLOADS", "mark", "written_class"]

PAYLOADS = (
    '=HYPERLINK("http://127.0.0.1:9/x";"y")',
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1;1)",
    "\t=1+1",
    "\r=1+1",
    " =1+1",
    '"=1+1"',
    "＝1+1",
    "=cmd|' /C calc'!A0",
    '=WEBSERVICE("http://127.0.0.1:9/")',
)


def mark(student: str, points: str | None, name: str = "", state: str = "graded", most: str = "100") -> Mark:
    return Mark(student, name, state, None if points is None else Decimal(points), Decimal(most))


def written_class(folder: Path, marks: Iterable[Mark], **changes: Any) -> Path:
    """`folder` as ``grade class`` leaves it: class.json, and a page for each student with a report."""
    students: list[dict[str, Any]] = []
    (folder / "feedback").mkdir(parents=True, exist_ok=True)
    for one in marks:
        handed_in = one.state != "no_submission"
        points = None if one.points is None else float(one.points)
        students.append(
            {
                "student": one.student,
                "name": one.name,
                "submission": {"source": f"in/{one.student}.ipynb", "sha256": "0" * 64} if handed_in else None,
                "state": one.state,
                "points": points,
                "so_far": points,
                "open_points": 0.0,
                "max_points": float(one.max_points),
                "flags": ["another_assignment"] if one.of_another else [],
                "failure": None,
                "items": [{"id": item, "points": None if n is None else float(n)} for item, n in one.items.items()],
            }
        )
        if one.state in ("graded", "open"):
            page = folder / "feedback" / f"{slug_of(one.student)}.html"
            page.write_text(f"<p>{one.student}", encoding="utf-8")
    data = {
        "format": 1,
        "grader_version": "0.1.0",
        "language": "en",
        "assignment": "transformer",
        "title": "Transformers from scratch",
        "max_points": 100.0,
        "seed": 7,
        "anonymous": False,
        "items": [{"id": item, "title": item, "max_points": 1} for item in items_of("transformer")],
        "students": students,
        **changes,
    }
    (folder / "class.json").write_text(json.dumps(data), encoding="utf-8")
    return folder
