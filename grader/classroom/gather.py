"""What was handed in -> the entries to grade, and what is told of a class beside its grades."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from grader.classroom.collect import collect
from grader.classroom.collection import Attention as Found
from grader.classroom.collection import AttentionKind, Student
from grader.classroom.results import Attention, Result
from grader.classroom.run import Entry
from grader.classroom.tally import Around
from grader.model import Text
from grader.reports.inert import visible
from grader.reports.language import say

__all__ = ["gather"]

# What can't be told by looking at the file itself: there is something readable, but nobody knows what counts.
_READABLE = frozenset({AttentionKind.NO_NOTEBOOK, AttentionKind.SEVERAL_NOTEBOOKS})


def gather(
    paths: Sequence[Path], roster: Path | None, leave_out: Iterable[Path], language: str
) -> tuple[list[Entry], Around]:
    """The submissions below `paths`, each student's by itself, and all else in `language`."""
    collection = collect(list(paths), roster, leave_out=leave_out)
    # Those who handed in together have one submission and a row each.
    entries = [
        Entry(student.id, student.name, one.source, one.file_name, one.sha256, one.read)
        for one in collection.collected
        for student in (one.student, *one.others)
    ]
    held = [
        _held(entry, entry.student, language)
        for entry in collection.attention
        if entry.held and entry.student is not None
    ]
    around = Around(
        held,
        [_attention(entry, language) for entry in collection.attention],
        [student.id for student in collection.missing],
        {student.id: student.name for student in collection.missing},
    )
    return entries, around


def _held(entry: Found, student: Student, language: str) -> Result:
    sources = ", ".join(entry.sources)
    unreadable = entry.kind not in _READABLE
    return Result(student.id, student.name, sources, "", None, _told(entry, language), unreadable)


def _attention(entry: Found, language: str) -> Attention:
    student = entry.student.id if entry.student is not None else ""
    return Attention(entry.kind.value, _told(entry, language), student, entry.sources)


def _told(entry: Found, language: str) -> str:
    return f"{_said(entry.what, language)} {_said(entry.remedy, language)}".strip()


def _said(text: Text, language: str) -> str:
    return say(text, language, visible)
