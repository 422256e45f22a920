"""What is judged in a student's place: functions of ours by the names of a form's roles."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from grader.audit.functional_modules import FUNCTIONAL_NAMES, ask_functional
from grader.audit.text_generators import as_text_generator
from grader.components import Component, Form
from grader.errors import CourseError
from grader.kernel.in_process import ask_in_process
from grader.model import Ask, Call, Reply

__all__ = ["Subject", "reference_functions", "subjects"]

Functions = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True, eq=False)
class Subject:
    """`own` are the names in which it differs from the references; `transcript` is filled while it's asked."""

    form: Form
    ask: Ask
    own: tuple[str, ...]
    transcript: list[tuple[Call, Reply]]


def subjects(component: Component, own: Functions, references: Functions, *, every: bool = False) -> Iterator[Subject]:
    """One subject for each form of `component` that `own` has something of; the references supply the rest.

    With `every`, forms of which `own` has nothing too.  A role's function or class may be there under the role's
    name, or, for a class, as the reference's function for it (``pre_ln_block``): it's then asked as a module.
    """
    for form in component.forms:
        ready: dict[str, Any] = {}
        functional: dict[str, Callable[..., Any]] = {}
        from_own: list[str] = []
        complete = True
        for role in form.roles:
            source, name = _source(role.name, role.kind, own, references)
            if source is None:
                complete = complete and role.optional
                continue
            if source is own:
                from_own.append(name)
            if role.kind == "class" and name != role.name:
                functional[role.name] = source[name]
            else:
                ready[role.name] = as_text_generator(source[name]) if role.name == "generate" else source[name]
        if complete and (from_own or every):
            yield _subject(form, ready, functional, tuple(from_own))


def _source(role: str, kind: str, own: Functions, references: Functions) -> tuple[Functions | None, str]:
    for functions in (own, references):
        if role in functions:
            return functions, role
        if kind == "class" and FUNCTIONAL_NAMES.get(role) in functions:
            return functions, FUNCTIONAL_NAMES[role]
    return None, role


def _subject(form: Form, ready: Functions, functional: Functions, own: tuple[str, ...]) -> Subject:
    # The modules that the functions name (np, torch) are there too, as in a notebook: they tell the library.
    modules: dict[str, Any] = {}
    for function in ready.values():
        scope = getattr(inspect.unwrap(function), "__globals__", {})
        modules |= {name: value for name, value in scope.items() if isinstance(value, ModuleType)}
    inner = ask_functional(functional, ask_in_process(names={**modules, **ready}))
    transcript: list[tuple[Call, Reply]] = []

    def ask(call: Call) -> Reply:
        reply = inner(call)
        transcript.append((call, reply))
        return reply

    return Subject(form, ask, own, transcript)


def reference_functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The functions and classes that a reference module defines or imports, by name."""
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and (inspect.isfunction(value) or inspect.isclass(value))
    }


def reference_module(references: Any, component: str) -> ModuleType | None:
    """The reference of `component`, or None where it has none."""
    try:
        module: ModuleType = getattr(references, component)
    except CourseError:
        return None
    return module
