"""What an expression of the notebook may stand for, as far as that can be told without running it.

An expression has a set of values, for a name may be given in two branches.  `UNKNOWN` is every value that isn't told
apart: arrays and tensors, arguments, whatever a library gives.
"""

from __future__ import annotations

import ast
import math
from bisect import bisect_left
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, TypeAlias

__all__ = [
    "NOTHING",
    "UNKNOWN",
    "Binding",
    "Class",
    "Constant",
    "Function",
    "FunctionNode",
    "Given",
    "Instance",
    "Items",
    "Library",
    "Made",
    "Meaning",
    "Names",
    "Part",
    "Scope",
    "Super",
    "Value",
    "Values",
]

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class _Unknown(Enum):
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Library:
    """A module, function or class that isn't the notebook's own, by its full name."""

    path: str

    @property
    def is_class(self) -> bool:
        return self.path.rpartition(".")[2][:1].isupper()


@dataclass(frozen=True)
class Made:
    """An object of a library's class: ``nn.Softmax(dim=-1)``."""

    path: str


@dataclass(frozen=True)
class Constant:
    value: str | int | None


# The rest is compared by identity: the same text in the same scope is the same object (`Notebook` sees to that).


@dataclass(frozen=True, eq=False)
class Function:
    """A function or lambda of the notebook.

    `owner` is the class of the object whose method it is, `home` the class in whose body it stands; they differ where
    a method is inherited.
    """

    node: FunctionNode
    defined: Scope
    owner: Class | None = None
    home: Class | None = None
    kind: Literal["plain", "static", "class", "property"] = "plain"


@dataclass(frozen=True, eq=False)
class Class:
    node: ast.ClassDef
    defined: Scope


@dataclass(frozen=True)
class Instance:
    cls: Class


@dataclass(frozen=True)
class Super:
    """``super()`` in a method of `home`, for an object of class `owner`."""

    home: Class
    owner: Class


@dataclass(frozen=True, eq=False)
class Items:
    """A list, tuple, set or dictionary; an entry's key is its index or constant key, None where that isn't known."""

    entries: tuple[tuple[str | int | None, Values], ...]


Value: TypeAlias = _Unknown | Library | Made | Constant | Function | Class | Instance | Super | Items
Values: TypeAlias = frozenset[Value]

NOTHING: Values = frozenset()
UNKNOWN: Final = _Unknown.UNKNOWN


@dataclass(frozen=True)
class Given:
    """A binding whose values are known from the start: an import, an argument."""

    values: Values


@dataclass(frozen=True)
class Part:
    """The part of an expression's value that a target takes: an index of a tuple, or None for any element."""

    node: ast.expr
    path: tuple[int | None, ...] = ()


Meaning: TypeAlias = Given | Part | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, eq=False)
class Binding:
    """A name is given a value.  One that's `sure` replaces what was there; another may not come to pass.

    `scope` is where the meaning is to be found, if that isn't where the name is bound (the default of a parameter).
    """

    order: int
    sure: bool
    line: int
    meaning: Meaning
    scope: Scope | None = None


@dataclass(eq=False)
class Names:
    """The names of one scope.  Where they are `ordered`, as in a module, what counts is what stands before."""

    ordered: bool
    history: dict[str, list[Binding]] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)  # global, nonlocal
    parameters: set[str] = field(default_factory=set)
    stars: list[str] = field(default_factory=list)
    patches: list[tuple[ast.Attribute, Binding]] = field(default_factory=list)  # Class.method = function

    def current(self, name: str, at: float = math.inf) -> list[Binding]:
        """What `name` may be just before place `at`."""
        history = self.history.get(name, [])
        if not self.ordered:
            return history
        found: list[Binding] = []
        for binding in reversed(history[: bisect_left(history, at, key=lambda binding: binding.order)]):
            found.append(binding)
            if binding.sure:
                break
        return found


@dataclass(frozen=True, eq=False)
class Scope:
    """`at` is the place in an ordered scope: a function's body sees names as they are in the end."""

    names: Names
    parent: Scope | None = None
    at: float = math.inf
    function: Function | None = None
    is_class: bool = False
