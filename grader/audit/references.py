"""The references earn everything, in each form that they can take."""

from __future__ import annotations

from collections.abc import Iterator

from grader.audit.course import Course
from grader.audit.judged import Judgement, judge
from grader.audit.rows import Outcome, Row, listed
from grader.audit.subjects import reference_functions, reference_module, subjects
from grader.components import Component

__all__ = ["audit_reference", "shortfall"]


def audit_reference(course: Course, component: Component) -> Iterator[Row]:
    module = reference_module(course.references, component.id)
    if module is None:
        yield Row("reference", component.id, "a reference", f"there is no {component.id}.py", Outcome.FAULT)
        return
    seen = False
    for subject in subjects(component, {}, reference_functions(module), every=True):
        seen = True
        judged = judge(course, course.items[component.id], subject.ask)
        name = f"{component.id} ({subject.form.id})"
        outcome = Outcome.OK if judged.points == judged.attainable else Outcome.FAULT
        yield Row("reference", name, "all points", shortfall(judged), outcome, judged.seconds)
    if not seen:
        roles = [role.name for form in component.forms for role in form.roles if not role.optional]
        got = f"it has none of the functions {listed(roles)}"
        yield Row("reference", component.id, "a form that can be judged", got, Outcome.FAULT)


def shortfall(judged: Judgement) -> str:
    """What was lost, and where; or what wasn't asked."""
    if judged.points == judged.attainable:
        unasked = f" ({listed(judged.unasked)} not asked of functions)" if judged.unasked else ""
        left_open = f" ({listed(judged.left_open)} for the teacher)" if judged.left_open else ""
        return f"all points{unasked}{left_open}"
    lost = "; ".join(f"{check}: {' '.join(judged.message(check).split())[:200]}" for check in judged.failed)
    return f"{float(judged.points):g} of {float(judged.attainable):g} points: {lost}"
