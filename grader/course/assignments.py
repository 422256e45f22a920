"""Where a course keeps its assignments.

``rubric.yaml`` at the top is the core assignment's; a further one has ``assignments/<name>/rubric.yaml``.  Beside the
top one lie ``reference_solutions/<name>/`` for all of them.
"""

from __future__ import annotations

import re
from pathlib import Path

from grader.course.rubric import FILE_NAME

__all__ = ["assignment_in", "course_directory", "rubrics_of"]


def course_directory(rubric: Path) -> Path:
    """The course's own folder: that of its top rubric."""
    folder = rubric.absolute().parent
    top = folder.parent.parent
    if folder.parent.name == "assignments" and (top / "reference_solutions").is_dir():
        return top
    return folder


def rubrics_of(directory: Path) -> dict[str, Path]:
    """The rubrics of the course in `directory` by assignment, that of the core assignment first."""
    top = directory / FILE_NAME
    found = {assignment_in(top): top} if top.is_file() else {}
    for path in sorted((directory / "assignments").glob(f"*/{FILE_NAME}")):
        found.setdefault(path.parent.name, path)
    return found


def assignment_in(rubric: Path) -> str:
    """What the rubric says it is for, even if it has faults; the core assignment where it doesn't say."""
    try:
        text = rubric.read_text(encoding="utf-8", errors="replace")
    except OSError:  # whoever reads it in earnest will say so
        text = ""
    said = re.search(r"^assignment:\s*(\w+)", text, re.M)
    return said[1] if said else "transformer"
