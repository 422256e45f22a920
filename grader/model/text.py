"""Messages for people, kept untranslated until a report is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = ["Text"]

Fill: TypeAlias = "str | int | float | Text"


@dataclass(frozen=True)
class Text:
    """A message: an English template with named places, and what goes into them.

    The template is the gettext message id, so it must be a literal where it's written
    (``Text("Row {row} sums to {total}.", {"row": 2, "total": "1.73"})``).  Values may hold a
    student's text: they are only ever filled in, never used as a template.  Numbers are
    formatted by the caller, since how many digits matter is known there.

    `in_language` holds the template in other languages where the text comes from the course's own
    files (a misconception's hint) and not from the message catalogue.
    """

    template: str
    values: Mapping[str, Fill] = field(default_factory=dict)
    in_language: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """The English text (for logs and tests); reports use :func:`grader.reports.language.say`."""
        return self.template.format(**{k: str(v) for k, v in self.values.items()})
