"""YAML as nodes that know their place, by the strict part of YAML 1.2.

PyYAML's own loaders follow YAML 1.1 and forget where a value stood: there ``no`` is false, ``1e-6`` is
text, ``08`` is text but ``010`` is eight, and of two equal keys the last one wins in silence.  So only
PyYAML's parser is used, and its events are put together here.  Anchors, aliases, tags and second
documents are refused: a rubric needs none, and each is a way to mean something else than one sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

import yaml

__all__ = ["Entry", "Fault", "Node", "Refused", "parse", "shown"]

MOST_LEVELS = 32

# The core schema of YAML 1.2.2, section 10.3.2, with lengths that no rubric needs to exceed.
_NULL = re.compile(r"null|Null|NULL|~|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]{1,30}|[0-9]{1,18}(\.[0-9]{0,30})?)([eE][-+]?[0-9]{1,3})?")

# What PyYAML says, and what to do about it.
_SYNTAX_REMEDIES = (
    ("'\\t' that cannot start", "indent with spaces, never with tabs"),
    ("mapping values are not allowed", "put the text in quotes if it holds ': ', or correct the indentation"),
    ("could not find expected ':'", "write 'key: value', with a space after the colon"),
    ("expected <block end>", "give this line the indentation of its neighbours"),
    ("but got ':'", "put text that holds ': ' in quotes; or is a comma or a bracket missing before this?"),
    ("expected ',' or", "close the bracket, or put a comma between the entries"),
    ("unexpected end of stream", "close the quotes"),
    ("cannot start any token", "put the text in quotes"),
)


@dataclass(frozen=True, order=True)
class Fault:
    """Something wrong at a place; `line` and `column` count from 1."""

    line: int
    column: int
    what: str
    remedy: str


class Refused:
    """The value of a node that has been reported already: nothing more is to be said about it."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A key's own place, and what it maps to."""

    line: int
    column: int
    node: Node


NodeValue: TypeAlias = "bool | int | Decimal | str | list[Node] | dict[str, Entry] | Refused | None"


@dataclass(frozen=True, eq=False)
class Node:
    """A value at its place.  Numbers are exact: ``2.5`` is a Decimal, never a float."""

    line: int
    column: int
    value: NodeValue


def parse(text: str) -> tuple[Node | None, list[Fault]]:
    """The only document of `text`, and all faults found on the way.

    A fault in the syntax ends the reading (no node then); others leave a `Refused` node in their place.
    A text without any document gives no node and no fault.
    """
    builder = _Builder()
    try:
        return builder.document(text), builder.faults
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        what = f"the character U+{_code_point(error.character):04X} is not allowed in YAML"
        return None, [*builder.faults, Fault(line, column, what, "delete it")]
    except yaml.MarkedYAMLError as error:
        return None, [*builder.faults, _syntax_fault(error)]


def shown(text: str) -> str:
    """A text from the file in quotes, on one line, and not too long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


class _Builder:
    """Puts the parser's events together."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def document(self, text: str) -> Node | None:
        events: Iterator[yaml.Event] = yaml.parse(text, Loader=yaml.BaseLoader)
        root: Node | None = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents == 2:
                    self.fault(event, "a second document starts here", "keep one document, without '---' lines")
            elif isinstance(event, yaml.NodeEvent):
                node = self.node(event, events, 0)
                root = root or node
        return root

    def fault(self, event: yaml.Event, what: str, remedy: str) -> None:
        self.faults.append(Fault(*_place(event), what, remedy))

    def node(self, event: yaml.Event, events: Iterator[yaml.Event], level: int) -> Node:
        """The node that starts with `event`; its other events are taken from `events`."""
        if level == MOST_LEVELS and isinstance(event, yaml.CollectionStartEvent):
            self.fault(event, "the values are nested too deeply", "a rubric needs five levels")
            _skip(events)
            return Node(*_place(event), Refused())
        sound = self.is_plain(event)
        value: NodeValue
        if isinstance(event, yaml.ScalarEvent):
            # Only an unquoted scalar can be anything else than text.
            value = scalar(event.value) if event.style is None else event.value
        elif isinstance(event, yaml.SequenceStartEvent):
            value = []
            while not isinstance(inner := next(events), yaml.SequenceEndEvent):
                value.append(self.node(inner, events, level + 1))
        elif isinstance(event, yaml.MappingStartEvent):
            value = self.entries(events, level)
        else:
            value = Refused()
        return Node(*_place(event), value if sound else Refused())

    def entries(self, events: Iterator[yaml.Event], level: int) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        while not isinstance(key := next(events), yaml.MappingEndEvent):
            name = key.value if isinstance(key, yaml.ScalarEvent) else None
            if name is None:
                self.fault(key, "a key must be a plain word", "write 'key: value'")
                self.node(key, events, level + 1)
            else:
                self.is_plain(key)
            entry = Entry(*_place(key), self.node(next(events), events, level + 1))
            if name is None:
                continue
            if name in entries:
                first = entries[name].line
                self.fault(key, f"the key {shown(name)} is here twice, first on line {first}", "remove one of them")
            else:
                entries[name] = entry
        return entries

    def is_plain(self, event: yaml.Event) -> bool:
        """Neither anchor nor alias nor tag."""
        if isinstance(event, yaml.AliasEvent):
            self.fault(event, f"the alias '*{event.anchor}' is not allowed", "write the value out")
            return False
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is not None:
            self.fault(event, f"the anchor '&{anchor}' is not allowed", "remove it, and write the value out")
        if tag is not None:
            self.fault(event, f"the tag {shown(tag)} is not allowed", "remove it; put text in quotes")
        return anchor is None and tag is None


def scalar(text: str) -> bool | int | Decimal | str | None:
    """An unquoted scalar by the core schema of YAML 1.2, without octal, hexadecimal, infinity and NaN."""
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text):
        return True
    if _FALSE.fullmatch(text):
        return False
    if _INT.fullmatch(text):
        return int(text)
    return Decimal(text) if _FLOAT.fullmatch(text) else text


def _place(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    assert mark is not None  # None only on events that somebody made by hand
    return mark.line + 1, mark.column + 1


def _skip(events: Iterator[yaml.Event]) -> None:
    """Go past the end of the sequence or mapping that has just started; no recursion here."""
    open_ones = 1
    while open_ones:
        event = next(events)
        open_ones += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)


def _syntax_fault(error: yaml.MarkedYAMLError) -> Fault:
    problem = error.problem or error.context or "unknown syntax"
    opened = error.context_mark
    # A quote that is never closed runs to the end of the file: what helps is where it was opened.
    unclosed = "unexpected end of stream" in problem
    mark = (opened if unclosed else None) or error.problem_mark or opened
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    if error.context and opened and opened.line + 1 != line:
        problem += f" ({error.context} that starts on line {opened.line + 1})"
    for sign, remedy in _SYNTAX_REMEDIES:
        if sign in problem:
            return Fault(line, column, f"not valid YAML: {problem}", remedy)
    return Fault(line, column, f"not valid YAML: {problem}", "correct this line or the one above it")


def _code_point(character: str | int | bytes) -> int:
    return character if isinstance(character, int) else ord(character)
