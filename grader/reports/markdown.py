"""Pieces of GitHub's Markdown (https://github.github.com/gfm/) that a student's text can't get out of.

Every value that is filled into a message stands in a code span: nothing in one is a heading, a link, a picture, a
table's border, a mention, a reference to an issue or a formula.  Our own words are escaped.
"""

from __future__ import annotations

import re

from grader.model import Text
from grader.reports.inert import visible
from grader.reports.language import say
from grader.reports.sentences import MOST_CHARACTERS, MOST_LINES

__all__ = ["cell", "code", "escaped", "prose"]

# Around each value while a message is put together.  Both are for private use, which `visible` lets nobody bring in.
_OPEN, _CLOSE = "\ue000", "\ue001"
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_RUN = re.compile("`+")
_SPECIAL = re.compile(r"[\\*_\[\]<>#~&]")
# Characters whose meaning isn't taken away everywhere by a backslash: in tables, formulas and code.
_ENTITIES = {"|": "&#124;", "$": "&#36;", "`": "&#96;"}
# What starts a block where it stands first in a line: a list, a quotation, a rule, the underline of a heading.
_BLOCK = re.compile(r"^(?:([-+=])|(\d+)([.)])(?=\s|$))")


def code(value: str) -> str:
    """`value`, one line of visible characters, in a code span that nothing in it can end.

    The fence is longer than any run of backticks in it; where it starts or ends in a backtick or a space, a space
    on each side, which the span takes off again, keeps it whole.
    """
    fence = "`" * (max((len(run) for run in _RUN.findall(value)), default=0) + 1)
    padded = value.strip(" ") != "" and (value[0] in "` " or value[-1] in "` ")
    return f"{fence} {value} {fence}" if padded else f"{fence}{value}{fence}"


def escaped(text: str) -> str:
    """Words of ours (or the course's), on one line, as Markdown that shows them as they are."""
    text = _SPECIAL.sub(lambda found: f"\\{found.group()}", " ".join(text.split("\n")))
    for character, entity in _ENTITIES.items():
        text = text.replace(character, entity)
    return text


def cell(value: str) -> str:
    """`value` in a code span of a table, where not even a code span protects a "|"."""
    return code(visible(value).replace("|", "\\x7c")) if value.strip() else ""


def prose(text: Text, lang: str) -> str:
    """`text` in Markdown: our words escaped, values in code spans (plain numbers stand as they are), lines kept.

    It is cut like a message on a terminal.
    """
    lines = [_line(line) for line in say(text, lang, _marked).split("\n")]
    lines = [line for line in lines if line.strip()]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "..."]
    return "\\\n".join(lines)


def _marked(value: str) -> str:
    shown = visible(value)
    return shown if _NUMBER.fullmatch(shown) else f"{_OPEN}{shown}{_CLOSE}"


def _line(line: str) -> str:
    made = ""
    room = MOST_CHARACTERS
    for is_code, piece in _pieces(line.strip()):
        kept = piece if len(piece) <= room else f"{piece[:room]}..."
        room -= len(kept)
        made += code(kept) if is_code else escaped(kept)
        if room <= 0:
            break
    return _BLOCK.sub(_no_block, made.strip())


def _no_block(found: re.Match[str]) -> str:
    sign, digits, dot = found.groups()
    return f"\\{sign}" if sign else f"{digits}\\{dot}"


def _pieces(line: str) -> list[tuple[bool, str]]:
    """The line in turns of words and code.

    Code is a value, or what stands between two backticks of a message of ours.  Two values side by side, or a value
    between backticks, are one piece: the fences of two code spans that touch would be read as one.
    """
    pieces: list[tuple[bool, str]] = []
    in_value = in_code = False
    for index, character in enumerate(line):
        if character in (_OPEN, _CLOSE):
            in_value = character == _OPEN
        elif character == "`" and not in_value and (in_code or _another_backtick(line[index + 1 :])):
            in_code = not in_code
        elif pieces and pieces[-1][0] == (in_value or in_code):
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + character)
        else:
            pieces.append((in_value or in_code, character))
    return pieces


def _another_backtick(rest: str) -> bool:
    """Is there a backtick of ours in what follows?  Those of values don't count."""
    return "`" in re.sub(f"{_OPEN}.*?{_CLOSE}", "", rest)
