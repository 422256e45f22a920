"""References that answer from what was written down: the same questions, no code.

A question is found by its inputs: those of the same shapes and types that lie nearest, and near enough to be the same
numbers.  Not bit by bit: what is drawn with a seed is the same everywhere, but a logarithm of another C library or a
matrix product of another BLAS may differ in the last place.
"""

from __future__ import annotations

import builtins
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from grader.checks import Settled
from grader.diagnose.matching import in_float64
from grader.model import Misconception, Observation, Text, Verdict
from grader.student.public import Answer, Asked, PublicChecks

__all__ = ["NotRecorded", "RecordedReferences", "is_known", "recorded_mistakes"]

# Far above what libraries differ by, and far below the steps of 1e-5 that finite differences take.
NEAR = 1e-9


class NotRecorded(Settled):
    """A question whose answer isn't public, or that depends on how the student wrote it."""

    def __init__(self) -> None:
        super().__init__(
            Verdict.NOT_APPLICABLE,
            Text(
                "What is right here depends on how you wrote it, and isn't among the public cases. The grade asks it."
            ),
        )


class RecordedReferences:
    """In the place of the teacher's reference modules.

    `missed_` counts the questions of the running thread that had no answer: another one judges another item.
    """

    def __init__(self, public: PublicChecks) -> None:
        self._thread = threading.local()
        self._in_torch = public.in_torch
        components = {*public.references, *public.constants, *(item.component for item in public.items)}
        for component in components:
            module = ModuleType(component)
            functions = public.references.get(component, {})
            vars(module).update({name: _Function(a, public.inputs, self._missed) for name, a in functions.items()})
            vars(module).update(public.constants.get(component, {}))
            module.__getattr__ = self._not_there  # type: ignore[method-assign]
            setattr(self, component, module)

    def needs_torch_(self, component: str) -> bool:
        return component in self._in_torch

    def __getattr__(self, component: str) -> Any:
        if component.startswith("_"):
            raise AttributeError(component)
        raise self._missed()

    @property
    def missed_(self) -> int:
        return getattr(self._thread, "missed", 0)

    def _missed(self) -> NotRecorded:
        self._thread.missed = self.missed_ + 1
        return NotRecorded()

    def _not_there(self, name: str) -> Any:
        """Called by Python for a name that a recorded module lacks (PEP 562)."""
        if name.startswith("__"):
            raise AttributeError(name)
        raise self._missed()


def recorded_mistakes(public: PublicChecks, component: str) -> tuple[Misconception, ...]:
    """The known mistakes of `component`, with functions that answer from what was written down."""
    right = public.references.get(component, {})
    asked = {role: set(numbers) for role, numbers in public.questions.get(component, {}).items()}

    def answers(name: str, wrong: Sequence[Answer]) -> list[Answer]:
        # Where nothing else is said, a mistake gives what is right: most show in some of the cases only.
        other = {answer.asked for answer in wrong}
        same = [a for a in right.get(name, ()) if a.asked in asked.get(name, ()) and a.asked not in other]
        return [*wrong, *same]

    return tuple(
        replace(
            mistake,
            functions={
                name: _Function(answers(name, wrong), public.inputs, NotRecorded)
                for name, wrong in public.outputs.get(mistake.id, {}).items()
            },
        )
        for mistake in public.mistakes
        if mistake.component == component
    )


def is_known(public: PublicChecks, component: str) -> Callable[[Observation], bool]:
    """Is an observation one for which the answers of the component's mistakes were written down?"""
    known = {
        role: _Function([Answer(number, True) for number in numbers], public.inputs, NotRecorded)
        for role, numbers in public.questions.get(component, {}).items()
    }

    def among(observation: Observation) -> bool:
        if observation.role not in known:
            return False
        args = map(in_float64, observation.args)
        try:
            found = known[observation.role](*args, **{k: in_float64(v) for k, v in observation.keywords.items()})
        except NotRecorded:
            return False
        return bool(found)

    return among


class _Function:
    def __init__(self, answers: Sequence[Answer], inputs: Sequence[Asked], missed: Callable[[], NotRecorded]) -> None:
        self._by_shape: dict[Any, list[tuple[Asked, Answer]]] = {}
        self._missed = missed
        for answer in answers:
            asked = inputs[answer.asked]
            self._by_shape.setdefault(_shape(asked), []).append((asked, answer))

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        question = Asked(args, keywords)
        best: Answer | None = None
        least = NEAR
        for asked, answer in self._by_shape.get(_shape(question), ()):
            gap = _gap(question.args, asked.args, least)
            if gap <= least and keywords:
                gap = max(gap, *(_gap(value, asked.keywords[key], least) for key, value in keywords.items()))
            if gap <= least:
                best, least = answer, gap
                if gap == 0:
                    break
        if best is None:
            raise self._missed()
        if best.raised is not None:
            raise _exception(*best.raised)
        return _copied(best.value)


def _shape(value: Any) -> Any:
    """What two questions must have in common exactly: types, shapes, and whatever isn't a float."""
    if isinstance(value, Asked):
        return _shape(value.args), tuple((key, _shape(part)) for key, part in sorted(value.keywords.items()))
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, np.ndarray):
        return "array", value.dtype.kind, value.shape
    if isinstance(value, tuple | list):
        return tuple(map(_shape, value))
    if isinstance(value, Mapping):
        return tuple((key, _shape(part)) for key, part in sorted(value.items()))
    if isinstance(value, float):
        return "float"
    if value is None or isinstance(value, bool | int | str):
        return type(value).__name__, value
    return "opaque", id(value)


def _gap(one: Any, other: Any, enough: float) -> float:
    """The largest relative difference of floats; infinite where anything else differs, or once it's over `enough`."""
    if isinstance(one, np.ndarray):
        return _gap_of_arrays(one, np.asarray(other))
    if isinstance(one, tuple | list):
        worst = 0.0
        for mine, theirs in zip(one, other, strict=True):
            worst = max(worst, _gap(mine, theirs, enough))
            if worst > enough:
                break
        return worst
    if isinstance(one, Mapping):
        return max((_gap(part, other[key], enough) for key, part in one.items()), default=0.0)
    if isinstance(one, float | np.floating):
        return _gap_of_arrays(np.asarray(float(one)), np.asarray(float(other)))
    return 0.0  # the same by its shape


def _gap_of_arrays(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    if one.dtype.kind != "f":
        return 0.0 if np.array_equal(one, other) else np.inf
    with np.errstate(all="ignore"):
        gap = np.abs(one - other) / np.maximum(1.0, np.abs(other))
    gap = np.where((one == other) | (np.isnan(one) & np.isnan(other)), 0.0, np.nan_to_num(gap, nan=np.inf))
    return float(gap.max(initial=0.0))


def _copied(value: Any) -> Any:
    """A check may write into what it's given."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, tuple | list):
        return type(value)(map(_copied, value))
    if isinstance(value, dict):
        return {key: _copied(part) for key, part in value.items()}
    return value


def _exception(type_name: str, message: str) -> Exception:
    known = getattr(builtins, type_name, None)
    if isinstance(known, type) and issubclass(known, Exception):
        try:
            error: Exception = known(message)
            if str(error) == message:
                return error
        except TypeError:  # one that wants more than a text
            pass
    made: Exception = type(type_name, (Exception,), {})(message)
    return made
