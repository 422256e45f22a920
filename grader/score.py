"""Results to points: pure arithmetic in exact fractions.

The maximum of an item is the rubric's.  A check that the student's form can't meet
(NOT_APPLICABLE) gives its share to the others in proportion, so that either form can earn everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from grader.checks.free_text import when_read
from grader.model import (
    CheckGrade,
    CheckResult,
    Diagnosis,
    Figure,
    Forfeit,
    FormGrade,
    Item,
    ItemGrade,
    ItemState,
    Place,
    Text,
    Verdict,
)

__all__ = [
    "FormResults",
    "best_form",
    "check_grades",
    "item_grade",
    "open_for_review",
    "points_of",
    "with_award",
    "without_check",
]


@dataclass(frozen=True, eq=False)
class FormResults:
    """What judging one form of an item gave: results by check id, and the titles to show them under.

    `figures` by check id show where an answer and the right one part.
    """

    form: str
    found_as: Mapping[str, str]
    results: Mapping[str, CheckResult]
    titles: Mapping[str, Text]
    notes: tuple[Text, ...] = ()
    diagnosis: tuple[Diagnosis, ...] = ()
    follow_through: Text | None = None
    forfeit: Forfeit | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)


def check_grades(item: Item, form: FormResults) -> tuple[CheckGrade, ...]:
    """The rubric's checks in its order, each with its points."""
    verdicts = {
        entry.id: form.results[entry.id].verdict if entry.id in form.results else Verdict.NOT_APPLICABLE
        for entry in item.checks
    }
    total = sum((entry.share for entry in item.checks if verdicts[entry.id] is not Verdict.NOT_APPLICABLE), Fraction(0))
    kept = 1 - form.forfeit.part if form.forfeit is not None else Fraction(1)
    grades = []
    for entry in item.checks:
        verdict = verdicts[entry.id]
        applies = verdict is not Verdict.NOT_APPLICABLE and total > 0
        worth = item.points * entry.share / total if applies else Fraction(0)
        result = form.results.get(entry.id)
        grades.append(
            CheckGrade(
                id=entry.id,
                title=form.titles.get(entry.id, Text("{id}", {"id": entry.id})),
                verdict=verdict,
                points=worth * kept if verdict.earns_points else Fraction(0),
                max_points=worth,
                hidden=entry.hidden,
                message=result.message if result is not None else None,
                notes=result.notes if result is not None else (),
                shows_actual=entry.shows_actual,
                place=_stopped_at(result),
                figure=form.figures.get(entry.id),
            )
        )
    return tuple(grades)


def _stopped_at(result: CheckResult | None) -> Place | None:
    raised = result.raised if result is not None and result.verdict is Verdict.RAISED else None
    return Place(raised.cell, raised.line) if raised is not None and raised.cell and raised.line else None


def points_of(item: Item, form: FormResults) -> Fraction:
    return sum((grade.points for grade in check_grades(item, form)), Fraction(0))


def best_form(item: Item, forms: Sequence[FormResults]) -> int:
    """Index of the form that earns most; the earlier one (the contract's order) on a tie."""
    return max(range(len(forms)), key=lambda index: (points_of(item, forms[index]), -index))


def item_grade(item: Item, forms: Sequence[FormResults]) -> ItemGrade:
    """The item's grade: the best of the forms that were judged; the others are shown beside it."""
    chosen = best_form(item, forms)
    form = forms[chosen]
    checks = check_grades(item, form)
    return ItemGrade(
        id=item.id,
        title=item.title,
        points=sum((check.points for check in checks), Fraction(0)),
        max_points=item.points,
        state=_state(checks, form.forfeit),
        form=form.form,
        found_as=form.found_as,
        checks=checks,
        diagnosis=form.diagnosis,
        follow_through=form.follow_through,
        forfeit=form.forfeit,
        other_forms=tuple(
            FormGrade(other.form, other.found_as, points_of(item, other))
            for index, other in enumerate(forms)
            if index != chosen
        ),
        notes=form.notes,
    )


def open_for_review(item: ItemGrade) -> Fraction:
    """What waits for the teacher in `item`."""
    return sum((check.max_points for check in item.checks if check.verdict is Verdict.FOR_REVIEW), Fraction(0))


def with_award(item: ItemGrade, points: Fraction) -> ItemGrade:
    """`item` with `points` in all, which a teacher gave: what its open checks earn is the rest, by their worth.

    Needs open checks, and points between what is already earned and that with all of them.
    """
    part = (points - item.points) / open_for_review(item)
    checks = tuple(
        _decided(check, check.max_points * part) if check.verdict is Verdict.FOR_REVIEW else check
        for check in item.checks
    )
    return replace(item, points=points, checks=checks, state=_state(checks, item.forfeit))


def without_check(item: ItemGrade, id_: str, message: Text) -> ItemGrade:
    """`item` where the check `id_` is wrong, as `message` says, whatever it was before."""
    checks = tuple(
        replace(check, verdict=Verdict.WRONG, points=0 * check.points, message=message, notes=(), place=None)
        if check.id == id_
        else check
        for check in item.checks
    )
    points = sum((check.points for check in checks), Fraction(0))
    return replace(item, points=points, checks=checks, state=_state(checks, item.forfeit))


def _decided(check: CheckGrade, points: Fraction) -> CheckGrade:
    message = None if check.message is None else when_read(check.message)
    return replace(check, verdict=Verdict.DECIDED, points=points, message=message)


def _state(checks: Sequence[CheckGrade], forfeit: Forfeit | None) -> ItemState:
    asked = [check for check in checks if check.verdict is not Verdict.NOT_APPLICABLE]
    verdicts = [check.verdict for check in asked]
    if not verdicts or Verdict.UNGRADABLE in verdicts:
        return ItemState.UNGRADABLE
    if forfeit is not None and forfeit.part == 1:
        return ItemState.FAILED
    if all(verdict.earns_points for verdict in verdicts):
        return ItemState.PASSED if forfeit is None else ItemState.PARTIAL
    if all(verdict is Verdict.MISSING for verdict in verdicts):
        return ItemState.MISSING
    if Verdict.FOR_REVIEW in verdicts:
        return ItemState.FOR_REVIEW
    whole = (c.verdict is Verdict.PASSED or (c.verdict is Verdict.DECIDED and c.points == c.max_points) for c in asked)
    if all(whole):
        return ItemState.PASSED
    return ItemState.PARTIAL if any(c.points or c.verdict is Verdict.PASSED for c in asked) else ItemState.FAILED
