"""The references with every question to them noted, and what is noted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from grader.course import CourseReferences
from grader.student.public import Answer, Asked, Unrecordable, plain

__all__ = ["Listening", "Notes", "answered", "own_copy"]

# Beyond this an input or an answer makes the file large and shows no more than a smaller one.
MOST_NUMBERS = 20_000


@dataclass(eq=False)
class Notes:
    """What has been written down.  `questions` and `unrecordable` are of the check that is running."""

    inputs: list[Asked] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    references: dict[str, dict[str, dict[int, Answer]]] = field(default_factory=dict)
    constants: dict[str, dict[str, Any]] = field(default_factory=dict)
    outputs: dict[str, dict[str, dict[int, Answer]]] = field(default_factory=dict)
    observed: dict[str, dict[str, dict[str, tuple[Asked, bool]]]] = field(default_factory=dict)
    questions: dict[str, dict[str, set[int]]] = field(default_factory=dict)
    pending: list[tuple[str, str, Asked, Answer]] = field(default_factory=list)
    pending_constants: list[tuple[str, str, Any]] = field(default_factory=list)
    unrecordable: bool = False

    def number_of(self, asked: Asked) -> int:
        """The number of this input; the same for the same.  Raises `Unrecordable`."""
        key = repr((plain(asked.args), plain(dict(asked.keywords))))
        if key not in self.numbers:
            self.numbers[key] = len(self.inputs)
            self.inputs.append(asked)
        return self.numbers[key]

    def keep(self) -> None:
        """What the check that has run asked is public: write it down for good."""
        for component, name, asked, answer in self.pending:
            number = self.number_of(asked)
            self.references.setdefault(component, {}).setdefault(name, {})[number] = replace(answer, asked=number)
        for component, name, value in self.pending_constants:
            self.constants.setdefault(component, {})[name] = value
        self.forget()

    def forget(self) -> None:
        self.pending, self.pending_constants, self.unrecordable = [], [], False


class Listening:
    """The references, with every question to them noted."""

    def __init__(self, references: CourseReferences, notes: Notes) -> None:
        self._references, self._notes = references, notes

    def needs_torch_(self, component: str) -> bool:
        return self._references.needs_torch_(component)

    def __getattr__(self, component: str) -> Any:
        if component.startswith("_"):
            raise AttributeError(component)
        return _ListeningModule(getattr(self._references, component), component, self._notes)


class _ListeningModule:
    def __init__(self, module: ModuleType, component: str, notes: Notes) -> None:
        self._module, self._component, self._notes = module, component, notes

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, type) or not callable(value):
            try:
                plain(value)
                self._notes.pending_constants.append((self._component, name, value))
            except Unrecordable:
                self._notes.unrecordable = True
            return value
        return partial(self._noted, name, value)

    def _noted(self, name: str, function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
        # As they are before the call, which may change them.
        try:
            asked = Asked(own_copy(args), own_copy(keywords))
            answer = answered(function, asked)
            self._notes.pending.append((self._component, name, asked, answer))
        except Unrecordable:
            self._notes.unrecordable = True
        return function(*args, **keywords)


def answered(function: Callable[..., Any], asked: Asked) -> Answer:
    """What `function` gives for `asked`, as plain data.  Raises `Unrecordable`."""
    try:
        with np.errstate(all="ignore"):
            value = function(*own_copy(asked.args), **own_copy(asked.keywords))
    except Exception as error:  # noqa: BLE001 - an exception is an answer too
        return Answer(-1, None, (type(error).__name__, str(error)))
    return Answer(-1, own_copy(value))


def own_copy(value: Any) -> Any:
    """Plain data of its own.  Raises `Unrecordable` for what is too large or isn't plain."""
    if isinstance(value, np.ndarray) and value.size > MOST_NUMBERS:
        raise Unrecordable("a large array")
    if isinstance(value, np.ndarray):
        return value.copy()
    if type(value) in (tuple, list):
        return type(value)(map(own_copy, value))
    if isinstance(value, Mapping):
        return {key: own_copy(part) for key, part in value.items()}
    plain(value)
    return value
