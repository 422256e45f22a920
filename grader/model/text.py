"""Messages for people, kept untranslated until a report is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

__all__ = ["Text", "in_code"]

Fill: TypeAlias = "str | int | float | Text"


@dataclass(frozen=True)
class Text:
    """A message: an English template with named places, and what goes into them.

    The template is the gettext message id, so it must be a literal where it's written
    (``Text("Row {row} sums to {total}.", {"row": 2, "total": "1.73"})``).  Values may hold a
    student's text: they are only ever filled in, never used as a template.  Numbers are
    formatted by the caller, since how many digits matter is known there.

    `in_language` holds the template in other languages where the text comes from the course's own
    files (a misconception's hint) and not from the message catalogue.  `names` are the student's own names by those
    that a template uses for the same thing (`about`).
    """

    template: str
    values: Mapping[str, Fill] = field(default_factory=dict)
    in_language: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def about(self, names: Mapping[str, str]) -> Text:
        """The same message, with the student's own `names` for the course's, in every language."""
        values = {key: value.about(names) if isinstance(value, Text) else value for key, value in self.values.items()}
        return replace(self, values=values, names={**self.names, **names})

    def in_their_words(self, template: str) -> str:
        """`template` (this message's, in some language) with the student's names where it speaks of their code.

        A name counts as code where it's called or quoted, or where no word is written like that: the attention of a
        block remains attention, and RMSNorm what it is, whatever the student calls theirs.
        """
        if not self.names:
            return template
        return _IDENTIFIER.sub(self._theirs, template)

    def _theirs(self, found: re.Match[str]) -> str:
        name, around = found[0], (found.string[found.start() - 1 : found.start()], found.string[found.end() :][:1])
        is_code = "_" in name or "`" in around or around[1] == "("
        return self.names.get(name, name) if is_code else name

    def __str__(self) -> str:
        """The English text (for logs and tests); reports use :func:`grader.reports.language.say`."""
        return self.in_their_words(self.template).format(**{k: str(v) for k, v in self.values.items()})


# A whole name that isn't an attribute of something (``nn.LayerNorm``) nor a place to be filled in (``{name}``).
_IDENTIFIER = re.compile(r"(?<![\w.{])[^\W\d]\w*(?![\w}])")


def in_code(names: Sequence[str]) -> Text:
    """The `names` in a row, each marked as code; a mark within a value would be shown as it stands.  At least one."""
    first = Text("`{name}`", {"name": names[0]})
    return first if len(names) == 1 else Text("{first}, {rest}", {"first": first, "rest": in_code(names[1:])})
