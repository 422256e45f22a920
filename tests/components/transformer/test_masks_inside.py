"""What stands for "blocked" inside heads and models: a leak is told of the mask, and NaN is told as NaN."""

from __future__ import annotations

import os
import textwrap

import pytest

from tests.components.building_blocks.test_grouped_query_attention import numpy_function
from tests.components.judged import edited, failed, judge, messages
from tests.components.transformer import block_modules, multihead_functions, multihead_modules, test_minigpt
from tests.components.transformer.multihead_modules import IMPORTS

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::UserWarning")

SEEDS = [int(seed) for seed in os.environ.get("GRADER_TEST_SEEDS", "1,4").split(",")]

FUNCTION = multihead_functions.NUMPY + multihead_functions.PLAIN
MODULE = next(
    source for source in multihead_modules.RIGHT.values() if 'masked_fill(mask == 0, float("-inf"))' in source
)
# By item: the source with a number in the place of -inf, and the check that it concerns.
FILLED = {
    "multihead, function": ("multihead", FUNCTION, "np.where(mask, scores, -np.inf)", "np.where(mask, scores, {})"),
    "multihead, lowered": ("multihead", FUNCTION, "np.where(mask, scores, -np.inf)", "scores + (1 - mask) * {}"),
    "multihead, module": ("multihead", "from torch import nn\n" + MODULE, 'float("-inf")', "{}"),
    "grouped queries": (
        "grouped_query_attention",
        numpy_function(masked="F"),
        "F",
        "scores = np.where(mask, scores, {})",
    ),
    "grouped queries, lowered": (
        "grouped_query_attention",
        numpy_function(masked="F"),
        "F",
        "scores = scores + (1 - mask) * {}",
    ),
}
ABOUT_THE_MASK = {"multihead": "mask_reaches_heads", "grouped_query_attention": "mask"}


def filled(way: str, fill: str) -> tuple[str, str]:
    item, source, place, put = FILLED[way]
    assert place in source
    return item, source.replace(place, put.format(fill))


@pytest.mark.parametrize("fill", ["-1e4", "-65504.0", "-1e9"])
@pytest.mark.parametrize("way", FILLED)
def test_a_number_below_every_score_is_right_in_heads_too(way: str, fill: str) -> None:
    assert failed(*filled(way, fill), 1) == set()


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("fill", ["-10.0", "-5.0"])
@pytest.mark.parametrize("way", FILLED)
def test_a_weight_that_is_left_costs_the_check_of_the_mask_alone(way: str, fill: str, seed: int) -> None:
    """Not that of the values: a weight of 1e-5 shows in them, and its cause is the mask."""
    item, source = filled(way, fill)
    assert failed(item, source, seed) == {ABOUT_THE_MASK[item]}
    assert "isn't low enough" in messages(item, source, seed)[ABOUT_THE_MASK[item]]


BLOCK = IMPORTS + block_modules.RIGHT["plain"]
MODEL = "from torch import nn\n" + textwrap.dedent(test_minigpt.SEPARATE)


@pytest.mark.parametrize("fill", ["-10.0", "-8.0"])
@pytest.mark.parametrize(
    ("item", "source", "check"),
    [
        ("multihead", FILLED["multihead, module"][1], "mask_reaches_heads"),
        ("block", BLOCK, "values"),
        ("minigpt", MODEL, "causal"),
    ],
    ids=["multihead", "block", "minigpt"],
)
def test_a_weight_that_is_left_is_named_in_each_part(item: str, source: str, check: str, fill: str) -> None:
    """Not as a mask that isn't handed on, nor as one that doesn't act before the softmax."""
    for seed in SEEDS:
        grade = judge(item, edited(source, {'float("-inf")': fill}), seed, diagnosed=True, timed=False)
        lost = {c.id for c in grade.checks if c.points < c.max_points}
        # In a model, what several layers let through may show in the values too.
        assert {check} <= lost <= ({check, "values"} if item == "minigpt" else {check})
        assert [reason.id for reason in grade.diagnosis] == [f"{item}/blocked_score_not_low_enough"]


@pytest.mark.parametrize("fill", ["-torch.inf", "-1e9", "-1e4"])
def test_a_low_number_in_a_block_or_a_model_is_right(fill: str) -> None:
    for item, source in (("block", BLOCK), ("minigpt", MODEL)):
        assert failed(item, edited(source, {'float("-inf")': fill}), 1) == set()


def test_a_model_in_which_the_first_token_sees_nothing_is_told_of_nan_in_every_check() -> None:
    """Not that tokens change nothing at any other position: with one layer, only the first is NaN."""
    source = edited(MODEL, {"torch.ones(n, n, dtype=torch.bool)": "torch.ones(n, n, dtype=torch.bool), -1"})
    said = messages("minigpt", source)
    assert "order_matters" in said
    assert all("not finite" in message for message in said.values()), said


# Masks that are returned to be added to the scores: by item, a source and the check about the convention.
RETURNED = {
    "masks": (
        "def causal_mask(n): return np.triu(np.full((n, n), {}), 1)\n"
        "def padding_mask(l, n): return np.arange(n)[None, :] < np.asarray(l)[:, None]",
        "causal",
    ),
    "combined_masks": (
        "def combine_masks(l, n):\n real = np.arange(n)[None, :] < np.asarray(l)[:, None]\n"
        " return np.where(real[:, None, :] & np.tri(n, dtype=bool), 0.0, {})",
        "convention",
    ),
    "sliding_window": (
        "def sliding_window_mask(n, window):\n i, j = np.arange(n)[:, None], np.arange(n)\n"
        " return np.where((j <= i) & (j > i - window), 0.0, {})",
        "mask",
    ),
}


@pytest.mark.parametrize("fill", ["-1e3", "-1e4", "-65504.0", "-np.inf"])
@pytest.mark.parametrize("item", RETURNED)
def test_a_mask_to_be_added_loses_the_convention_alone_whatever_low_number_it_holds(item: str, fill: str) -> None:
    source, check = RETURNED[item]
    assert failed(item, source.format(fill), 1) == {check}


@pytest.mark.parametrize("item", RETURNED)
def test_one_that_is_not_low_enough_loses_more(item: str) -> None:
    source, check = RETURNED[item]
    assert failed(item, source.format("-100.0"), 1) > {check}


@pytest.mark.parametrize("fill", ["torch.inf", "torch.nan"])
def test_a_model_of_nan_is_told_to_be_one(fill: str) -> None:
    """It isn't told to give the same logits for all tokens, nor to have the wrong parameters."""
    model = textwrap.dedent(test_minigpt.SEPARATE).replace('float("-inf")', fill)
    source = "from torch import nn\n" + model
    assert fill in source
    said = messages("minigpt", source)
    assert {"values", "shapes", "causal", "order_matters", "initial_loss", "overfits"} <= said.keys()
    assert all("not finite" in message for message in said.values()), said
