"""Every misconception fails just what it declares, is diagnosed as itself, and can be told from the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from grader.audit.course import Course
from grader.audit.judged import Judgement, judge, same_transcripts
from grader.audit.rows import Outcome, Row, listed
from grader.audit.subjects import Subject, reference_functions, reference_module, subjects
from grader.components import Component
from grader.errors import CourseError
from grader.model import Misconception

__all__ = ["audit_misconceptions"]

Progress = Callable[[str], None]


def audit_misconceptions(course: Course, component: Component, progress: Progress) -> Iterator[Row]:
    """A row for each misconception of `component` and one for each pair that can't be told apart."""
    try:
        known = course.variants(component.id)
    except CourseError as error:
        for problem in error.problems:
            yield Row("misconception", component.id, "files that can be read", problem, Outcome.FAULT)
        return
    judged: list[tuple[Misconception, list[tuple[Subject, Judgement]]]] = []
    for misconception in known:
        progress(misconception.id)
        started = time.monotonic()
        answers = list(_judged(course, component, misconception))
        judged.append((misconception, answers))
        yield _row(component, misconception, [j for _, j in answers], known, time.monotonic() - started)
    yield from _pairs(judged)


def _judged(course: Course, component: Component, misconception: Misconception) -> Iterator[tuple[Subject, Judgement]]:
    module = reference_module(course.references, component.id)
    right = reference_functions(module) if module is not None else {}
    for subject in subjects(component, misconception.functions, right):
        yield subject, judge(course, course.items[component.id], subject.ask)


def _row(
    component: Component,
    misconception: Misconception,
    judged: Sequence[Judgement],
    known: Sequence[Misconception],
    seconds: float,
) -> Row:
    declared = set(misconception.fails)
    alike = {misconception.id, *misconception.alike, *(m.id for m in known if misconception.id in m.alike)}
    expected = f"fails {listed(misconception.fails)}; is diagnosed"
    faults: list[str] = []
    unknown = declared - set(component.check_ids)
    if unknown:
        faults.append(f"{component.id} has no check {listed(sorted(unknown))}")
    strangers = set(misconception.alike) - {m.id for m in known}
    if strangers:
        faults.append(f"is said to be like {listed(sorted(strangers))}, which isn't there")
    if not judged:
        faults.append(f"defines no function or class of {component.id}: {listed(misconception.functions)}")
    never = declared - unknown - {check for j in judged for check in (*j.failed, *j.unasked)}
    for j in judged:
        faults += _faults_of(j, declared, alike)
    if judged and never:
        faults.append(f"never fails {listed(sorted(never))}")
    unasked = sorted({check for j in judged for check in j.unasked})
    got = "; ".join(dict.fromkeys(faults)) or "as declared"
    if unasked:
        got += f" ({listed(unasked)} not asked of functions)"
    return Row("misconception", misconception.id, expected, got, Outcome.FAULT if faults else Outcome.OK, seconds)


def _faults_of(judged: Judgement, declared: set[str], alike: set[str]) -> list[str]:
    faults = []
    form = f" in the {judged.grade.form} form" if judged.grade.form else ""
    failed, asked = set(judged.failed), set(judged.asked)
    spared, extra = (declared & asked) - failed, failed - declared
    if judged.broken:
        faults.append(f"the check itself breaks off: {listed(judged.breakages)}{form}")
    if spared:
        faults.append(f"passes {listed(c for c in judged.asked if c in spared)}{form}")
    if extra:
        messages = (f"{check} ({_short(judged.message(check))})" for check in judged.failed if check in extra)
        faults.append(f"also fails {listed(messages)}{form}")
    if failed and judged.diagnosed[:1] and judged.diagnosed[0] not in alike:
        faults.append(f"is diagnosed as {listed(judged.diagnosed)}{form}")
    if failed and not judged.diagnosed:
        faults.append(f"is not diagnosed{form}")
    return faults


def _short(message: str) -> str:
    line = " ".join(message.split())
    return line if len(line) <= 160 else f"{line[:157]}..."


def _pairs(judged: Sequence[tuple[Misconception, list[tuple[Subject, Judgement]]]]) -> Iterator[Row]:
    """No two give the same answers to the same questions, unless they say so; and those that say so, do."""
    for (one, ones), (other, others) in combinations(judged, 2):
        said = one.id in other.alike or other.id in one.alike
        common = [(a, b, j, k) for a, j in ones for b, k in others if a.form.id == b.form.id]
        same = bool(common) and all(
            j.failed == k.failed and same_transcripts(a.transcript, b.transcript) for a, b, j, k in common
        )
        pair = f"{one.id} and {other.id.partition('/')[2]}"
        if same and not said:
            got = "the same answers to all questions: say so under `alike`, or ask more"
            yield Row("alike", pair, "can be told apart", got, Outcome.FAULT)
        elif said and not same:
            yield Row("alike", pair, "declared alike", "can be told apart: remove `alike`", Outcome.FAULT)
        elif said:
            yield Row("alike", pair, "declared alike", "the same answers to all questions", Outcome.OK)
