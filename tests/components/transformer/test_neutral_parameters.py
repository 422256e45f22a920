"""Raw parameters without telling names, in any order of declaration: right modules pass, wrong ones don't."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

from grader.model import ItemGrade, Verdict
from tests.components.judged import judge
from tests.components.transformer.multihead_modules import IMPORTS
from tests.components.transformer.neutral_modules import ATTEND, ATTENTION, BLOCK, attention, block

_BIASES = ("bq", "bk", "bv", "bo")


def shuffled(roles: tuple[str, ...], seed: int) -> list[str]:
    return [str(role) for role in np.random.default_rng(seed).permutation(roles)]


@cache
def graded(component: str, source: str, seed: int = 11) -> ItemGrade:
    return judge(component, IMPORTS + source, seed)


def failed(component: str, source: str, seed: int = 11) -> set[str]:
    found = {check.id: check.verdict for check in graded(component, source, seed).checks}
    assert Verdict.UNGRADABLE not in found.values(), "a check of ours broke"
    return {id_ for id_, verdict in found.items() if verdict not in (Verdict.PASSED, Verdict.NOT_APPLICABLE)}


def without(roles: tuple[str, ...], *left_out: str) -> tuple[str, ...]:
    return tuple(role for role in roles if role not in left_out)


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("order", range(4))
def test_attention_passes_in_any_order(order: int, linear: bool) -> None:
    """Both orientations: x @ W + b, and F.linear(x, W, b)."""
    assert failed("multihead", attention(shuffled(ATTENTION, order), linear=linear), seed=order) == set()


@pytest.mark.parametrize("order", [("o", "v", "bo", "bk", "k", "bv", "q", "bq"), (*_BIASES, "v", "o", "q", "k")])
def test_biases_may_stand_anywhere(order: tuple[str, ...]) -> None:
    assert failed("multihead", attention(order)) == set()


@pytest.mark.parametrize("left_out", [("bq", "bk", "bv"), ("bk",), ("bo",)])
def test_biases_that_are_left_out_cost_the_count_alone(left_out: tuple[str, ...]) -> None:
    order = shuffled(without(ATTENTION, *left_out), 3)
    assert failed("multihead", attention(order, linear=True)) == {"parameter_count"}


# What is done to the forward of an attention, and what that must cost.
WRONG = {
    "not scaled": (" / k**0.5", "", {"values", "one_head"}),
    "merged without transpose": ("@ v).transpose(1, 2)", "@ v)", {"values", "equivariant", "mask_reaches_heads"}),
    "softmax over queries": ("softmax(-1)", "softmax(-2)", {"values", "one_head", "mask_reaches_heads"}),
    "keys for values": ("for t in (Q, K, V))", "for t in (Q, K, K))", {"values", "one_head"}),
    "scores of the values": ("q @ key", "q @ v", {"values", "one_head"}),
}


@pytest.mark.parametrize("order", range(2))
@pytest.mark.parametrize("name", WRONG)
def test_wrong_attention_is_not_accepted(name: str, order: int) -> None:
    old, new, expected = WRONG[name]
    assert old in ATTEND
    assert failed("multihead", attention(shuffled(ATTENTION, order), attend=ATTEND.replace(old, new))) == expected


@pytest.mark.parametrize(("old", "new"), [("bo", "bv"), ("bv", "bo"), ("bq", "bv"), ("o", "v"), ("q", "k")])
def test_a_parameter_used_twice_in_the_place_of_another_is_not_accepted(old: str, new: str) -> None:
    """Each parameter has one place: that the right number of them has the right shapes is not enough."""
    order = shuffled(ATTENTION, 5)
    head, _, body = attention(order).partition("def forward")
    used, instead = (f"self.p{order.index(role)}" for role in (old, new))
    assert used in body
    assert "values" in failed("multihead", f"{head}def forward{body.replace(used, instead)}")


@pytest.mark.parametrize("order", range(3))
def test_a_block_passes_in_any_order(order: int) -> None:
    assert failed("block", block(shuffled(BLOCK, order)), seed=order) == set()


def test_a_block_with_librarys_norms_passes() -> None:
    order = shuffled(without(BLOCK, "g1", "s1", "g2", "s2"), 1)
    assert failed("block", block(order, library_norms=True)) == set()


def test_a_block_without_biases_in_its_attention_passes() -> None:
    assert failed("block", block(shuffled(without(BLOCK, *_BIASES), 2))) == set()


def test_a_block_in_another_style_costs_the_check_about_it_alone() -> None:
    order = shuffled(BLOCK, 4)
    assert failed("block", block(order, post=True)) == {"norm_order"}
    assert failed("block", block(order, activation="F.relu")) == {"values"}


@pytest.mark.parametrize(("old", "new"), [("s1", "s2"), ("bv", "bq")])
def test_a_block_with_a_parameter_in_the_place_of_another_is_not_accepted(old: str, new: str) -> None:
    order = shuffled(BLOCK, 6)
    head, _, body = block(order).partition("def norm")
    used, instead = (f"self.p{order.index(role)}" for role in (old, new))
    for end in (",", ")", "\n"):  # p1 isn't p10
        body = body.replace(used + end, instead + end)
    assert not re.search(rf"{used}\b", body)
    assert "values" in failed("block", f"{head}def norm{body}")
