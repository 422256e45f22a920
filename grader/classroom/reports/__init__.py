"""Class results -> text: pure functions, one module per format.

A format is a function ``render(results, *, anonymize=False) -> str`` and a line in `FORMATS`.  Nothing here reads a
clock, the environment or a folder; the same results give the same text.  All of them are written as UTF-8 without
translating line ends (CSV has CRLF, and begins with the byte order mark that spreadsheets want).

With `anonymize`, the results lose every name before a format sees them (:mod:`grader.classroom.pseudonyms`).  What
comes from a submission, a file name or a roster is made harmless where a format fills it in.
"""

from collections.abc import Mapping
from typing import Protocol

from grader.classroom.reports import csv_long, csv_wide, html, json
from grader.classroom.results import ClassResults

__all__ = ["FORMATS", "Format"]


class Format(Protocol):
    def __call__(self, results: ClassResults, *, anonymize: bool = False) -> str: ...


FORMATS: Mapping[str, Format] = {
    "html": html.render,
    "csv_wide": csv_wide.render,
    "csv_long": csv_long.render,
    "json": json.render,
}
