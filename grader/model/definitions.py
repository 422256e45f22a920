"""What a notebook defines, as its process described it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from grader.model.values import Library, Value, count_of, entries_of

__all__ = ["Definition", "Definitions", "Kind", "Parameter", "definitions_from"]

Kind: TypeAlias = Literal["function", "class", "other"]
ParameterKind: TypeAlias = Literal["positional", "keyword_only", "var_positional", "var_keyword"]


@dataclass(frozen=True)
class Parameter:
    """One parameter of a signature (``self`` is left out); `kind` as in :mod:`inspect`, lower case."""

    name: str
    kind: ParameterKind
    required: bool


@dataclass(frozen=True)
class Definition:
    """One name of the notebook.

    For a class, `parameters` are those of its constructor and `call_parameters` those of
    ``forward`` (else ``__call__``), and `methods` the names of its own.  `libraries` are the array libraries that its
    code mentions, the likelier one first; a hint only.  `uses` are the notebook's own names that its code refers to,
    directly or through others.  `cell` and `line` count from 1.
    """

    name: str
    kind: Kind
    parameters: tuple[Parameter, ...] = ()
    call_parameters: tuple[Parameter, ...] = ()
    is_module: bool = False
    methods: tuple[str, ...] = ()
    libraries: tuple[Library, ...] = ()
    uses: tuple[str, ...] = ()
    cell: int | None = None
    line: int | None = None

    @property
    def positional(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.kind == "positional")

    def takes(self, count: int) -> bool:
        """Can it be called with `count` of the contract's arguments and nothing else?

        Parameters that go by keyword only count too: whoever calls passes those by their names.
        """
        named = [p for p in self.parameters if p.kind in ("positional", "keyword_only")]
        open_ended = any(p.kind == "var_positional" for p in self.parameters)
        return sum(p.required for p in named) <= count and (open_ended or count <= len(named))


@dataclass(frozen=True)
class Definitions:
    """`described` by name; `public_names` is every name of the notebook that doesn't start with ``_``."""

    described: Mapping[str, Definition]
    public_names: tuple[str, ...] = ()


def definitions_from(value: Value) -> Definitions:
    """What `Inspect` returned.  Entries that make no sense are left out."""
    described: dict[str, Definition] = {}
    body = value if isinstance(value, Mapping) else {}
    entries = body.get("described")
    for name, entry in entries.items() if isinstance(entries, Mapping) else ():
        if not isinstance(entry, Mapping):
            continue
        kind = entry.get("kind")
        libraries = entry.get("libraries")
        hints = libraries if isinstance(libraries, tuple) else ()
        known: list[Library] = [lib for hint in hints for lib in get_args(Library) if hint == lib]
        described[name] = Definition(
            name=name,
            kind="function" if kind == "function" else "class" if kind == "class" else "other",
            parameters=_parameters(entry.get("parameters")),
            call_parameters=_parameters(entry.get("call_parameters")),
            is_module=entry.get("is_module") is True,
            methods=_names(entry.get("methods")),
            libraries=tuple(known),
            uses=_names(entry.get("uses")),
            cell=count_of(entry.get("cell")),
            line=count_of(entry.get("line")),
        )
    return Definitions(described, _names(body.get("public_names")))


# Nobody's name is longer, and comparing two of a thousand characters takes hundredths of a second.
LONGEST_NAME = 100


def _names(value: Value) -> tuple[str, ...]:
    names = value if isinstance(value, tuple) else ()
    return tuple(name for name in names if isinstance(name, str) and len(name) <= LONGEST_NAME)


def _parameters(value: Value) -> tuple[Parameter, ...]:
    found = []
    for entry in entries_of(value):
        name, kind = entry.get("name"), entry.get("kind")
        for known in get_args(ParameterKind):
            if kind == known and isinstance(name, str):
                found.append(Parameter(name, known, entry.get("required") is True))
    return tuple(found)
