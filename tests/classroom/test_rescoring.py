"""A kept report under other points: the same objects back, the same points as grading again gives, or none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from grader.checks.pace import NOT_MEASURED
from grader.choosing import read_rubric
from grader.classroom.record import packed, unpacked
from grader.classroom.rescoring import rescored, what_is_run, what_is_said
from grader.classroom.worker import GradingOptions
from grader.model import FormGrade, GradeReport, Rubric, Text, Verdict
from grader.reports import FORMATS
from tests.classroom.stub_grader import failing, graded_by
from tests.reports.sample_report import complete_sample_report, sample_report

RUBRIC = read_rubric(Path(__file__).parents[2] / "rubric.yaml")
ONE_FAULT = failing("softmax/stable")
TWO_FAULTS = failing("softmax/stable", "attention/scaled", "attention/weights")


def report(data: bytes, rubric: Rubric = RUBRIC) -> GradeReport:
    return graded_by(rubric, "a.ipynb", data, GradingOptions(rubric.path, 1))


def with_points(**points: int | Fraction) -> Rubric:
    return replace(RUBRIC, items=tuple(replace(i, points=Fraction(points.get(i.id, i.points))) for i in RUBRIC.items))


def with_shares(item: str, check: str, share: int) -> Rubric:
    items = tuple(
        replace(i, checks=tuple(replace(c, share=Fraction(share)) if c.id == check else c for c in i.checks))
        if i.id == item
        else i
        for i in RUBRIC.items
    )
    return replace(RUBRIC, items=items)


@pytest.mark.parametrize("make", [sample_report, complete_sample_report])
def test_a_report_comes_back_as_it_was(make: Callable[[], GradeReport]) -> None:
    made = make()
    back = unpacked(GradeReport, json.loads(json.dumps(packed(made))))
    assert repr(back) == repr(made)  # NaN is among its numbers, which equals nothing
    assert all(FORMATS[name](back, "es") == FORMATS[name](made, "es") for name in FORMATS)


@pytest.mark.parametrize("damage", [[], {}, None, "x", 7])
def test_what_is_no_report_is_refused(damage: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        unpacked(GradeReport, damage)
    body = packed(sample_report())
    body[10] = [damage]  # its items
    with pytest.raises((ValueError, TypeError)):
        unpacked(GradeReport, body)


def test_no_class_is_named_by_the_data() -> None:
    """Only the declared types are built: a mapping stays one, whatever it calls itself."""
    assert unpacked(Text, ["x", {"__class__": "os"}, {}, {}]) == Text("x", {"__class__": "os"})


@pytest.mark.parametrize("data", [failing(), ONE_FAULT, TWO_FAULTS])
def test_other_points_give_what_grading_again_gives(data: bytes) -> None:
    other = with_points(softmax=12, attention=Fraction(25, 3), minigpt=1)
    assert rescored(report(data), other) == report(data, other)
    assert rescored(report(data), RUBRIC) == report(data)


def test_other_shares_of_a_lone_fault_give_what_grading_again_gives() -> None:
    other = with_shares("softmax", "stable", 7)
    assert rescored(report(ONE_FAULT), other) == report(ONE_FAULT, other)


def test_other_shares_where_another_part_is_faulty_want_judging_again() -> None:
    """A library's version in that part's place was tried, and the shares say which of the two earns more."""
    assert rescored(report(TWO_FAULTS), with_shares("softmax", "stable", 7)) is None
    assert rescored(report(TWO_FAULTS), with_shares("minigpt", RUBRIC.items[6].checks[0].id, 7)) is not None


def test_other_shares_where_two_forms_were_judged_want_judging_again() -> None:
    one = report(ONE_FAULT)
    forms = (FormGrade("module", {"softmax": "Softmax"}, Fraction(1)),)
    one = replace(one, items=(replace(one.items[0], other_forms=forms), *one.items[1:]))
    assert rescored(one, with_shares("softmax", "stable", 7)) is None
    doubled = rescored(one, with_points(softmax=16))
    assert doubled is not None
    assert doubled.items[0].other_forms[0].points == 2


def test_disclosure_and_titles_are_the_rubric_s_of_now() -> None:
    item = RUBRIC.items[0]
    shown = replace(item, title={"en": "New"}, checks=tuple(replace(c, hidden=False) for c in item.checks))
    other = replace(RUBRIC, items=(shown, *RUBRIC.items[1:]))
    assert rescored(report(ONE_FAULT), other) == report(ONE_FAULT, other)


def test_what_is_run_and_what_is_said_share_the_rubric_between_them() -> None:
    points = with_points(softmax=12)
    limits = replace(RUBRIC, limits=replace(RUBRIC.limits, call_seconds=11))
    fewer = replace(RUBRIC, items=(replace(RUBRIC.items[0], checks=RUBRIC.items[0].checks[1:]), *RUBRIC.items[1:]))
    assert what_is_run(points) == what_is_run(RUBRIC)
    assert what_is_said(points) != what_is_said(RUBRIC)
    assert what_is_said(limits) == what_is_said(RUBRIC)
    assert what_is_run(limits) != what_is_run(RUBRIC)
    assert what_is_run(fewer) != what_is_run(RUBRIC)


def test_what_is_not_measured_keeps_its_part_of_the_points() -> None:
    """Its verdict earns nothing by itself: it follows the item of the values, under other points too."""
    made = report(failing("attention/scaled"))
    unmeasured = tuple(
        replace(
            item,
            points=Fraction(1),
            checks=tuple(replace(c, verdict=Verdict.SKIPPED, message=NOT_MEASURED) for c in item.checks),
        )
        if item.id == "attention_speed"
        else item
        for item in made.items
    )
    again = rescored(replace(made, items=unmeasured), with_points(attention_speed=4))
    assert again is not None
    grades = {item.id: item for item in again.items}
    part = grades["attention"].points / grades["attention"].max_points
    assert 0 < part < 1
    assert grades["attention_speed"].points == 4 * part
