"""Asking objects of the student's that aren't one call of one function: a tokenizer, a model with a cache, a file.

An object is built or kept under a handle, and goes into later calls by ``kept(handle)``.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from grader.checks.student import Student, settled_by
from grader.model import (
    BuildModule,
    Call,
    CallFunction,
    CallMethod,
    ReadAttribute,
    Reply,
    Returned,
    Spied,
    Text,
    Value,
)

__all__ = [
    "ModuleCall",
    "answer",
    "attribute",
    "call_function",
    "call_method",
    "construct",
    "function_call",
    "kept",
    "named",
    "scratch",
    "spied",
]

_handles = itertools.count(1)


def kept(handle: str) -> Value:
    """As an argument: the object under `handle`."""
    return {"kept": handle}


def named(name: str) -> Value:
    """As an argument: the notebook's own function or class `name`."""
    return {"named": name}


def scratch(file: str) -> Value:
    """As an argument: the path of `file` in a folder that's there for the student's files."""
    return {"scratch": file}


def construct(
    student: Student,
    role: str,
    *args: Value | npt.NDArray[Any],
    asked: Text | str,
    keywords: Mapping[str, Value] | None = None,
    seed: int = 0,
) -> str:
    """Build the class in `role`, of whatever kind; the handle to it, or a settled verdict."""
    handle = f"{role}-object{next(_handles)}"
    plain = tuple(_plain(student, arg) for arg in args)
    reply = student.ask(BuildModule(handle, student.found[role].name, plain, keywords or {}, seed))
    student.returned(reply, asked)
    return handle


def call_method(
    student: Student,
    handle: str,
    names: Sequence[str],
    *args: Value | npt.NDArray[Any],
    keywords: Mapping[str, Value] | None = None,
    keep: str = "",
    recording: bool = False,
    arguments_after: bool = False,
    seed: int = 0,
) -> Reply:
    """Call the first method of `names` that the object has; ``AttributeError`` is the reply without any."""
    plain = tuple(_plain(student, arg) for arg in args)
    return student.ask(CallMethod(handle, tuple(names), plain, keywords or {}, arguments_after, keep, recording, seed))


def call_function(
    student: Student,
    role: str,
    *args: Value | npt.NDArray[Any],
    keywords: Mapping[str, Value] | None = None,
    keep: str = "",
    recording: bool = False,
    arguments_after: bool = False,
    seed: int = 0,
) -> Reply:
    """Call the function in `role` with objects among its arguments, or keep what it returns."""
    return student.ask(
        function_call(
            student,
            role,
            *args,
            keywords=keywords,
            keep=keep,
            recording=recording,
            arguments_after=arguments_after,
            seed=seed,
        )
    )


def function_call(
    student: Student,
    role: str,
    *args: Value | npt.NDArray[Any],
    keywords: Mapping[str, Value] | None = None,
    keep: str = "",
    recording: bool = False,
    arguments_after: bool = False,
    seed: int = 0,
) -> CallFunction:
    """The question that `call_function` asks, for instance to put it into `spied`."""
    return CallFunction(
        student.found[role].name,
        tuple(_plain(student, arg) for arg in args),
        keywords or {},
        keep=keep,
        recording=recording,
        arguments_after=arguments_after,
        seed=seed,
    )


def attribute(student: Student, handle: str, names: Sequence[str], asked: Text | str) -> Value:
    """The first attribute of `names` that the object has, or a settled verdict."""
    return student.returned(student.ask(ReadAttribute(handle, tuple(names))), asked).value


class ModuleCall:
    """One forward of a module as `Spied` saw it; `input` is the array it was given, where that was small."""

    def __init__(self, entry: Mapping[str, Value]) -> None:
        self.input = entry.get("input")
        self.training = entry.get("training") is True
        self.grad = entry.get("grad") is True


def spied(student: Student, handle: str, call: Call, asked: Text | str) -> tuple[Value, tuple[ModuleCall, ...], int]:
    """Ask `call` while noting the forwards of the module under `handle`: its value, 64 of them at most, their count."""
    reply = student.returned(student.ask(Spied(handle, call)), asked)
    body = reply.value if isinstance(reply.value, Mapping) else {}
    calls, count = body.get("calls"), body.get("count")
    entries = [entry for entry in calls if isinstance(entry, Mapping)] if isinstance(calls, tuple) else []
    return body.get("value"), tuple(map(ModuleCall, entries)), count if isinstance(count, int) else 0


def answer(reply: Reply, asked: Text | str) -> Value:
    """The reply's value, or a settled verdict."""
    if isinstance(reply, Returned):
        return reply.value
    raise settled_by(reply, asked)


def _plain(student: Student, value: Value | npt.NDArray[Any]) -> Value:
    return student.array(value) if isinstance(value, np.ndarray) else value
