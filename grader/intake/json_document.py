"""Bytes -> a JSON object, with the outputs of cells dropped on the way, or the reason why not."""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

from grader.errors import UnreadableSubmission
from grader.intake.file_kinds import kind_of_bytes, kind_of_text
from grader.intake.visible import visible
from grader.model import Level, Text

__all__ = ["JsonObject", "Note", "RepeatedKeys", "json_object", "kind_of_value"]

JsonObject: TypeAlias = dict[str, Any]
Note: TypeAlias = Callable[[Level, Text], None]

# A parsed value takes up to 72 bytes for 3 bytes of text, so the file's size alone bounds little.
MOST_COLLECTIONS = 2_000_000
MOST_VALUES = 8_000_000

_BOMS = (
    # UTF-32 first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_CONFLICT = re.compile(r"^<{7}(?: |\r?$)", re.MULTILINE)
_DROPPED = ("outputs", "attachments")


class RepeatedKeys(JsonObject):
    """An object of which some keys were written twice; the last value counts, as in Jupyter."""

    keys_repeated: frozenset[str] = frozenset()


def json_object(data: bytes, note: Note) -> JsonObject:
    """The top-level object; `note` is told what was repaired.  Raises UnreadableSubmission."""
    if not data.strip(b" \t\r\n\x00"):
        kept = Text("Look for an older copy in .ipynb_checkpoints, beside the notebook.")
        raise UnreadableSubmission(Text("This file is empty. {advice}", {"advice": kept}))
    kind = kind_of_bytes(data)
    if kind is not None:
        raise UnreadableSubmission(kind)
    text = _decoded(data, note)
    if text.endswith("\x00"):
        note(Level.WARNING, Text("The file ends in zero bytes (a save that was cut off?); they were ignored."))
        text = text.rstrip("\x00")
    value = _parsed(text, note)
    if not isinstance(value, dict):
        raise UnreadableSubmission(
            Text("This isn't a notebook: it is JSON, but {kind} and not an object.", {"kind": kind_of_value(value)})
        )
    return value


def kind_of_value(value: object) -> Text:
    """What a JSON value is, for a message."""
    if value is None:
        return Text("null")
    if isinstance(value, bool):
        return Text("true or false")
    if isinstance(value, int | float):
        return Text("a number")
    if isinstance(value, str):
        return Text("text")
    return Text("a list") if isinstance(value, list) else Text("an object")


def _decoded(data: bytes, note: Note) -> str:
    for mark, encoding, name in _BOMS:
        if data.startswith(mark):
            return _decoded_as(data, encoding, name, note)
    encoding = json.detect_encoding(data)
    if not encoding.startswith("utf-8"):  # every second byte of its start is zero
        return _decoded_as(data, encoding, encoding[:6].upper(), note)
    if data.startswith(codecs.BOM_UTF8):
        note(Level.INFO, Text("The file starts with a byte order mark (saved by a Windows editor?); it was ignored."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.end == len(data) and error.reason == "unexpected end of data":
            raise UnreadableSubmission(_ends_early()) from None
        raise UnreadableSubmission(
            Text(
                "This file isn't UTF-8: byte {number} (0x{value}, on line {line}) can't be read. "
                "Open the notebook in Jupyter and save it there, not in a text editor.",
                {
                    "number": error.start + 1,
                    "value": f"{data[error.start]:02x}",
                    "line": data.count(b"\n", 0, error.start) + 1,
                },
            )
        ) from None


def _decoded_as(data: bytes, encoding: str, name: str, note: Note) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        damaged = Text("This file looks like {encoding} text, and is damaged or cut off.", {"encoding": name})
        raise UnreadableSubmission(damaged) from None
    note(Level.INFO, Text("The file is in {encoding}, not in UTF-8; it was converted.", {"encoding": name}))
    return text


def _parsed(text: str, note: Note) -> Any:
    collections = text.count("{") + text.count("[")
    if collections > MOST_COLLECTIONS or text.count(",") > MOST_VALUES:
        raise UnreadableSubmission(
            Text("This file is too large: it holds millions of values. Choose Clear All Outputs, save, hand in again.")
        )
    strange: list[str] = []
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_constant=strange.append)
    except json.JSONDecodeError as error:
        raise UnreadableSubmission(_why_not(text, error)) from None
    except RecursionError:
        raise UnreadableSubmission(Text("This file's values are nested too deeply for a notebook.")) from None
    if strange:
        note(
            Level.INFO,
            Text("The file holds {name}, which JSON doesn't know; it was read as null.", {"name": strange[0]}),
        )
    return value


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    """Called by the parser for each object as soon as it's complete, so outputs never pile up."""
    value: JsonObject = dict(pairs)
    if len(value) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        value = RepeatedKeys(value)
        value.keys_repeated = frozenset(name for name, count in counts.items() if count > 1)
    for name in _DROPPED:
        if name in value:
            value[name] = None
    return value


def _integer(digits: str) -> int | float:
    # int() of 10 000 digits is an exception, of 4 000 a quadratic wait.
    return int(digits) if len(digits) <= 18 else float(digits)


def _why_not(text: str, error: json.JSONDecodeError) -> Text:
    conflict = _CONFLICT.search(text)
    if conflict:
        return Text(
            "This file holds an unresolved merge conflict at line {line}. Resolve it in Git, and see that the notebook "
            "opens in Jupyter.",
            {"line": text.count("\n", 0, conflict.start()) + 1},
        )
    start = text.lstrip("\ufeff \t\r\n")
    if not start.startswith(("{", "[")):
        kind = kind_of_text(text)
        if kind is not None:
            return kind
    if not start.startswith("{"):
        return Text("This isn't a notebook: its text starts with '{start}'.", {"start": visible(start, 20)})
    if _is_cut_off(text, error):
        return _ends_early()
    place = {"line": error.lineno, "column": error.colno}
    if error.msg == "Extra data":
        return Text(
            "After the end of the notebook there is something more, from line {line}, column {column} on. "
            "Open the notebook in Jupyter, or download it again.",
            place,
        )
    return Text(
        "This file is damaged: it stops being valid JSON at line {line}, column {column}. "
        "Undo what was changed there outside of Jupyter, or download the notebook again.",
        place,
    )


def _is_cut_off(text: str, error: json.JSONDecodeError) -> bool:
    """Did the parser want more where the file ends, perhaps within a word or an escape?"""
    rest = text[error.pos :].rstrip()
    if error.msg.startswith("Unterminated string") or not rest:
        return True
    words = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
    return any(word.startswith(rest) for word in words) or re.fullmatch(r"\\?u?[0-9a-fA-F]{0,3}", rest) is not None


def _ends_early() -> Text:
    # For a teacher's class as for the student's own check: nothing may have been handed in.
    return Text(
        "This file ends early: the rest of the notebook is missing (was an upload or a save cut off?). Save it again, "
        "and use that file."
    )
