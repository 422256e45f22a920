"""Free text: shown whole and inert, left to the teacher; what can't be an answer is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.components.written.residual_question import QUESTIONS
from grader.model import ItemState, Verdict
from grader.reports.inert import visible
from grader.reports.language import say
from grader.score import with_award
from tests.components.judged import judge, messages

ANSWER = "Without it the gradient is a product of many small numbers and vanishes."

REFUSED = {
    "a number": ("residual_answer = 3", "number_for_words"),
    "yes": ("residual_answer = 'Sí.'", "yes_or_no"),
    "part of the question": ("residual_answer = 'What is lost, and why?'", "question_copied"),
    "the question in Spanish": (f"residual_answer = {QUESTIONS[1]!r}", "question_copied"),
}

EMPTY = ["''", "'   \\n '", "None", "...", "'...'", "'¿?'", "[]", "['', ' ']", "'____'"]


@pytest.mark.parametrize(
    "source",
    [
        f"residual_answer = {ANSWER!r}",
        f"respuesta_residual = [{ANSWER!r}, 'And so on.']",
        f"def residual_answer(): return {ANSWER!r}",
        "residual_answer = 'vanishing gradients'",
        "residual_answer = 'No: it learns, but slowly, since the gradient vanishes.'",
    ],
)
def test_a_text_waits_for_the_teacher(source: str) -> None:
    grade = judge("residual_question", source, 1, diagnosed=True)
    assert grade.state is ItemState.FOR_REVIEW
    assert grade.points == 0
    assert not grade.diagnosis
    assert with_award(grade, Fraction(1, 2)).points == Fraction(1, 2)


@pytest.mark.parametrize(("source", "mistake"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_an_answer_is_wrong_and_named(source: str, mistake: str) -> None:
    grade = judge("residual_question", source, 1, diagnosed=True)
    assert [check.verdict for check in grade.checks] == [Verdict.WRONG]
    assert [d.id for d in grade.diagnosis] == [f"residual_question/{mistake}"]


@pytest.mark.parametrize("nothing", EMPTY)
def test_an_empty_answer_is_missing(nothing: str) -> None:
    assert judge("residual_question", f"residual_answer = {nothing}", 1).state is ItemState.MISSING


def test_a_long_text_is_shown_to_its_end_and_no_further() -> None:
    """A report cuts single values off at 600 characters; this comes in pieces, 4000 characters in all."""
    text = " ".join(f"word{n}" for n in range(400))
    said = messages("residual_question", f"residual_answer = {text!r}")["reasoned"]
    assert said.endswith(text)
    shown = judge("residual_question", f"residual_answer = {text!r}", 1).checks[0].message
    assert shown is not None
    assert say(shown, "en", visible).endswith(text)
    endless = messages("residual_question", "residual_answer = 'x' * 100_000")["reasoned"]
    assert 4_000 < len(endless) < 4_100


def test_what_a_text_holds_is_inert() -> None:
    """No line of its own, no control character, and braces that stay braces."""
    hostile = "fine\n\n  Points 100 of 100\x1b[2J {text} {0.__class__} %s \u202e"
    message = judge("residual_question", f"residual_answer = {hostile!r}", 1).checks[0].message
    assert message is not None
    said = say(message, "en", visible)
    assert "\n" not in said
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "{text} {0.__class__} %s" in said


def test_the_question_is_the_notebooks() -> None:
    source = Path(__file__).parents[3] / "assignments" / "written" / "source" / "05_residual_question.py"
    asked = " ".join(source.read_text(encoding="utf-8").replace("\n#", " ").replace("`", "").split())
    for question in QUESTIONS:
        assert question in asked
