"""A class's results -> files: the class's reports, each student's for the teacher, and a page to hand back."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from grader.classroom.collection import slug_of
from grader.classroom.journal import write_atomically
from grader.classroom.reports import FORMATS as OF_CLASS
from grader.classroom.results import ClassResults
from grader.classroom.tally import Graded
from grader.model import Edition
from grader.redact import redact
from grader.reports import FORMATS

__all__ = ["FEEDBACK", "FILES", "STUDENTS", "StudentFiles", "write_class"]

# By the name of the format.
FILES: Mapping[str, str] = {
    "html": "class.html",
    "json": "class.json",
    "csv_wide": "grades.csv",
    "csv_long": "grades-long.csv",
}
STUDENTS = "students"
FEEDBACK = "feedback"


class StudentFiles:
    """Two folders that are never mixed up: the teacher's, with the evidence of hidden checks, and the students'.

    What is in the second was redacted before any format saw it (`grader.redact`), so it can be handed out as it is.
    """

    def __init__(self, folder: Path) -> None:
        self.students, self.feedback = folder / STUDENTS, folder / FEEDBACK
        self._written: set[Path] = set()

    def write(self, graded: Graded) -> None:
        slug = slug_of(graded.entry.student)
        self._put(self.students / f"{slug}.json", graded.text)
        own = redact(graded.report, Edition.STUDENT)
        self._put(self.feedback / f"{slug}.html", FORMATS["html"](own, graded.language))

    def _put(self, file: Path, text: str) -> None:
        self._written.add(file)
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if file.read_text(encoding="utf-8") == text:
                return
        write_atomically(file, text, durable=False)  # the journal has it, should it be lost

    def remove_others(self) -> None:
        """Of students who aren't in the class any more, or have no report now."""
        for folder, suffix in ((self.students, ".json"), (self.feedback, ".html")):
            for file in folder.glob(f"*{suffix}"):
                if file not in self._written:
                    file.unlink(missing_ok=True)


def write_class(results: ClassResults, folder: Path, *, anonymize: bool = False) -> Path:
    """Write the class's reports to `folder`, each file whole; the path of the one for people."""
    for name, file in FILES.items():
        write_atomically(folder / file, OF_CLASS[name](results, anonymize=anonymize))
    return folder / FILES["html"]
