"""What a grading shows against a case's claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.model import ItemGrade
from tests.submissions.corpus import Case
from tests.submissions.grading import failed

__all__ = ["broken_claims"]


def broken_claims(case: Case, grades: Mapping[str, ItemGrade]) -> list[str]:
    """In which ways `grades` aren't what the case claims; empty if they are."""
    missing = [f"{item}: not graded" for item in case.claim.items if item not in grades]
    return missing + [
        f"{grade.id} ({grade.form or 'nothing found'}): {what}"
        for grade in grades.values()
        for what in (_of_the_mistake(case, grade) if _has_the_mistake(case, grade) else _of_the_rest(case, grade))
    ]


def _has_the_mistake(case: Case, grade: ItemGrade) -> bool:
    return case.claim.kind == "wrong" and grade.id in case.claim.items


def _of_the_mistake(case: Case, grade: ItemGrade) -> Iterator[str]:
    lost = failed(grade)
    if grade.points >= grade.max_points:
        yield "it must lose points, and loses none"
    if not_failed := sorted(set(case.claim.fails) - lost):
        yield f"{', '.join(not_failed)} must fail; what failed: {', '.join(sorted(lost)) or 'nothing'}"
    for check in grade.checks:
        if check.id in lost and check.id in case.claim.keeps:
            yield f"{check.id} must pass nevertheless: {check.message}"


def _of_the_rest(case: Case, grade: ItemGrade) -> Iterator[str]:
    """A right item, or one of a wrong submission's base that has no mistake of its own."""
    lost = failed(grade)
    for check in grade.checks:
        if check.id in lost:
            yield f"{check.id} must pass: {check.message}"
    if not lost and grade.points < grade.max_points:
        yield f"{float(grade.points)} of {float(grade.max_points)} points: {'; '.join(map(str, grade.notes))}"
    if grade.diagnosis:
        yield f"it is right and is diagnosed: {', '.join(diagnosis.id for diagnosis in grade.diagnosis)}"
    if case.claim.kind == "wrong" and grade.follow_through and grade.id not in case.claim.drags:
        yield "it needed follow-through, and the case doesn't say that it's dragged along"
