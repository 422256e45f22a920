"""An item isn't judged again with stand-ins that would do just the same as those before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import torch

from grader.follow_through import _HEEDED, _VARIANTS, _VARIANTS_OF_MISSING, REPLACEABLE, judge_all
from grader.inside.stand_ins import stand_in
from grader.judging import Judged, inspect_notebook, judge_item, names_used
from grader.model import Ask, Item, Submission
from tests.fake_student import fake_student
from tests.test_follow_through import ATTENTION, NOTHING, REFERENCES, RUBRIC, SOFTMAX, UNSCALED

IN_VARIANTS = {option for variant in (*_VARIANTS, *_VARIANTS_OF_MISSING) for option in variant}
X, W = torch.ones(1, 3, 4), torch.eye(4)

USES: dict[str, Callable[[Any], object]] = {
    "softmax": lambda made: made(X),
    "attention": lambda made: made(X, X, X, torch.ones(3, 3)),
    "self_attention": lambda made: made(X, W, W, W),
    "causal_mask": lambda made: made(3),
    "padding_mask": lambda made: made([1, 2], 3),
    "combine_masks": lambda made: made([1, 2], 3),
    "multihead": lambda made: made(X, [(W, W, W)], W, torch.ones(3, 3)),
    "layer_norm": lambda made: made(X),
    "get_batch": lambda made: made(torch.arange(40), 2, 4),
    "CharTokenizer": lambda made: made("abc").encode("ab"),
    "MultiHeadAttention": lambda made: (made(4, 2)(X), made(4, 2)(X, torch.ones(3, 3))),
    "TransformerBlock": lambda made: (made(4, 2)(X), made(4, 2)(X, torch.ones(3, 3))),
    "Embeddings": lambda made: made(5, 4, 8)(torch.zeros(1, 3, dtype=torch.long)),
    "FeedForward": lambda made: made(4, 8)(X),
    "SwiGLU": lambda made: made(4, 8)(X),
    "LayerNorm": lambda made: made(4)(X),
    "RMSNorm": lambda made: made(4)(X),
    "CrossAttention": lambda made: made(4, 2)(X, X),
}


class Asked(dict[str, Any]):
    """Options that note which of them are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get(self, name: Any, default: Any = None) -> Any:
        self.names.add(name)
        return default


@pytest.mark.parametrize("role", sorted(REPLACEABLE))
def test_a_stand_in_heeds_just_what_is_said_of_it(role: str) -> None:
    """Else a variant would be left out that makes a difference, or judged in vain."""
    options = Asked()
    USES[role](stand_in(role, lambda *_: torch.ones(3, 3), options))
    assert options.names & IN_VARIANTS == _HEEDED.get(role, frozenset())


@pytest.mark.parametrize(
    ("cells", "times"),
    [
        # With a right softmax it still isn't scaled; that softmax has no variants.
        ((SOFTMAX.replace("np.exp(", "np.exp2("), UNSCALED), 2),
        # With a right softmax it's right.
        ((SOFTMAX.replace("np.exp(", "np.exp2("), ATTENTION), 2),
        ((SOFTMAX, UNSCALED), 1),
    ],
    ids=["both wrong", "softmax wrong", "attention wrong"],
)
def test_an_item_is_judged_once_for_each_difference(cells: tuple[str, ...], times: int) -> None:
    ask = fake_student(*cells)
    definitions = inspect_notebook(ask)
    judged: list[str] = []

    def judge(item: Item, through: Ask) -> Judged:
        judged.append(item.id)
        submission = Submission("x.ipynb", "0" * 64, (), {})
        return judge_item(item, through, definitions, REFERENCES, lambda _: (), 5, submission, NOTHING)

    items = [item for item in RUBRIC.items if item.id in ("softmax", "attention")]
    judge_all(items, partial(names_used, definitions=definitions), ask, judge)
    assert judged.count("attention") == times
