"""The block judged: right styles pass, styles that weren't asked for cost their own check, mistakes theirs."""

from __future__ import annotations

import os
from functools import cache

import pytest

from grader.model import ItemGrade, Verdict
from tests.components.judged import judge
from tests.components.transformer import block_functions as functions
from tests.components.transformer import block_modules as modules
from tests.components.transformer.multihead_modules import IMPORTS

SEEDS = [int(seed) for seed in os.environ.get("GRADER_TEST_SEEDS", "11").split(",")]

seeded = pytest.mark.parametrize("seed", SEEDS)


@cache
def graded(source: str, seed: int) -> ItemGrade:
    """Judged once, however many tests look at it."""
    return judge("block", source, seed)


def verdicts(source: str, seed: int = SEEDS[0]) -> dict[str, Verdict]:
    found = {check.id: check.verdict for check in graded(source, seed).checks}
    assert Verdict.UNGRADABLE not in found.values(), "a check of ours broke"
    return found


def failed(source: str, seed: int = SEEDS[0]) -> set[str]:
    fine = {Verdict.PASSED, Verdict.NOT_APPLICABLE}
    return {id_ for id_, verdict in verdicts(source, seed).items() if verdict not in fine}


def message(source: str, check: str) -> str:
    return next(str(c.message) for c in graded(source, SEEDS[0]).checks if c.id == check)


@seeded
@pytest.mark.parametrize("name", modules.RIGHT)
def test_a_right_module_passes(name: str, seed: int) -> None:
    assert failed(IMPORTS + modules.RIGHT[name], seed) == set()


@seeded
@pytest.mark.parametrize("name", modules.WRONG)
def test_a_wrong_module_fails_in_just_the_checks_about_its_mistake(name: str, seed: int) -> None:
    source, expected = modules.WRONG[name]
    assert failed(IMPORTS + source, seed) == expected


@pytest.mark.parametrize("name", modules.TRIVIAL)
def test_a_module_with_the_right_parameters_and_no_block_earns_nothing(name: str) -> None:
    assert failed(IMPORTS + modules.TRIVIAL[name], SEEDS[0]) == modules.EVERY


@seeded
@pytest.mark.parametrize("name", functions.RIGHT)
def test_right_functions_pass(name: str, seed: int) -> None:
    assert failed(functions.RIGHT[name], seed) == set()


@seeded
@pytest.mark.parametrize("name", functions.WRONG)
def test_wrong_functions_fail_in_just_the_checks_about_their_mistake(name: str, seed: int) -> None:
    source, expected = functions.WRONG[name]
    assert failed(source, seed) == expected


@pytest.mark.parametrize(
    ("name", "check", "said"),
    [
        ("post-LN for pre-LN", "norm_order", "post-LN. Here pre-LN was asked"),
        ("norm on the branch (BL-05)", "norm_order", "x + norm(f(x))"),
        ("one sublayer pre, the other post", "norm_order", "for both sublayers"),
        ("ReLU for GELU", "values", "ReLU where GELU was asked"),
        ("SiLU (BL-08)", "values", "SiLU"),
        ("no activation (BL-07)", "values", "no activation"),
        ("no scale in the attention", "values", "not divided by √d_k"),
        ("mask not handed on (BL-15)", "values", "hand it on"),
        ("unbiased variance (LN-01)", "layer_norm", "d - 1"),
        ("norm over the tokens (LN-06)", "layer_norm", "over the tokens"),
        ("norm over tokens and features (LN-07)", "layer_norm", "all tokens of a sequence together"),
        ("eps outside the root (LN-02)", "layer_norm_eps", "outside the root"),
        ("no eps (LN-03)", "layer_norm_eps", "NaN or infinity"),
        ("first residual missing (BL-01)", "residuals", "around the attention"),
        ("second residual missing (BL-01)", "residuals", "around the FFN"),
        ("residual from the normalised x (BL-02)", "residuals", "normalised x"),
        ("second residual adds the block's input (BL-03)", "residuals", "what the attention gave is lost"),
        ("second residual twice", "residuals", "but 2 times x comes out"),
        ("second residual halved", "residuals", "but 0.5 times x comes out"),
        ("both residuals weighted", "residuals", "but 0.49 times x comes out"),
        ("FFN twice as wide (BL-10)", "ffn_width", "40 wide"),
        ("the FFN averages over tokens (BL-09)", "ffn_per_token", "by itself"),
        ("dropout always on (BL-11)", "dropout", "After eval()"),
        ("no dropout at all", "dropout", "nothing is dropped"),
        ("one norm for both (LN-12)", "values", "there is one layer norm"),
        ("two norms, the first for both", "values", "there are two layer norms"),
    ],
)
def test_the_message_says_what_is_wrong(name: str, check: str, said: str) -> None:
    source, _ = modules.WRONG[name]
    assert said in message(IMPORTS + source, check)


@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize("name", ["second residual twice", "second residual halved"])
def test_a_weighted_residual_fails_at_every_seed(name: str, seed: int) -> None:
    source, expected = modules.WRONG[name]
    assert failed(IMPORTS + source, seed) == expected


def test_dropout_over_the_residual_stream_is_noted() -> None:
    """It costs nothing, since only on and off are asked; right work gets no such note."""
    for name in ("plain", "nanoGPT"):
        assert not _noted(IMPORTS + modules.RIGHT[name], "residual stream itself")
    assert failed(IMPORTS + modules.DROPPED_SUM) == set()
    assert _noted(IMPORTS + modules.DROPPED_SUM, "residual stream itself")


def _noted(source: str, said: str) -> bool:
    return any(said in str(note) for check in graded(source, SEEDS[0]).checks for note in check.notes)


@pytest.mark.parametrize(
    ("name", "check", "said"),
    [
        ("pre-LN for post-LN", "norm_order", "pre-LN. Here post-LN was asked"),
        ("GELU for ReLU", "values", "GELU where ReLU was asked"),
        ("eps outside the root (LN-02)", "layer_norm_eps", "outside the root"),
        ("no mask", "values", "takes no mask"),
        ("one pre, one post", "norm_order", "the FFN is pre-LN"),
        ("one post, one pre", "norm_order", "Only the last sum is normalised"),
        ("first residual from the normalised x (BL-02)", "residuals", "x is normalised before anything else"),
    ],
)
def test_the_message_about_functions_says_what_is_wrong(name: str, check: str, said: str) -> None:
    source, _ = functions.WRONG[name]
    assert said in message(source, check)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (IMPORTS + modules.WRONG[name][0], names)
        for name, names in {
            "FFN three times as wide (BL-10)": {"narrow_ffn"},
            "FFN without bias": {"ffn_without_biases"},
            "FFN in a plain list (BL-14)": {"ffn_in_a_plain_list"},
            "attention in a plain list (BL-14)": {"attention_in_a_plain_list"},
            "no FFN": {"no_ffn"},
            "the FFN averages over tokens (BL-09)": {"ffn_mixes_tokens"},
            "dropout always on (BL-11)": {"dropout_in_evaluation"},
            "dropout always on, its rate hard-coded": {"dropout_in_evaluation"},
            "no dropout at all": {"no_dropout"},
            "no eps (LN-03)": {"no_eps"},
            "post-LN and ReLU": {"post_ln_where_pre_ln_was_asked", "relu_for_gelu"},
            "annotated transformer's norm": {"eps_outside_the_root", "unbiased_variance"},
            "one sublayer pre, the other post": {"post_ln_for_the_ffn_alone"},
            "one sublayer post, the other pre": {"post_ln_for_the_attention_alone"},
            "residual from the normalised x (BL-02)": {"residual_from_the_norm"},
            "first residual from the normalised x (BL-02)": {"residual_from_the_norm"},
            "second residual from the normalised x (BL-02)": {"residual_from_the_norm"},
            "one norm for both (LN-12)": {"one_norm_for_both"},
            "two norms, the first for both": {"one_of_two_norms_unused"},
            "two norms, the second for both": {"one_of_two_norms_unused"},
            "two norms by hand, the second for both": {"one_of_two_norms_unused"},
        }.items()
    ]
    + [
        (functions.WRONG[name][0], names)
        for name, names in {
            "eps of 0.1": {"eps_too_large"},
            "no mask": {"mask_not_forwarded"},
            "no norms in the block": {"layer_norm_never_called"},
            "one pre, one post": {"post_ln_for_the_attention_alone"},
            "one post, one pre": {"post_ln_for_the_ffn_alone"},
            "only the last sum normalised": {"one_norm_at_the_end"},
            "residual from the normalised x (BL-02)": {"residual_from_the_norm"},
            "first residual from the normalised x (BL-02)": {"residual_from_the_norm"},
            "pre-LN with its residuals from the normalised x (BL-02)": {
                "residual_from_the_norm",
                "pre_ln_where_post_ln_was_asked",
            },
        }.items()
    ],
)
def test_what_no_variants_outputs_show_is_named_by_a_check(source: str, names: set[str]) -> None:
    found = judge("block", source, SEEDS[0], diagnosed=True).diagnosis
    assert {diagnosis.id for diagnosis in found} == {f"block/{name}" for name in names}


def test_a_forward_that_raises_does_not_cost_the_width_of_the_ffn() -> None:
    assert failed(IMPORTS + modules.RAISES) == modules.EVERY - {"ffn_width"}


@pytest.mark.parametrize("name", ["FFN in a plain list (BL-14)", "attention in a plain list (BL-14)"])
def test_what_torch_does_not_see_costs_no_check_that_would_have_to_change_it(name: str) -> None:
    found = verdicts(IMPORTS + modules.WRONG[name][0])
    assert found["residuals"] is found["layer_norm"] is found["norm_order"] is Verdict.NOT_APPLICABLE


def test_a_block_without_norms_is_not_called_pre_ln() -> None:
    assert "No norm is at work" in message(functions.WRONG["no norms in the block"][0], "norm_order")


def test_values_are_judged_in_the_students_own_order_of_norms() -> None:
    grade = graded(IMPORTS + modules.WRONG["post-LN for pre-LN"][0], SEEDS[0])
    values = next(check for check in grade.checks if check.id == "values")
    assert values.verdict is Verdict.PASSED
    assert any("post-LN" in str(note) for note in values.notes)


@pytest.mark.parametrize("name", ["one sublayer post, the other pre", "first residual from the normalised x (BL-02)"])
def test_an_eps_is_not_judged_where_one_norm_hides_behind_another(name: str) -> None:
    found = verdicts(IMPORTS + modules.WRONG[name][0])
    assert found["layer_norm_eps"] is Verdict.NOT_APPLICABLE


def test_without_a_first_residual_the_norm_is_not_judged() -> None:
    found = verdicts(IMPORTS + modules.WRONG["first residual missing (BL-01)"][0], SEEDS[0])
    assert found["layer_norm"] is found["layer_norm_eps"] is Verdict.NOT_APPLICABLE
