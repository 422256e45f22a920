"""Points: exact, from the rubric's maximum, with shares redistributed where a form can't meet a check."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from grader.model import CheckEntry, CheckResult, Forfeit, Item, ItemState, Text, Verdict
from grader.score import FormResults, best_form, check_grades, item_grade

ITEM = Item(
    id="softmax",
    title={"en": "Softmax"},
    component="softmax",
    points=Fraction(10),
    checks=tuple(CheckEntry(id_, Fraction(share), True) for id_, share in (("a", 3), ("b", 2), ("c", 1))),
)


def form(**verdicts: Verdict) -> FormResults:
    return FormResults("numpy", {"softmax": "f"}, {k: CheckResult(k, v) for k, v in verdicts.items()}, {})


def test_all_passed_earns_exactly_the_maximum() -> None:
    grade = item_grade(ITEM, [form(a=Verdict.PASSED, b=Verdict.PASSED, c=Verdict.PASSED)])
    assert grade.points == grade.max_points == 10
    assert grade.state is ItemState.PASSED


def test_partial_credit_is_by_share_and_exact() -> None:
    grade = item_grade(ITEM, [form(a=Verdict.PASSED, b=Verdict.WRONG, c=Verdict.PASSED)])
    assert grade.points == Fraction(20, 3)
    assert grade.state is ItemState.PARTIAL


@pytest.mark.parametrize("absent", ["verdict", "result"])
def test_a_check_that_the_form_cannot_meet_gives_its_share_to_the_others(absent: str) -> None:
    verdicts = {"a": Verdict.PASSED, "b": Verdict.WRONG}
    if absent == "verdict":
        verdicts["c"] = Verdict.NOT_APPLICABLE
    grades = check_grades(ITEM, form(**verdicts))
    assert [g.max_points for g in grades] == [6, 4, 0]
    assert sum(g.points for g in grades) == 6


EARNING = {Verdict.PASSED, Verdict.INCONCLUSIVE}


def test_right_code_whose_cost_cannot_be_told_loses_nothing() -> None:
    grade = item_grade(ITEM, [form(a=Verdict.PASSED, b=Verdict.INCONCLUSIVE, c=Verdict.INCONCLUSIVE)])
    assert (grade.points, grade.state) == (grade.max_points, ItemState.PASSED)


@pytest.mark.parametrize("verdict", [v for v in Verdict if v not in EARNING])
def test_nothing_but_passed_earns_points(verdict: Verdict) -> None:
    assert item_grade(ITEM, [form(a=verdict, b=verdict, c=verdict)]).points == 0


def test_what_we_could_not_grade_is_its_own_state_and_not_a_failure() -> None:
    grade = item_grade(ITEM, [form(a=Verdict.PASSED, b=Verdict.UNGRADABLE, c=Verdict.WRONG)])
    assert grade.state is ItemState.UNGRADABLE


def test_values_that_nothing_explains_wait_for_the_teacher() -> None:
    grade = item_grade(ITEM, [form(a=Verdict.FOR_REVIEW, b=Verdict.PASSED, c=Verdict.PASSED)])
    assert grade.state is ItemState.FOR_REVIEW
    assert grade.points == 5


def test_the_better_form_counts_and_the_other_is_shown() -> None:
    weak = form(a=Verdict.WRONG, b=Verdict.PASSED, c=Verdict.PASSED)
    strong = form(a=Verdict.PASSED, b=Verdict.PASSED, c=Verdict.WRONG)
    grade = item_grade(ITEM, [weak, strong])
    assert grade.points == Fraction(25, 3)
    assert [other.points for other in grade.other_forms] == [5]
    assert best_form(ITEM, [strong, strong]) == 0


def test_what_is_forfeited_is_lost_whatever_passed() -> None:
    whole = form(a=Verdict.PASSED, b=Verdict.PASSED, c=Verdict.PASSED)
    reason = Text("a library did it")
    lost = item_grade(ITEM, [replace(whole, forfeit=Forfeit(Fraction(1), reason))])
    assert lost.points == 0
    assert lost.max_points == 10
    assert lost.state is ItemState.FAILED
    part = item_grade(ITEM, [replace(whole, forfeit=Forfeit(Fraction(1, 4), reason))])
    assert part.points == Fraction(15, 2)
    assert part.state is ItemState.PARTIAL


def test_a_teachers_points_fill_what_is_open() -> None:
    """Full points make the item passed, fewer make it partial, and what the checks earned stays."""
    from grader.score import open_for_review, with_award

    graded = item_grade(
        Item("a", {"en": "a"}, "a", Fraction(10), tuple(CheckEntry(c, Fraction(1), False) for c in "xyzuv")),
        [
            FormResults(
                "", {}, {c: CheckResult(c, Verdict.FOR_REVIEW if c in "xy" else Verdict.PASSED) for c in "xyzuv"}, {}
            )
        ],
    )
    assert (graded.state, graded.points, open_for_review(graded)) == (ItemState.FOR_REVIEW, Fraction(6), Fraction(4))
    whole = with_award(graded, Fraction(10))
    assert (whole.state, whole.points) == (ItemState.PASSED, Fraction(10))
    half = with_award(graded, Fraction(7))
    assert (half.state, half.points) == (ItemState.PARTIAL, Fraction(7))
    assert [check.points for check in half.checks] == [Fraction(1, 2), Fraction(1, 2), 2, 2, 2]
    assert [check.verdict for check in half.checks][:2] == [Verdict.DECIDED, Verdict.DECIDED]
    assert sum(check.points for check in half.checks) == half.points
