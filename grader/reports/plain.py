"""The report as plain text: for pipes, files, logs, and terminals without colour."""

from __future__ import annotations

from grader.model import GradeReport
from grader.reports.lines import plain_text
from grader.reports.screen import lines

__all__ = ["render"]


def render(report: GradeReport, lang: str, width: int = 80) -> str:
    """`report` in `lang`, in lines of at most `width` columns; our own words are ASCII in English."""
    return "".join(f"{plain_text(line)}\n" for line in lines(report, lang, width))
