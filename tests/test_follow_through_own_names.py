"""An item of two names of the student's, one of which isn't there: its own checks are lost, and only those."""

from __future__ import annotations

import pytest

from tests.components.transformer.block_functions import _BLOCK, _NORM, RIGHT
from tests.test_follow_through import grades

IMPORTS = "import math\nimport numpy as np\n"
LOST = {"layer_norm", "layer_norm_eps"}
WITHOUT_NORM = IMPORTS + RIGHT["plain"].replace(_NORM, "")


def lost(*cells: str) -> set[str]:
    """Ids of the block's checks that lose points."""
    return {check.id for check in grades(*cells, only=("block",))["block"].checks if check.points < check.max_points}


@pytest.mark.parametrize(
    "later",
    ["layer_norm = layer_norm(np.ones((2, 4)))", "layer_norm = None", "del layer_norm", "layer_norm = 'x'"],
)
def test_a_part_that_was_given_to_a_value_costs_its_own_checks_only(later: str) -> None:
    cells = (IMPORTS + RIGHT["plain"], later)
    assert lost(*cells) == LOST
    note = str(grades(*cells, only=("block",))["block"].follow_through)
    assert "calls `layer_norm`, which isn't there" in note
    assert "above" not in note


def test_so_does_one_that_was_never_written() -> None:
    assert lost(WITHOUT_NORM) == LOST
    assert lost(WITHOUT_NORM.replace("layer_norm(", "norm_capa(")) == LOST


def test_a_block_that_needs_no_other_name_is_judged_as_it_is() -> None:
    inside = WITHOUT_NORM.replace("    x = layer_norm", f"{_indented(_NORM)}    x = layer_norm")
    assert lost(inside) == LOST
    assert grades(inside, only=("block",))["block"].follow_through is None


def _indented(source: str) -> str:
    return "".join(f"    {line}\n" for line in source.strip().splitlines())


@pytest.mark.parametrize(
    ("change", "more"),
    [
        (("x = layer_norm(x + multihead(x, heads, W_O, mask))", "x = layer_norm(multihead(x, heads, W_O, mask))"), 2),
        (("np.maximum(0, x @ W1 + b1)", "(x @ W1 + b1)"), 1),
    ],
)
def test_a_mistake_of_the_block_is_paid_for_beside_it(change: tuple[str, str], more: int) -> None:
    assert change[0] in WITHOUT_NORM
    wrong = lost(WITHOUT_NORM.replace(*change))
    assert wrong >= LOST
    assert wrong - LOST == lost(IMPORTS + RIGHT["plain"].replace(*change))
    assert len(wrong - LOST) == more


@pytest.mark.parametrize("returned", ["x", "np.zeros_like(x)", "np.ones_like(x)", "None", "layer_norm(x)"])
def test_a_block_without_thought_earns_nothing_with_a_stand_in_either(returned: str) -> None:
    source = IMPORTS + _BLOCK[: _BLOCK.index("    x = layer_norm")] + f"    return {returned}\n"
    assert grades(source, only=("block",))["block"].points == 0


def test_what_calls_a_faulty_norm_of_its_own_gets_no_stand_in() -> None:
    """A wrong layer_norm is there: the item pays for it once, in its own checks and its values, as before."""
    uncentred = IMPORTS + RIGHT["plain"].replace("(x - mean) / np", "x / np")
    assert grades(uncentred, only=("block",))["block"].follow_through is None
