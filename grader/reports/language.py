"""Say a message in the reader's language.

The English template is the gettext message id; other languages are in
``grader/locale/<language>/LC_MESSAGES/grader.po``, compiled beside it (``make messages``).  Running the
grader needs only :mod:`gettext` of the standard library.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from grader.model import Text

__all__ = ["LANGUAGES", "say", "title_in"]

LANGUAGES = ("en", "es")
LOCALE = Path(__file__).resolve().parents[1] / "locale"


class _Values(dict[str, str]):
    """A place without a value stays visible as itself: one slip in a message mustn't cost the report."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


_AFTER_A_SENTENCE = re.compile(r"[.?!] \{(\w+)\}")
_A_WORD = re.compile(r"[^\W\d_]{2,}(?![\w(=\[.])")


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    return gettext.translation("grader", LOCALE, languages=[lang], fallback=True)


def say(text: Text, lang: str, shown: Callable[[str], str] = str) -> str:
    """`text` in the language `lang` ("en", "es"; any other gives English), with its values filled in.

    The text's own translation (`Text.in_language`) goes before the catalogue's.  Values that are themselves
    a `Text` are said too.  Every other value goes through `shown`, which is where a report makes a student's
    text harmless for its format.  Values are only ever filled in: one that looks like a template
    ("{0.__class__}", "%s") stays what it is.
    """
    template = text.in_language.get(lang, "")
    if not template and text.template:  # gettext answers the empty id with the catalogue's header
        template = _catalogue(lang).gettext(text.template)
    template = text.in_their_words(template)
    values = _Values()
    begin_a_sentence = set(_AFTER_A_SENTENCE.findall(template))
    for name, value in text.values.items():
        said = say(value, lang, shown) if isinstance(value, Text) else shown(str(value))
        # A message of ours is written to stand alone or after a colon; a name or a formula stays as it is.
        if isinstance(value, Text) and name in begin_a_sentence and _A_WORD.match(said):
            said = f"{said[0].upper()}{said[1:]}"
        values[name] = said
    try:
        filled = template.format_map(values)
        # What has nothing to add at the end leaves no blank there.
        return filled.rstrip(" ") if "" in values.values() else filled
    except (ValueError, IndexError):  # a stray brace in a message of ours
        return template


def title_in(titles: Mapping[str, str], lang: str) -> str:
    """The title in `lang`, else in English, else in whatever language there is."""
    return titles.get(lang) or titles.get("en") or next(iter(titles.values()), "")
