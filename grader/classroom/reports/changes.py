"""What a grading has changed since the last one: JSON for programs, a page for people."""

from __future__ import annotations

from typing import Any

from grader.classroom.changes import Change, Changes, Standing
from grader.classroom.reports.html import template
from grader.classroom.reports.words import ROW_STATES
from grader.classroom.standings import RowState
from grader.model import Text
from grader.reports.json import written
from grader.reports.language import say

__all__ = ["render_json", "render_page"]

FORMAT = 1

WORDS = {
    "title": Text("What has changed"),
    "since": Text("Since the last grading in this folder."),
    "causes": Text("What differs for the whole class"),
    "none": Text("Nothing of the course: the same grader, rubric, references and seed."),
    "student": Text("Student"),
    "students": Text("Students"),
    "before": Text("Before"),
    "after": Text("Now"),
    "difference": Text("Difference"),
    "items": Text("Items"),
    "why": Text("Why"),
    "nobody": Text("Nobody's points have changed."),
}


def render_json(changes: Changes, lang: str) -> str:
    """``docs/class-report.md`` has the keys."""
    body = {
        "format": FORMAT,
        "language": lang,
        "why": [say(cause, lang) for cause in changes.why],
        "students": [_change(change, lang) for change in changes.students],
        "unchanged": changes.unchanged,
    }
    return written(body, indent=1)


def _change(change: Change, lang: str) -> dict[str, Any]:
    return {
        "student": change.student,
        "name": change.name,
        "before": _standing(change.before),
        "after": _standing(change.after),
        "difference": change.difference,
        "items": [{"id": one.item, "before": one.before, "after": one.after} for one in change.items],
        "why": [say(cause, lang) for cause in change.why],
    }


def _standing(standing: Standing | None) -> dict[str, Any] | None:
    if standing is None:
        return None
    return {"state": standing.state, "points": standing.points, "sha256": standing.sha256}


def render_page(changes: Changes, lang: str) -> str:
    """One HTML page that loads nothing and runs nothing; what a student could have written is made inert."""
    words = {key: say(text, lang) for key, text in WORDS.items()}
    counted = Text("{changed} stand otherwise than before, {unchanged} as they did.", _counts(changes))
    page = template("changes.html").render(
        lang=lang,
        w=words,
        counted=say(counted, lang),
        causes=[say(cause, lang) for cause in changes.why],
        rows=[_row(change, lang) for change in changes.students],
    )
    return f"{page}\n"


def _counts(changes: Changes) -> dict[str, str | int | float | Text]:
    return {"changed": len(changes.students), "unchanged": changes.unchanged}


def _row(change: Change, lang: str) -> dict[str, Any]:
    return {
        "label": change.name.strip() or change.student,
        "before": _shown(change.before, lang),
        "after": _shown(change.after, lang),
        "difference": "" if change.difference is None else f"{change.difference:+g}".replace("-", "\u2212"),
        "items": [f"{i.item}: {_number(i.before)} → {_number(i.after)}" for i in change.items],
        "why": [say(cause, lang) for cause in change.why],
    }


def _shown(standing: Standing | None, lang: str) -> str:
    if standing is None:
        return "–"
    return say(ROW_STATES[RowState(standing.state)], lang) if standing.points is None else _number(standing.points)


def _number(points: float | None) -> str:
    return "?" if points is None else f"{points:g}"
