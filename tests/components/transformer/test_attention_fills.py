"""What stands for "blocked" in attention: the number decides, wherever it's put; and the cause tells what was done."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages
from tests.components.transformer.test_attention import LEAK, MASK, numpy_attention, torch_attention

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::UserWarning")

SEEDS = (0, 3)
HALF_LOWEST, FLOAT_LOWEST = "-65504.0", "-3.4028234663852886e38"
ENOUGH = ("-1e3", "-1e4", HALF_LOWEST, "-1e9", FLOAT_LOWEST, "-float('inf')")
# Ways of putting a number in the place of a blocked score, in its own library.
REPLACED = {
    "np.where": lambda fill: numpy_attention(mask=f"scores = np.where(mask, scores, {fill})"),
    "masked_fill": lambda fill: torch_attention(mask=f"scores = scores.masked_fill(mask == 0, {fill})"),
    "before the scaling": lambda fill: numpy_attention(
        scores="Q @ K.T",
        mask=f"scores = np.where(mask, scores, {fill})",
        weights="softmax(scores / K.shape[-1] ** 0.5)",
    ).replace("    if mask is not None:\n        pass\n", ""),
}
LOWERED = {
    "1 - mask, NumPy": lambda by: numpy_attention(mask=f"scores = scores + (1 - mask) * {by}"),
    "1 - mask, torch": lambda by: torch_attention(mask=f"scores = scores + (1 - mask.float()) * {by}"),
}
WAYS = REPLACED | LOWERED


@pytest.mark.parametrize(
    ("way", "fill"),
    # 0 times infinity is NaN: another mistake.
    [(way, fill) for way in WAYS for fill in ENOUGH if way in REPLACED or "inf" not in fill],
)
def test_a_number_below_every_score_that_a_model_has_is_right(way: str, fill: str) -> None:
    assert failed("attention", WAYS[way](fill), 1) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fill", ["-100.0", "-250.0"])
def test_one_that_is_low_beside_small_scores_only_costs_one_check(way: str, fill: str, seed: int) -> None:
    assert failed("attention", WAYS[way](fill), seed) == {"mask_before_softmax"}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fill", ["-10.0", "-5.0"])
def test_one_that_leaves_a_weight_beside_small_scores_leaks(way: str, fill: str, seed: int) -> None:
    """1 - mask lowers by 10 what is blocked: it isn't taken for a function that adds a mask of 0 and -inf."""
    assert failed("attention", WAYS[way](fill), seed) == LEAK


def test_the_boundary_lies_beyond_the_scores_of_the_course_in_either_direction() -> None:
    """Scores of ±300 are looked at: a number in their place must lie below -300, one that is added below -600."""
    assert [bool(failed("attention", REPLACED["np.where"](fill), 1)) for fill in ("-300.0", "-330.0")] == [True, False]
    assert [bool(failed("attention", WAYS["1 - mask, NumPy"](by), 1)) for by in ("-600.0", "-630.0")] == [True, False]


def causes(source: str, seed: int = 1) -> list[str]:
    return [reason.id.partition("/")[2] for reason in judge("attention", source, seed, diagnosed=True).diagnosis]


@pytest.mark.parametrize(
    ("fill", "cause"),
    [
        ("-10.0", "blocked_score_of_minus_10"),
        ("-5.0", "blocked_score_not_low_enough"),
        ("-20.0", "blocked_score_not_low_enough"),
        ("-100.0", "blocked_score_not_low_enough"),
        ("0.0", "blocked_score_of_zero"),
        ("1e9", "blocked_score_of_plus_1e9"),
        ("float('inf')", "blocked_score_no_number"),
        ("float('nan')", "blocked_score_no_number"),
    ],
)
@pytest.mark.parametrize("way", ["np.where", "masked_fill"])
def test_a_cause_that_speaks_of_a_number_is_told_of_that_number_only(way: str, fill: str, cause: str) -> None:
    assert causes(REPLACED[way](fill)) == [cause]


@pytest.mark.parametrize("fill", ["-20.0", "-100.0", "-250.0"])
@pytest.mark.parametrize("way", ["np.where", "masked_fill"])
def test_the_message_has_the_number_that_was_filled_in(way: str, fill: str) -> None:
    said = messages("attention", REPLACED[way](fill))["mask_before_softmax"]
    assert f"the weight of a score of {float(fill):g}:" in said


@pytest.mark.parametrize("way", LOWERED)
def test_of_one_that_is_added_no_number_is_told(way: str) -> None:
    assert "That is the weight of a score" not in messages("attention", LOWERED[way]("-100.0"))["mask_before_softmax"]
    assert causes(LOWERED[way]("-100.0")) == causes(LOWERED[way]("-10.0")) == ["blocked_score_not_low_enough"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("mask", "cause"),
    [
        ("scores = np.where(mask, scores, np.inf)", ["blocked_score_no_number"]),
        ("scores = np.where(mask, scores, np.nan)", ["blocked_score_no_number"]),
        ("scores = scores + (1 - mask) * -np.inf", ["minus_infinity_times_zero"]),
        ("scores = scores + mask * -np.inf", ["minus_infinity_times_zero"]),
        # NaN wherever it may look is neither: without a name.
        ("scores = np.where(mask, np.nan, scores)", []),
    ],
)
def test_rows_of_nan_are_told_apart_by_a_mask_that_blocks_nothing(mask: str, cause: list[str], seed: int) -> None:
    source = numpy_attention(mask=mask)
    assert failed("attention", source, seed) == MASK
    assert [reason for reason in causes(source, seed) if "nan" not in reason] == cause


def test_true_for_blocked_is_seen_though_it_lowers_by_too_little() -> None:
    assert failed("attention", numpy_attention(mask="scores = scores + mask * -10.0"), 1) == MASK
