"""What every report for people says."""

from __future__ import annotations

from fractions import Fraction

from grader.model import FormGrade, ItemState, Text, Verdict
from grader.reports.sentences import failures, found, notes
from tests.reports.sample_report import check, item


def stopped(id_: str, asked: str, line: int = 3) -> Text:
    values: dict[str, str | int | float | Text] = {
        "asked": asked,
        "type": "NotImplementedError",
        "error": id_[:1],
        "cell": 5,
        "line": line,
        "code": "raise",
    }
    return Text("{asked}: {type} in cell {cell}, line {line}: {error}\n    {code}", values)


def test_one_exception_is_told_once_whatever_was_asked() -> None:
    checks = [check(f"x{n}", Verdict.RAISED, 0, 1, stopped("x", f"question {n}")) for n in range(4)]
    elsewhere = check("x9", Verdict.RAISED, 0, 1, stopped("x", "question 9", line=8))
    assert [len(group) for group in failures([*checks, elsewhere], "en")] == [4, 1]


def test_another_error_or_another_verdict_is_another_group() -> None:
    checks = [
        check("x1", Verdict.RAISED, 0, 1, stopped("x", "a")),
        check("y1", Verdict.RAISED, 0, 1, stopped("y", "a")),
        check("x2", Verdict.WRONG, 0, 1, stopped("x", "a")),
    ]
    assert [len(group) for group in failures(checks, "en")] == [1, 1, 1]


def other(points: int, **found_as: str) -> FormGrade:
    return FormGrade("numpy", found_as, Fraction(points))


def told(*forms: FormGrade) -> list[str]:
    whole = item(
        "x",
        {"en": "X"},
        ItemState.PASSED,
        check("v", points=4),
        found_as={"Heads": "Heads", "M": "M"},
        other_forms=forms,
    )
    return [str(note) for note in notes(whole)]


def test_a_form_that_earns_nothing_is_not_spoken_of() -> None:
    assert told(other(0, multihead="multihead")) == []


def test_a_form_of_the_same_names_is_not_spoken_of_and_no_name_is_told_twice() -> None:
    assert told(other(2, Heads="M", M="Heads")) == []
    (note,) = told(other(2, multihead="f", attention="f"))
    assert "(f)" in note


def test_what_was_found_is_told_by_the_students_names_alone() -> None:
    names = {"causal_mask": "mascara_causal", "padding_mask": "mascara_padding", "attention": "mascara_causal"}
    whole = item("x", {"en": "X"}, ItemState.PASSED, check("v", points=4), found_as=names, form="numpy")
    assert str(found(whole)) == "Found as mascara_causal, mascara_padding (numpy form)."
