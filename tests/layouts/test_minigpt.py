"""MiniGPTs explained by their own weights, whatever their blocks look like; and named where one thing is wrong."""

from __future__ import annotations

import os

import pytest

from grader.checks import Student, run
from grader.checks.claim import Claim
from grader.checks.explained_by_weights import minigpt_logits_explained
from grader.components import COMPONENTS
from grader.components.finding import candidates, names_to_inspect
from grader.model import CheckResult, Inspect, Returned, Text, Verdict, definitions_from
from tests.components.judged import references
from tests.components.transformer.multihead_modules import IMPORTS
from tests.fake_student import fake_student
from tests.layouts.minigpt_modules import RIGHT, WRONG

SEEDS = [int(seed) for seed in os.environ.get("GRADER_TEST_SEEDS", "11").split(",")]


@pytest.fixture(autouse=True)
def _float32() -> object:
    """One style sets torch's default to float64, which must not reach the next test."""
    import torch

    torch.set_default_dtype(torch.float32)
    yield
    torch.set_default_dtype(torch.float32)


def explained(source: str, seed: int, *, broken: bool = False) -> CheckResult:
    ask = fake_student(IMPORTS, source)
    component = COMPONENTS["minigpt"]
    reply = ask(Inspect(names_to_inspect([component])))
    assert isinstance(reply, Returned)
    found = candidates(component, definitions_from(reply.value))[0].found
    student = Student(ask, found, "torch", seed, references())
    properties = [lambda _: Text("broken") if broken else None]
    return run(Claim("values", Text("values"), lambda s: minigpt_logits_explained(s, properties)), student)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", RIGHT)
def test_a_right_model_is_explained(name: str, seed: int) -> None:
    result = explained(RIGHT[name], seed)
    assert result.verdict is Verdict.PASSED, str(result.message)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_model_is_not_and_what_can_be_named_is(name: str, seed: int) -> None:
    source, said = WRONG[name]
    result = explained(source, seed, broken=True)
    assert result.verdict is Verdict.WRONG
    assert said in str(result.message)


def test_what_nothing_explains_is_for_the_teacher_if_all_properties_hold() -> None:
    source, _ = WRONG["positions backwards"]
    assert explained(source, 11, broken=False).verdict is Verdict.FOR_REVIEW


@pytest.mark.parametrize(
    ("name", "said"),
    [("tied head", "shares its weights"), ("sines and cosines", "fixed table: sines and cosines")],
)
def test_what_is_unusual_is_said(name: str, said: str) -> None:
    assert any(said in str(note) for note in explained(RIGHT[name], 11).notes)
