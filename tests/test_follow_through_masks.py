"""Heads that take a mask one way and a model that makes it the other: that is paid for once, and named."""

from __future__ import annotations

import os
from functools import cache, partial

import pytest

from grader.diagnose.masks_that_disagree import ID, RAISED, TURNED
from grader.follow_through import judge_all
from grader.judging import Judged, inspect_notebook, judge_item, names_used
from grader.model import Ask, Item, ItemGrade, ItemState, Submission
from tests.fake_student import fake_student
from tests.test_follow_through import HEADS_AND_BLOCK, NOTHING, REFERENCES, RUBRIC

SEED = int(os.environ.get("GRADER_TEST_SEEDS", "5").split(",")[0])
ALL = ("multihead", "block", "minigpt")

MODEL = """
    class MiniGPT(nn.Module):
        def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
            super().__init__()
            self.tokens, self.positions = nn.Embedding(vocab_size, d_model), nn.Embedding(context, d_model)
            self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads) for _ in range(n_layers))
            self.norm, self.head = nn.LayerNorm(d_model), nn.Linear(d_model, vocab_size)
        def forward(self, idx):
            n = idx.shape[1]
            mask = torch.ones(n, n, dtype=torch.bool).tril()
            x = self.tokens(idx) + self.positions(torch.arange(n))
            for block in self.blocks:
                x = block(x, mask)
            return self.head(self.norm(x))
"""
FILLED, MADE = 'scores.masked_fill(mask == 0, float("-inf"))', "torch.ones(n, n, dtype=torch.bool).tril()"
# The line of the heads that uses the mask.  Each is right under some convention that isn't the course's.
OTHERWISE = {
    "True = blocked": 'scores.masked_fill(mask == 1, float("-inf"))',
    "True = blocked, by a large number": "scores.masked_fill(mask == 1, -1e9)",
    "True = blocked, added": "scores - mask.float() * 300",
    "added as it is": "scores + mask",
}
BLOCKED = HEADS_AND_BLOCK.replace(FILLED, OTHERWISE["True = blocked"])


@cache
def graded(*cells: str, only: tuple[str, ...] = ALL, seed: int = SEED) -> dict[str, ItemGrade]:
    ask = fake_student(*cells)
    definitions = inspect_notebook(ask)
    submission = Submission("x.ipynb", "0" * 64, (), {})

    def judge(item: Item, through: Ask) -> Judged:
        return judge_item(item, through, definitions, REFERENCES, lambda _: (), seed, submission, NOTHING)

    items = [item for item in RUBRIC.items if item.id in only]
    return {grade.id: grade for grade in judge_all(items, partial(names_used, definitions=definitions), ask, judge)}


def lost(grade: ItemGrade) -> set[str]:
    return {check.id for check in grade.checks if check.points < check.max_points}


def named(grade: ItemGrade) -> str | None:
    """The first cause that is told."""
    return next((reason.id for reason in grade.diagnosis), None)


def disagrees(grade: ItemGrade) -> bool:
    return named(grade) == ID


@pytest.mark.parametrize("heads", OTHERWISE)
def test_a_mask_that_the_heads_read_otherwise_costs_the_models_check_of_it_alone(heads: str) -> None:
    got = graded(HEADS_AND_BLOCK.replace(FILLED, OTHERWISE[heads]), MODEL)
    assert got["multihead"].state is got["block"].state is ItemState.PASSED
    model = got["minigpt"]
    assert lost(model) == {"causal"}
    assert model.state is ItemState.PARTIAL
    assert model.points == model.max_points - next(c.max_points for c in model.checks if c.id == "causal")
    assert disagrees(model)
    assert "`MultiHeadAttention`" in str(model.follow_through)
    assert "True (1) = may attend" in str(model.diagnosis[0].cause)


@pytest.mark.parametrize(
    "heads",
    ["scores + (1 - mask.float()) * 300", "scores + (1 - mask.float()) * 1e9", "scores.masked_fill(mask == 0, 1e9)"],
)
def test_a_sign_that_slipped_is_no_convention_and_costs_the_heads_their_mask(heads: str) -> None:
    """What is blocked by the course's convention is raised above the rest: the model pays nothing for that."""
    got = graded(HEADS_AND_BLOCK.replace(FILLED, heads), MODEL)
    assert lost(got["multihead"]) == {"mask_reaches_heads"}
    told = next(str(check.message) for check in got["multihead"].checks if check.id == "mask_reaches_heads")
    assert "gets a higher score" in told
    assert got["block"].state is got["minigpt"].state is ItemState.PASSED


def test_so_does_a_mask_of_blocked_places_for_heads_of_the_course() -> None:
    model = graded(HEADS_AND_BLOCK, MODEL.replace(".tril()", ".triu(1)"))["minigpt"]
    assert lost(model) == {"causal"}
    assert "makes a mask in which True (1) = blocked" in str(model.diagnosis[0].cause)


@pytest.mark.parametrize(
    ("heads", "made"),
    [
        ("True = blocked", "torch.ones(n, n, dtype=torch.bool).triu(1)"),
        ("added as it is", 'torch.full((n, n), float("-inf")).triu(1)'),
    ],
)
def test_whose_heads_and_model_agree_pays_nothing_for_another_convention(heads: str, made: str) -> None:
    got = graded(HEADS_AND_BLOCK.replace(FILLED, OTHERWISE[heads]), MODEL.replace(MADE, made))
    assert all(grade.state is ItemState.PASSED for grade in got.values())


@pytest.mark.parametrize("heads", [HEADS_AND_BLOCK, BLOCKED], ids=["as asked", "True = blocked"])
@pytest.mark.parametrize(
    "made", ["None", "torch.ones(n, n, dtype=torch.bool).triu()", "torch.ones(n, n).flip(0).triu().flip(1)"]
)
def test_a_mask_that_is_wrong_in_any_convention_is_no_disagreement(heads: str, made: str) -> None:
    model = graded(heads, MODEL.replace(MADE, made))["minigpt"]
    assert {"values", "causal"} <= lost(model)
    assert not disagrees(model)


def test_a_mistake_of_the_models_own_is_paid_for_beside_it() -> None:
    nowhere = MODEL.replace(" + self.positions(torch.arange(n))", "")
    alone = graded(HEADS_AND_BLOCK, nowhere)["minigpt"]
    both = graded(BLOCKED, nowhere)["minigpt"]
    assert lost(both) == lost(alone) | {"causal"} == {"values", "order_matters", "causal"}
    assert disagrees(both)


def test_a_mistake_of_the_heads_does_not_excuse_it() -> None:
    """These are replaced in any case, for the biases that they lack; their kind of mask has cost nothing yet."""
    unbiased = BLOCKED.replace("nn.Linear(d_model, d_model) for", "nn.Linear(d_model, d_model, bias=False) for")
    got = graded(unbiased, MODEL)
    assert "parameter_count" in lost(got["multihead"])
    assert lost(got["minigpt"]) == {"causal"}
    assert disagrees(got["minigpt"])


def test_what_an_attention_function_has_paid_for_is_not_paid_for_again() -> None:
    attention = """
    import torch
    def attention(Q, K, V, mask=None):
        scores = Q @ K.mT / Q.shape[-1] ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask == 1, float("-inf"))
        weights = torch.softmax(scores, -1)
        return weights @ V, weights
    """
    inside = "return self.o((torch.softmax(scores, -1) @ v).transpose(1, 2).flatten(2))"
    calling = HEADS_AND_BLOCK.replace(inside, "return self.o(attention(q, k, v, mask)[0].transpose(1, 2).flatten(2))")
    got = graded(attention, calling, MODEL, only=("attention", *ALL))
    assert lost(got["attention"]) == {"mask_convention"}
    assert all(got[id_].state is ItemState.PASSED for id_ in ALL)


def test_a_block_around_a_librarys_heads_is_the_one_that_reads_the_mask() -> None:
    """nn.MultiheadAttention takes True = blocked."""
    own = HEADS_AND_BLOCK[HEADS_AND_BLOCK.index("class MultiHeadAttention") : HEADS_AND_BLOCK.index("class Transf")]
    block = HEADS_AND_BLOCK.replace(own, "").replace(
        "MultiHeadAttention(d_model, n_heads)", "nn.MultiheadAttention(d_model, n_heads, batch_first=True)"
    )
    block = block.replace(
        "x = x + self.drop(self.attention(self.first(x), mask))",
        "z = self.first(x)\n            x = x + self.drop(self.attention(z, z, z, attn_mask=mask)[0])",
    )
    got = graded(block, MODEL, only=("block", "minigpt"))
    assert got["block"].state is ItemState.PASSED
    assert lost(got["minigpt"]) == {"causal"}
    assert "`TransformerBlock`" in str(got["minigpt"].follow_through)


# The block's line that calls the heads, and what may be done to the mask there.
ATTENDED = "self.attention(self.first(x), mask)"
TURNED_MASK = ATTENDED.replace("mask", "None if mask is None else {}")
TURNING = HEADS_AND_BLOCK.replace(ATTENDED, TURNED_MASK.format("~mask"))
ADDING = HEADS_AND_BLOCK.replace(FILLED, OTHERWISE["added as it is"])
AS_LOW_NUMBERS = "torch.zeros(mask.shape).masked_fill(~mask, -1e9)"


@pytest.mark.parametrize("turned", ["~mask", "mask.logical_not()", "1 - mask.int()", "mask == 0"])
def test_a_block_that_turns_the_mask_round_is_told_of_and_not_its_heads(turned: str) -> None:
    """Model and heads agree, and the block stands between them."""
    got = graded(HEADS_AND_BLOCK.replace(ATTENDED, TURNED_MASK.format(turned)), MODEL)
    assert got["multihead"].state is got["block"].state is ItemState.PASSED
    assert lost(got["minigpt"]) == {"causal"}
    assert named(got["minigpt"]) == TURNED
    told = next(str(check.message) for check in got["minigpt"].checks if check.id == "causal")
    assert "`TransformerBlock` takes it as: True (1) = blocked" in told
    assert "`MultiHeadAttention`" not in f"{told} {got['minigpt'].follow_through} {got['minigpt'].diagnosis[0].cause}"


@pytest.mark.parametrize(
    ("heads_and_block", "made"),
    [
        (TURNING, "torch.ones(n, n, dtype=torch.bool).triu(1)"),
        (BLOCKED.replace(ATTENDED, TURNED_MASK.format("~mask")), MADE),
        (ADDING.replace(ATTENDED, TURNED_MASK.format(AS_LOW_NUMBERS)), MADE),
    ],
    ids=["turned for a model that turns it too", "turned for heads that block", "made to be added"],
)
def test_a_block_that_gives_its_heads_what_they_take_pays_nothing(heads_and_block: str, made: str) -> None:
    got = graded(heads_and_block, MODEL.replace(MADE, made))
    assert all(grade.state is ItemState.PASSED for grade in got.values())


def test_a_block_that_makes_another_kind_of_mask_is_what_a_model_disagrees_with() -> None:
    """The heads take a mask to be added, and the block makes it of True = may attend; the model has True = blocked."""
    heads_and_block = ADDING.replace(ATTENDED, TURNED_MASK.format(AS_LOW_NUMBERS))
    model = graded(heads_and_block, MODEL.replace(".tril()", ".triu(1)"))["minigpt"]
    assert lost(model) == {"causal"}
    assert disagrees(model)
    assert "in `TransformerBlock`, the line that uses it takes True (1) = may attend" in str(model.diagnosis[0].cause)


@pytest.mark.parametrize("heads", [HEADS_AND_BLOCK, ADDING], ids=["as asked", "added as it is"])
@pytest.mark.parametrize("fill", ['float("inf")', "1e9"])
def test_a_mask_of_large_positive_numbers_is_wrong_itself(fill: str, heads: str) -> None:
    """Whoever turned the sign of what is added to the scores hasn't meant True = blocked."""
    model = graded(heads, MODEL.replace(MADE, f"torch.full((n, n), {fill}).triu(1)"))["minigpt"]
    assert lost(model) == {"causal"}
    assert named(model) == RAISED
    assert "means: " not in str(model.diagnosis[0].cause)
    assert "agree" not in str(model.follow_through)


@pytest.mark.parametrize("heads", [HEADS_AND_BLOCK, BLOCKED, ADDING], ids=["as asked", "True = blocked", "added"])
@pytest.mark.parametrize("fill", ['float("-inf")', "-1e9", 'float("inf")'])
def test_a_mask_to_be_added_that_blocks_the_diagonal_too_is_no_disagreement(fill: str, heads: str) -> None:
    model = graded(heads, MODEL.replace(MADE, f"torch.full((n, n), {fill}).triu()"))["minigpt"]
    assert {"values", "causal"} <= lost(model)
    assert named(model) not in {ID, RAISED, TURNED}
