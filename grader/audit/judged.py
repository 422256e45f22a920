"""A subject judged as a student's work is, and what two subjects answered compared."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

import numpy as np

from grader.audit.course import Course
from grader.checks.free_text import FreeText
from grader.compare import compare, tolerance_for
from grader.components import COMPONENTS
from grader.judging import inspect_notebook, judge_item
from grader.model import (
    Array,
    Ask,
    Call,
    Execution,
    Inspect,
    Item,
    ItemGrade,
    Raised,
    Reply,
    Returned,
    Submission,
    Text,
    Value,
    Verdict,
)
from grader.timing.own_code import OwnCodeBench

__all__ = ["Judgement", "judge", "same_transcripts"]

NOWHERE = Submission("audit", "", (), {})
RAN = Execution("none", (), (), 0.0, True)
NOT_FAILED = {Verdict.PASSED, Verdict.NOT_APPLICABLE, Verdict.SKIPPED}


@dataclass(frozen=True, eq=False)
class Judgement:
    """`failed` are the checks that earned nothing; `broken` those of them in which the grader itself failed.

    `unasked` are those that can't be asked of functions (see `functional_modules`); `inapplicable` those that
    the form can't meet.  `left_open` are texts that wait for a teacher, as they should: no fault, and no points here.
    """

    grade: ItemGrade
    failed: tuple[str, ...]
    broken: tuple[str, ...]
    unasked: tuple[str, ...]
    inapplicable: tuple[str, ...]
    left_open: tuple[str, ...]
    seconds: float

    @property
    def asked(self) -> tuple[str, ...]:
        left_out = {*self.unasked, *self.inapplicable}
        return tuple(check.id for check in self.grade.checks if check.id not in left_out)

    @property
    def diagnosed(self) -> tuple[str, ...]:
        return tuple(diagnosis.id for diagnosis in self.grade.diagnosis)

    @property
    def points(self) -> Fraction:
        return self.grade.points

    @property
    def attainable(self) -> Fraction:
        """All points but those of the checks that weren't asked, or that only a teacher can give."""
        out_of_reach = {*self.unasked, *self.left_open}
        lost = sum((check.max_points for check in self.grade.checks if check.id in out_of_reach), Fraction(0))
        return self.grade.max_points - lost

    @property
    def breakages(self) -> tuple[str, ...]:
        """The checks that broke off by themselves, with the exception and the line: for who writes the course."""
        return tuple(f"{c.id} ({_exception_in(c.message)})" for c in self.grade.checks if c.id in self.broken)

    def message(self, check: str) -> str:
        return next((str(c.message) for c in self.grade.checks if c.id == check and c.message is not None), "")


def _exception_in(message: Text | None) -> str:
    return str(message.values.get("type") or message) if message is not None else "unknown"


def judge(course: Course, item: Item, ask: Ask, diagnosed: bool = True) -> Judgement:
    """Judge whatever answers through `ask`; not `diagnosed` saves time where no misconception is of interest."""
    started = time.monotonic()
    # Known-wrong variants overflow and divide by 0: that is what they are for.
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        definitions = inspect_notebook(ask)
        grade = judge_item(
            item,
            ask,
            definitions,
            course.references,
            misconceptions=course.misconceptions if diagnosed else lambda component: (),
            seed=course.seed,
            submission=NOWHERE,
            execution=RAN,
            bench=OwnCodeBench(),
        ).grade
    verdicts = {check.id: check.verdict for check in grade.checks}
    forms = COMPONENTS[item.component].forms
    texts = {check.id for form in forms for check in form.checks if isinstance(check, FreeText)}
    left_open = tuple(id_ for id_, verdict in verdicts.items() if verdict is Verdict.FOR_REVIEW and id_ in texts)
    return Judgement(
        grade,
        failed=tuple(id_ for id_, verdict in verdicts.items() if verdict not in NOT_FAILED and id_ not in left_open),
        broken=tuple(id_ for id_, verdict in verdicts.items() if verdict is Verdict.UNGRADABLE),
        unasked=tuple(id_ for id_, verdict in verdicts.items() if verdict is Verdict.SKIPPED),
        inapplicable=tuple(id_ for id_, verdict in verdicts.items() if verdict is Verdict.NOT_APPLICABLE),
        left_open=left_open,
        seconds=time.monotonic() - started,
    )


def same_transcripts(one: Sequence[tuple[Call, Reply]], other: Sequence[tuple[Call, Reply]]) -> bool:
    """Were the same questions asked and, within tolerance, the same answers given?

    What the names are (their lines, their parameters) is no answer of the code's.
    """
    one, other = ([(call, reply) for call, reply in t if not isinstance(call, Inspect)] for t in (one, other))
    return len(one) == len(other) and all(
        _same_call(a, b) and _same_reply(x, y) for (a, x), (b, y) in zip(one, other, strict=True)
    )


def _same_call(one: Call, other: Call) -> bool:
    if type(one) is not type(other):
        return False
    return all(
        _same(getattr(one, field.name), getattr(other, field.name), exactly=True)
        for field in fields(one)
        if field.name != "handle"  # numbered through
    )


def _same_reply(one: Reply, other: Reply) -> bool:
    if isinstance(one, Returned) and isinstance(other, Returned):
        return _same(
            (one.value, one.gradients, one.arguments_after), (other.value, other.gradients, other.arguments_after)
        )
    if isinstance(one, Raised) and isinstance(other, Raised):
        return (one.type_name, one.message) == (other.type_name, other.message)
    return type(one) is type(other)


def _same(one: Value | Any, other: Value | Any, exactly: bool = False) -> bool:
    if isinstance(one, Array) and isinstance(other, Array):
        if exactly or one.data.dtype.kind not in "fiub":
            return one.dtype == other.dtype and np.array_equal(
                one.data, other.data, equal_nan=one.data.dtype.kind == "f"
            )
        return compare(one.data, other.data, tolerance_for(one.dtype, depth=2)).same
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(_same(a, b, exactly) for a, b in zip(one, other, strict=True))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key], exactly) for key in one)
    if isinstance(one, float) and isinstance(other, float):
        return one == other or bool(np.isclose(one, other, equal_nan=True))
    return type(one) is type(other) and one == other
