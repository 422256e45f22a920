"""Multi-head attention judged: right styles pass whatever their layout, each mistake costs its own checks."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

import grader
from grader.course.misconceptions import read_misconceptions
from grader.model import ItemGrade, Verdict
from tests.components import judged
from tests.components.judged import judge
from tests.components.transformer import multihead_functions as functions
from tests.components.transformer import multihead_modules as modules

SEEDS = [int(seed) for seed in os.environ.get("GRADER_TEST_SEEDS", "11,12").split(",")]
FUNCTION_CHECKS = {"values", "one_head", "equivariant", "mask_reaches_heads"}
ALL = FUNCTION_CHECKS | {"parameter_count", "divisibility"}

seeded = pytest.mark.parametrize("seed", SEEDS)


@cache
def graded(source: str, seed: int) -> ItemGrade:
    """Judged once, however many tests look at it."""
    return judge("multihead", source, seed)


def verdicts(source: str, seed: int = SEEDS[0]) -> dict[str, Verdict]:
    found = {check.id: check.verdict for check in graded(source, seed).checks}
    assert Verdict.UNGRADABLE not in found.values(), "a check of ours broke"
    return found


def failed(source: str, seed: int = SEEDS[0]) -> set[str]:
    fine = {Verdict.PASSED, Verdict.NOT_APPLICABLE}
    return {id_ for id_, verdict in verdicts(source, seed).items() if verdict not in fine}


def message(source: str, check: str) -> str:
    return next(str(c.message) for c in graded(source, SEEDS[0]).checks if c.id == check)


@cache
def suspects(source: str) -> list[str]:
    """The mistakes that the checks recognise, where no known-wrong variant can be run (the students' edition)."""
    folder = Path(grader.__file__).parents[1] / "reference_solutions" / "transformer"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judged, "_misconceptions", lambda component: read_misconceptions(folder, component))
        grade = judge("multihead", source, SEEDS[0], diagnosed=True, timed=False)
    return [reason.id for reason in grade.diagnosis if "/" in reason.id]


@seeded
@pytest.mark.parametrize("name", modules.RIGHT)
def test_a_right_module_passes_in_any_layout(name: str, seed: int) -> None:
    assert failed(modules.IMPORTS + modules.RIGHT[name], seed) == set()


@seeded
@pytest.mark.parametrize("name", modules.WRONG)
def test_a_wrong_module_fails_in_just_the_checks_about_its_mistake(name: str, seed: int) -> None:
    source, expected = modules.WRONG[name]
    assert failed(modules.IMPORTS + source, seed) == expected


@pytest.mark.parametrize("name", modules.TRIVIAL)
def test_a_module_with_the_right_parameters_and_no_attention_earns_nothing(name: str) -> None:
    assert failed(modules.IMPORTS + modules.TRIVIAL[name], SEEDS[0]) == ALL


@pytest.mark.parametrize("name", modules.RAISES)
def test_a_forward_that_raises_costs_no_check_that_needs_no_forward(name: str) -> None:
    source, expected = modules.RAISES[name]
    assert failed(modules.IMPORTS + source, SEEDS[0]) == expected


@seeded
@pytest.mark.parametrize("name", functions.RIGHT)
def test_a_right_function_passes(name: str, seed: int) -> None:
    assert failed(functions.RIGHT[name], seed) == set()


@seeded
@pytest.mark.parametrize("name", functions.WRONG)
def test_a_wrong_function_fails_in_just_the_checks_about_its_mistake(name: str, seed: int) -> None:
    source, expected = functions.WRONG[name]
    assert failed(source, seed) == expected


def test_a_function_is_not_asked_for_parameters_and_divisibility() -> None:
    found = verdicts(functions.RIGHT["plain"], SEEDS[0])
    assert {id_ for id_, verdict in found.items() if verdict is Verdict.NOT_APPLICABLE} == ALL - FUNCTION_CHECKS


@pytest.mark.parametrize(
    ("name", "check", "said"),
    [
        ("no scale (S10.1)", "values", "not divided by √d_k"),
        ("scaled by d_model", "values", "√d_model"),
        ("divided by d_k", "one_head", "divided by d_k, not by √d_k"),
        ("biases missing", "parameter_count", "no bias"),
        ("heads in a plain list (MH-18)", "values", "plain Python list"),
        ("heads in a plain list (MH-18)", "parameter_count", "nn.ModuleList"),
        ("each head d_model wide (MH-10)", "parameter_count", "however many heads"),
        ("integer division drops features (MH-12)", "divisibility", "10 features can't be cut into 3 heads"),
        ("causal whether asked or not", "equivariant", "causal even then"),
        ("no mask parameter", "mask_reaches_heads", "takes no mask"),
        ("mask ignored (MK-04)", "mask_reaches_heads", "may not attend"),
        ("batch and sequence exchanged (MH-13)", "equivariant", "must not see each other"),
        ("one sequence at a time", "equivariant", "a batch (B, n, d_model) was asked"),
        ("merge without transpose (MH-01)", "equivariant", "split or merged"),
    ],
)
def test_the_message_says_what_is_wrong(name: str, check: str, said: str) -> None:
    source, _ = modules.WRONG[name]
    assert said in message(modules.IMPORTS + source, check)


# What is said of each, and the mistake that it is.
_MIXED = {
    "merge without transpose (MH-01)": ("put together again that tokens get mixed", "merged_without_transpose"),
    "split without transpose (MH-02)": ("cut into heads that tokens get mixed", "split_without_transpose"),
    "both without transpose (MH-03)": ("and where these are put together", "split_and_merged_without_transpose"),
}


@pytest.mark.parametrize("blocked", [False, True], ids=["as asked", "True = blocked"])
@pytest.mark.parametrize("name", _MIXED)
def test_a_right_mask_is_not_blamed_for_heads_that_mix_the_tokens(name: str, blocked: bool) -> None:
    """And the mistake is recognised without any reference."""
    source, _ = modules.WRONG[name]
    source = source.replace("mask == 0", "mask != 0") if blocked else source
    said, mistake = _MIXED[name]
    told = message(modules.IMPORTS + source, "mask_reaches_heads")
    assert said in told
    assert "before the softmax" not in told
    assert suspects(modules.IMPORTS + source) == [f"multihead/{mistake}"]


def test_a_function_that_mixes_them_is_told_the_same() -> None:
    source, _ = functions.WRONG["merged without transpose (MH-01)"]
    assert "put together again that tokens get mixed" in message(source, "mask_reaches_heads")
    assert suspects(source) == ["multihead/merged_without_transpose"]


def test_where_the_mask_is_wrong_too_both_are_told() -> None:
    """Nothing is certain then but that tokens are mixed without a mask as well."""
    source, _ = modules.WRONG["merge without transpose (MH-01)"]
    told = message(modules.IMPORTS + source.replace("if mask is not None:", "if False:"), "mask_reaches_heads")
    assert "may not be the mask's doing" in told
    assert "does what it should" not in told


@pytest.mark.parametrize(
    "name", ["mask ignored (MK-04)", "mask after the softmax (S10.3)", "mask on the first head alone"]
)
def test_a_wrong_mask_is_blamed_where_heads_are_right(name: str) -> None:
    source, _ = modules.WRONG[name]
    assert "The mask must act before the softmax" in message(modules.IMPORTS + source, "mask_reaches_heads")
    assert suspects(modules.IMPORTS + source) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("True = blocked", "True (1) = blocked"),
        ("additive mask", "added to the scores"),
        ("interleaved on both sides", "interleaved"),
    ],
)
def test_what_was_assumed_is_in_the_report(name: str, said: str) -> None:
    grade = graded(modules.IMPORTS + modules.RIGHT[name], SEEDS[0])
    assert any(said in str(note) for check in grade.checks for note in check.notes)


def test_what_no_layout_explains_though_all_properties_hold_is_for_the_teacher() -> None:
    """Keys for values, with the right number of parameters: nothing but the values is off."""
    source, _ = modules.WRONG["keys for values (AT-14)"]
    found = verdicts(modules.IMPORTS + source, SEEDS[0])
    assert found["values"] is Verdict.FOR_REVIEW
    assert found["equivariant"] is Verdict.PASSED


def test_what_no_layout_explains_and_a_property_denies_is_wrong() -> None:
    source, _ = modules.WRONG["merge without transpose (MH-01)"]
    assert verdicts(modules.IMPORTS + source, SEEDS[0])["values"] is Verdict.WRONG


@pytest.mark.parametrize("pasted", ["np.concatenate(outs, 0)", "np.mean(outs, 0)", "sum(outs)", "outs[-1]"])
def test_heads_that_are_not_side_by_side_are_told_by_what_they_have_in_common(pasted: str) -> None:
    """They stop with one and the same exception, so nothing more particular can be said of any."""
    source = f"""
        def attention(Q, K, V, mask=None):
            scores = Q @ K.T / math.sqrt(Q.shape[-1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            weights = np.exp(scores - scores.max(-1, keepdims=True))
            return weights / weights.sum(-1, keepdims=True) @ V

        def multihead(X, heads, W_O, mask=None):
            outs = [attention(X @ W_Q, X @ W_K, X @ W_V, mask) for W_Q, W_K, W_V in heads]
            return {pasted} @ W_O
        """
    (found, *_) = judge("multihead", source, 1, diagnosed=True).diagnosis
    assert str(found.title) == "The heads don't stand side by side before W_O"
