"""What a student reads after a check: states, counts, and never more than is known."""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

import numpy as np
import pytest

from grader.kernel.cells import CellRun
from grader.kernel.findings import finding_of
from grader.kernel.in_process import ask_in_process
from grader.model import Cell, CellOutcome, Execution, Submission, Verdict
from grader.reports.language import say
from grader.student.check import Checked, judging_of
from grader.student.page import render, summary
from grader.student.public import PublicChecks, PublicItem
from tests.student.test_check import MASKS, RIGHT

RAN = Execution("none", (), (), 0.0, True)
KV_CACHE = """
    def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
        kept = d_model if n_heads is None else d_model // n_heads * n_kv_heads
        return 2 * n_tokens * n_layers * kept * bytes_per_value
    """


def page(public: PublicChecks, *sources: str, lang: str = "en") -> tuple[Checked, str]:
    checked = judging_of(public)(ask_in_process(*sources), Submission("here", "", (), {}), RAN)
    return checked, " ".join(render(checked, lang).split())


def test_when_everything_public_passes_it_says_no_more_than_that(public: PublicChecks) -> None:
    for lang in ("en", "es"):
        checked, text = page(public, RIGHT["numpy"], MASKS, KV_CACHE, lang=lang)
        assert not checked.fails
        assert f"{checked.asked}" in say(summary(checked), lang)
        assert say(summary(checked), lang) in text
        assert not re.search(r"all (\w+ )?(tests|checks)|todas las", text, re.I)
    assert say(summary(checked), "en") == (
        f"{checked.asked} of {checked.asked} public checks pass. The grade also uses hidden ones."
    )


@pytest.mark.parametrize(
    ("source", "state"),
    [
        (RIGHT["numpy"], "passed"),
        (RIGHT["numpy"].replace("z - np.max(z, axis=axis, keepdims=True)", "z"), "partly"),
        ("def softmax(z, axis=-1):\n    return z", "not passed"),
        ("def softmax(z, axis=-1):\n    raise NotImplementedError", "not yet started"),
        ("x = 1", "not yet started"),
    ],
    ids=["passed", "partly", "not passed", "a starting point", "nothing"],
)
def test_each_state_has_its_word(public: PublicChecks, source: str, state: str) -> None:
    checked, text = page(public, source)
    assert re.search(rf"Softmax {state}", text), text
    assert checked.fails


def test_what_stands_in_a_cell_that_cannot_run_is_not_told_to_be_unwritten(public: PublicChecks) -> None:
    """One bracket is missing in a whole function: the student reads that its cell can't run, which one, and why."""
    broken = RIGHT["numpy"].rstrip() + " +"
    failed = CellRun(1, 0.0, Verdict.RAISED, "SyntaxError", "invalid syntax", 5)
    finding = finding_of(failed, public.limits)
    assert finding is not None
    execution = replace(RAN, outcomes=(CellOutcome(1, 0.0, "SyntaxError: invalid syntax"),), findings=(finding,))
    submission = Submission("here", "", (Cell(1, dedent(broken)),), {})
    checked = judging_of(public)(ask_in_process("x = 1"), submission, execution)
    text = " ".join(render(checked, "en").split())
    assert re.search(r"Softmax can't run: see cell 1", text), text
    assert "`softmax` is written in a cell that didn't get that far. Cell 1 can't be read as Python" in text
    assert re.search(r"masks? not yet started", text, re.I), text


def test_a_failed_check_is_told_as_in_the_report(public: PublicChecks) -> None:
    with np.errstate(all="ignore"):
        _, text = page(public, RIGHT["numpy"].replace("z - np.max(z, axis=axis, keepdims=True)", "z"))
    assert "finite and right at ±1e4: no softmax of logits near 1000: NaN came back" in text
    assert "Likely cause: The exponential is taken of the scores as they are" in text
    assert "Try: Compare the results for [0, 1, 2]" in text


def test_an_exercise_on_paper_is_told_to_be_answered_and_no_more() -> None:
    items = tuple(
        PublicItem(name, {"en": name}, "families", {}, 1, names=((name, f"{name}_es"),)) for name in ("given", "empty")
    )
    public = PublicChecks("written", {"en": "Written"}, 2**31, items)
    checked, text = page(public, "given_es = 'decoder'\nempty = None")
    assert "given not checked here" in text
    assert "empty not yet started" in text
    assert checked.fails
    assert "None of this has public checks: the grade uses hidden ones." in text
    assert "that would give the answers away: given." in text
