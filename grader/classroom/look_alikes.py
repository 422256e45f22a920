"""The note for the teacher on submissions that look alike: what `grader.classroom.alike` finds, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

from grader.classroom.alike import Fingerprints, alike, fingerprints
from grader.classroom.results import Attention
from grader.classroom.run import Entry
from grader.course import course_directory
from grader.errors import UnreadableSubmission
from grader.intake.notebook import submission_from
from grader.model import Rubric, Text
from grader.reports.inert import visible
from grader.reports.language import say

__all__ = ["KIND", "look_alikes"]

KIND = "looks_alike"
MOST_NAMES = 20


def look_alikes(entries: Sequence[Entry], rubric: Rubric, language: str) -> list[Attention]:
    """One note for each group of submissions that are alike; the very same bytes are told elsewhere."""
    by_hash: dict[str, list[Entry]] = {}
    for entry in entries:
        by_hash.setdefault(entry.sha256, []).append(entry)
    prints: dict[str, Fingerprints] = {}
    for sha256, same in by_hash.items():
        with suppress(UnreadableSubmission):
            prints[sha256] = fingerprints(_cells(same[0].read(), same[0].file_name))
    return [
        _note([entry for sha256 in group.who for entry in by_hash[sha256]], group.share, language)
        for group in alike(prints, _given(course_directory(Path(rubric.path)), rubric.assignment))
    ]


def _note(group: Iterable[Entry], share: float, language: str) -> Attention:
    who = sorted(group, key=lambda entry: entry.student)
    names = ", ".join(visible(entry.name or entry.student) for entry in who[:MOST_NAMES])
    text = Text(
        "{count} submissions share much that few others have: {names}. Of what is particular to the shorter one, at "
        "least {percent} percent is in another one too, whatever variables are called, in whatever order the cells "
        "stand. That is a reason to read them side by side; it proves nothing.",
        {"count": len(who), "names": names, "percent": int(100 * share)},
    )
    return Attention(KIND, say(text, language, visible), "", tuple(entry.source for entry in who))


@cache
def _given(top: Path, assignment: str) -> Fingerprints:
    """Of what the course hands out, and of its own solutions: whoever follows it closely writes the same."""
    found = [np.zeros(0, dtype=np.uint32)]
    for file in sorted((top / "assignments" / assignment).glob("*.ipynb")):
        with suppress(UnreadableSubmission):
            found.append(fingerprints(_cells(file.read_bytes(), file.name)))
    for file in sorted((top / "reference_solutions" / assignment).glob("*.py")):
        found.append(fingerprints([file.read_text(encoding="utf-8")]))
    return np.unique(np.concatenate(found))


def _cells(data: bytes, name: str) -> Iterator[str]:
    return (cell.source for cell in submission_from(data, name).cells)
