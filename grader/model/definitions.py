"""What a notebook defines, as its process described it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.model.values import Library

__all__ = ["Definition", "Definitions", "Kind", "Parameter"]

Kind: TypeAlias = Literal["function", "class", "other"]


@dataclass(frozen=True)
class Parameter:
    """One parameter of a signature (``self`` is left out); `kind` as in :mod:`inspect`, lower case."""

    name: str
    kind: Literal["positional", "keyword_only", "var_positional", "var_keyword"]
    required: bool


@dataclass(frozen=True)
class Definition:
    """One name of the notebook.

    For a class, `parameters` are those of its constructor and `call_parameters` those of
    ``forward`` (else ``__call__``).  `libraries` are the array libraries that its code mentions,
    the likelier one first; a hint only.  `cell` and `line` count from 1.
    """

    name: str
    kind: Kind
    parameters: tuple[Parameter, ...] = ()
    call_parameters: tuple[Parameter, ...] = ()
    is_module: bool = False
    libraries: tuple[Library, ...] = ()
    cell: int | None = None
    line: int | None = None

    @property
    def positional(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.kind == "positional")

    def takes(self, count: int) -> bool:
        """Can it be called with `count` positional arguments and nothing else?"""
        required = sum(p.required for p in self.parameters if p.kind == "positional")
        open_ended = any(p.kind == "var_positional" for p in self.parameters)
        keyword_needed = any(p.kind == "keyword_only" and p.required for p in self.parameters)
        return not keyword_needed and required <= count and (open_ended or count <= len(self.positional))


@dataclass(frozen=True)
class Definitions:
    """`described` by name; `public_names` is every name of the notebook that doesn't start with ``_``."""

    described: Mapping[str, Definition]
    public_names: tuple[str, ...] = ()
