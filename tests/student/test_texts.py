"""Hints and explanations: in both languages, by steps, without code; a slip of the pen is told what was meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.cli import main
from grader.model import Text
from grader.reports.language import say
from grader.student.public import PublicChecks
from grader.student.texts import Subject, hints, mistake_named, subjects_here, subjects_of

# What an answer would be written in, and a question never is.
CODE = re.compile(r"\breturn\b.*[=(]|\bdef \w+\(|^\s*\w+ = .*[@(]|import numpy", re.M)


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> list[Subject]:
    """Those of the course itself: nothing public lies around."""
    return subjects_here(tmp_path_factory.mktemp("empty"))


def test_every_item_that_has_known_mistakes_has_three_steps(subjects: list[Subject]) -> None:
    assert len({subject.assignment for subject in subjects}) == 6
    for subject in subjects:
        if subject.mistakes:
            assert len(hints(subject)) == 3, subject.id


def test_a_step_says_the_same_in_both_languages_and_no_code(subjects: list[Subject]) -> None:
    for subject in subjects:
        for hint in hints(subject):
            for point in hint.points:
                english, spanish = say(point, "en"), say(point, "es")
                assert english
                assert spanish
                assert not CODE.search(english), english
                assert not CODE.search(spanish), spanish


def test_a_step_is_more_particular_than_the_one_before(subjects: list[Subject]) -> None:
    """First what must hold, then what to try, last what others have slipped on."""
    softmax = next(subject for subject in subjects if subject.id == "softmax")
    first, second, third = (" ".join(map(str, hint.points)) for hint in hints(softmax))
    assert "rows add up to 1" in first
    assert "Compare the results for [0, 1, 2]" in second
    assert "softmax/no_max_subtraction" in third


def test_no_step_is_longer_than_one_reads(subjects: list[Subject]) -> None:
    """The block has some 50 known mistakes: ten are told, of every kind, and how many more there are."""
    for subject in subjects:
        steps = hints(subject)
        assert all(len(step.points) <= 11 for step in steps), subject.id
        if len(subject.mistakes) > 10:
            assert str(steps[-1].points[-1]).startswith(f"and {len(subject.mistakes) - 10} more")


def test_the_public_part_says_what_the_course_says(public: PublicChecks, subjects: list[Subject]) -> None:
    for own in subjects_of(public):
        course = next(subject for subject in subjects if subject.id == own.id)
        assert [m.id for m in own.mistakes] == [m.id for m in course.mistakes]
        for mine, theirs in zip(own.mistakes, course.mistakes, strict=True):
            for part in ("title", "done", "why", "hint"):
                text: Text = getattr(mine, part)
                assert say(text, "es") == say(getattr(theirs, part), "es")
                assert say(text, "en") == say(getattr(theirs, part), "en")


def test_a_mistake_is_found_with_and_without_its_item(subjects: list[Subject]) -> None:
    assert [m.id for m in mistake_named("softmax/no_max_subtraction", subjects)] == ["softmax/no_max_subtraction"]
    several = [m.id for m in mistake_named("no_scaling", subjects)]
    assert "attention/no_scaling" in several
    assert len(several) > 1


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["explain", "no_max_substraction"], "did you mean no_max_subtraction"),
        (["hint", "atention"], "did you mean attention"),
        (["explain", "zzzzzz"], "lists them"),
    ],
    ids=["explain", "hint", "nothing near"],
)
def test_an_unknown_name_is_told_what_was_meant(
    command: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*command, "--lang", "en"]) == 2
    assert told in capsys.readouterr().err


def test_explain_without_a_name_lists_what_there_is(
    capsys: pytest.CaptureFixture[str], public: PublicChecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a student's folder, what is known of their assignment."""
    monkeypatch.chdir(Path(public.path).parent)
    assert main(["explain", "--lang", "es"]) == 0
    listed = capsys.readouterr().out
    assert "softmax/no_max_subtraction" in listed
    assert "attention/no_scaling" not in listed
    assert main(["explain", "softmax/no_max_subtraction", "--lang", "es"]) == 0
    assert "La exponencial se toma de las puntuaciones tal cual" in capsys.readouterr().out


def test_a_hint_tells_how_to_get_the_next_one(
    capsys: pytest.CaptureFixture[str], public: PublicChecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(public.path).parent)
    told = []
    for step in ("1", "2", "3", "7"):
        assert main(["hint", "softmax", step, "--lang", "en"]) == 0
        told.append(capsys.readouterr().out)
    assert "grade hint softmax 2" in told[0]
    assert "Hint 3 of 3, the last one." in told[2]
    assert "There are 3 hints on this one, and this is the last:" in told[3]
    first, rest = told[3].split("\n", 1)
    assert told[2].split("\n", 1)[0] == first
    assert rest.endswith(told[2].split("\n", 1)[1])
