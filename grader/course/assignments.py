"""Where a course keeps its assignments.

``rubric.yaml`` at the top is the core assignment's; a further one has ``assignments/<name>/rubric.yaml``.  Beside the
top one lie ``reference_solutions/<name>/`` for all of them.
"""

from __future__ import annotations

from pathlib import Path

from grader.course.rubric import FILE_NAME

__all__ = ["course_directory", "rubrics_of"]


def course_directory(rubric: Path) -> Path:
    """The course's own folder: that of its top rubric."""
    folder = rubric.absolute().parent
    top = folder.parent.parent
    if folder.parent.name == "assignments" and (top / "reference_solutions").is_dir():
        return top
    return folder


def rubrics_of(directory: Path) -> tuple[Path, ...]:
    """The rubrics of the course in `directory`, that of the core assignment first."""
    top = directory / FILE_NAME
    return (*([top] if top.is_file() else ()), *sorted((directory / "assignments").glob(f"*/{FILE_NAME}")))
