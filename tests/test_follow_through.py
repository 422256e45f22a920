"""Follow-through: nobody pays twice, nobody gains."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import grader
from grader.components import COMPONENTS
from grader.course import load_references, load_rubric
from grader.follow_through import judge_all
from grader.judging import Judged, inspect_notebook, judge_item, names_used
from grader.model import Ask, Execution, Item, ItemGrade, ItemState, Submission
from grader.own_work import CONCEPTS
from tests.fake_student import fake_student

CHECKOUT = Path(grader.__file__).parents[1]
KNOWN = {component.id: component.check_ids for component in COMPONENTS.values()}
RUBRIC = load_rubric(CHECKOUT / "rubric.yaml", KNOWN, CONCEPTS)
REFERENCES = load_references(CHECKOUT / "reference_solutions", "transformer")
NOTHING = Execution("none", (), (), 0.0, True)

SOFTMAX = """
    import numpy as np
    def softmax(z, axis=-1):
        e = np.exp(z - z.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)
"""
ATTENTION = """
    def attention(Q, K, V, mask=None):
        scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
        if mask is not None:
            scores = np.where(mask, scores, -np.inf)
        weights = softmax(scores)
        return weights @ V, weights
"""
MULTIHEAD = """
    def multihead(X, heads, W_O, mask=None):
        outputs = [attention(X @ q, X @ k, X @ v, mask)[0] for q, k, v in heads]
        return np.concatenate(outputs, axis=-1) @ W_O
"""
HEADS_AND_BLOCK = """
    import torch
    from torch import nn
    class MultiHeadAttention(nn.Module):
        def __init__(self, d_model, n_heads):
            super().__init__()
            self.h = n_heads
            self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))
        def forward(self, x, mask=None):
            q, k, v = (layer(x).unflatten(-1, (self.h, -1)).transpose(1, 2) for layer in (self.q, self.k, self.v))
            scores = q @ k.mT / q.shape[-1] ** 0.5
            if mask is not None:
                scores = scores.masked_fill(mask == 0, float("-inf"))
            return self.o((torch.softmax(scores, -1) @ v).transpose(1, 2).flatten(2))
    class TransformerBlock(nn.Module):
        def __init__(self, d_model, n_heads, dropout=0.1):
            super().__init__()
            self.attention, self.drop = MultiHeadAttention(d_model, n_heads), nn.Dropout(dropout)
            self.first, self.second = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
            self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        def forward(self, x, mask=None):
            x = x + self.drop(self.attention(self.first(x), mask))
            return x + self.drop(self.ffn(self.second(x)))
"""
UNSCALED = ATTENTION.replace(" / np.sqrt(Q.shape[-1])", "")
SWAPPED_HEADS = MULTIHEAD.replace("outputs, axis", "outputs[::-1], axis")


def grades(*cells: str, only: tuple[str, ...] = ("softmax", "attention", "multihead")) -> dict[str, ItemGrade]:
    ask = fake_student(*cells)
    definitions = inspect_notebook(ask)
    submission = Submission("x.ipynb", "0" * 64, (), {})

    def judge(item: Item, through: Ask) -> Judged:
        return judge_item(item, through, definitions, REFERENCES, lambda _: (), 5, submission, NOTHING)

    items = [item for item in RUBRIC.items if item.id in only]
    return {grade.id: grade for grade in judge_all(items, partial(names_used, definitions=definitions), ask, judge)}


def test_a_right_function_that_calls_a_wrong_one_keeps_its_points() -> None:
    found = grades(SOFTMAX, UNSCALED, MULTIHEAD)
    assert found["attention"].state is ItemState.PARTIAL
    assert found["multihead"].state is ItemState.PASSED
    assert found["multihead"].points == found["multihead"].max_points
    assert "`attention`" in str(found["multihead"].follow_through)
    assert found["attention"].follow_through is None


def test_what_is_timed_comes_last_wherever_it_stands() -> None:
    """Even after what is judged a second time."""
    by_id = {item.id: item for item in RUBRIC.items}
    items = [by_id[name] for name in ("attention_speed", "attention", "multihead")]
    order: list[str] = []
    ask = fake_student(SOFTMAX, UNSCALED, MULTIHEAD)
    definitions = inspect_notebook(ask)

    def judge(item: Item, through: Ask) -> Judged:
        order.append(item.id)
        submission = Submission("x.ipynb", "0" * 64, (), {})
        return judge_item(item, through, definitions, REFERENCES, lambda _: (), 5, submission, NOTHING)

    graded = judge_all(items, partial(names_used, definitions=definitions), ask, judge)
    assert order[:3] == ["attention", "multihead", "multihead"]
    assert set(order[3:]) == {"attention_speed"}
    assert [grade.id for grade in graded] == ["attention_speed", "attention", "multihead"]


def test_only_who_lost_points_is_named() -> None:
    """Attention fails with the softmax, and is whole without it; what is timed of both isn't measured then."""
    doubled = SOFTMAX.replace("e / e.sum", "2 * e / e.sum")
    found = grades(doubled, ATTENTION, MULTIHEAD, only=("softmax", "attention", "attention_speed", "multihead"))
    assert found["attention"].points == found["attention"].max_points
    assert "`softmax`" in str(found["multihead"].follow_through)
    assert "`attention`" not in str(found["multihead"].follow_through)


@pytest.mark.parametrize("later", ["softmax = softmax(np.array([1.0, 2.0]))", "softmax = None"])
def test_a_name_that_was_given_to_a_value_is_as_good_as_missing(later: str) -> None:
    """The softmax earns nothing, and whoever calls it gets one."""
    found = grades(SOFTMAX, ATTENTION, later, only=("softmax", "attention"))
    assert found["softmax"].points == 0
    assert found["attention"].points == found["attention"].max_points
    assert "`softmax`" in str(found["attention"].follow_through)


def test_so_is_the_name_of_a_class_that_was_given_to_its_instance() -> None:
    """An instance can be called as well, but not to build a block's layer."""
    found = grades(HEADS_AND_BLOCK, "MultiHeadAttention = MultiHeadAttention(8, 2)", only=("multihead", "block"))
    assert found["multihead"].points == 0
    assert found["block"].points == found["block"].max_points
    assert "`MultiHeadAttention`" in str(found["block"].follow_through)


def test_who_calls_a_librarys_function_does_not_build_on_ones_own_of_that_name() -> None:
    """The heads call ``torch.softmax``: the block builds on them, and not on the softmax that is wrong."""
    merged = HEADS_AND_BLOCK.replace("transpose(1, 2).flatten(2)", "reshape(x.shape)")
    found = grades(SOFTMAX.replace("e / e.sum", "2 * e / e.sum"), merged, only=("softmax", "multihead", "block"))
    assert found["softmax"].points < found["softmax"].max_points
    assert found["multihead"].points < found["multihead"].max_points
    assert found["multihead"].follow_through is None
    assert "builds on `MultiHeadAttention`, which" in str(found["block"].follow_through)


def test_a_mistake_of_its_own_is_still_paid_for() -> None:
    """Both wrong: what it earns is what it would earn on a right attention."""
    alone = grades(SOFTMAX, ATTENTION, SWAPPED_HEADS)["multihead"]
    both = grades(SOFTMAX, UNSCALED, SWAPPED_HEADS)["multihead"]
    assert alone.points == both.points < both.max_points


def test_a_copied_mistake_is_not_excused() -> None:
    """The unscaled attention written out inside multihead isn't another item's function."""
    inlined = """
    def multihead(X, heads, W_O, mask=None):
        outputs = []
        for q, k, v in heads:
            scores = (X @ q) @ (X @ k).T
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            outputs.append(softmax(scores) @ (X @ v))
        return np.concatenate(outputs, axis=-1) @ W_O
    """
    found = grades(SOFTMAX, UNSCALED, inlined)["multihead"]
    assert found.points < found.max_points
    assert found.follow_through is None


def test_where_nothing_else_is_wrong_nothing_is_replaced() -> None:
    found = grades(SOFTMAX, ATTENTION, SWAPPED_HEADS)
    assert found["multihead"].follow_through is None
    assert all(grade.follow_through is None for grade in found.values())


@pytest.mark.parametrize(
    ("softmax", "culprit"),
    [
        ("import numpy as np\ndef softmax(z, axis=-1):\n    return z * 0.0 + 1.0 / z.shape[-1]", "softmax"),
        ("import numpy as np\ndef softmax(z, axis=-1):\n    raise ValueError('not today')", "softmax"),
    ],
)
def test_a_fault_two_steps_away_is_followed_too(softmax: str, culprit: str) -> None:
    found = grades(softmax, ATTENTION, MULTIHEAD)
    assert found["softmax"].points < found["softmax"].max_points
    for id_ in ("attention", "multihead"):
        assert found[id_].state is ItemState.PASSED, id_
        assert f"`{culprit}`" in str(found[id_].follow_through)
    # `attention` was only dragged along: it lost nothing in the end, and isn't blamed.
    assert "`attention`" not in str(found["multihead"].follow_through)


def test_wrong_code_is_not_measured_and_costs_no_more_than_in_its_own_item() -> None:
    got = grades(SOFTMAX, UNSCALED, MULTIHEAD, only=("softmax", "attention", "attention_speed"))
    part = got["attention"].points / got["attention"].max_points
    assert 0 < part < 1
    assert got["attention_speed"].points / got["attention_speed"].max_points == part
    assert got["attention_speed"].state is ItemState.PARTIAL


def test_what_earns_nothing_earns_nothing_where_it_is_not_measured() -> None:
    zeros = "import numpy as np\ndef attention(Q, K, V, mask=None): return np.zeros((len(Q), V.shape[1]))"
    got = grades(zeros, only=("attention", "attention_speed"))
    assert got["attention"].points == got["attention_speed"].points == 0


def test_right_multi_head_attention_is_measured_with_a_stand_in_for_a_wrong_attention() -> None:
    got = grades(SOFTMAX, UNSCALED, MULTIHEAD, only=("attention", "multihead", "multihead_speed"))
    assert got["multihead_speed"].state is ItemState.PASSED
    assert got["multihead_speed"].follow_through is not None


@pytest.mark.parametrize("bare", [False, True])
def test_whoever_calls_what_a_cell_that_did_not_run_defines_pays_nothing_for_it(bare: bool) -> None:
    """A bracket is missing in the cell of attention: multihead is judged with a library's, a pair or a bare output."""
    multihead = MULTIHEAD.replace(", mask)[0]", ", mask)") if bare else MULTIHEAD
    found = grades(SOFTMAX, multihead)
    assert found["attention"].points == 0
    assert found["multihead"].state is ItemState.PASSED
    assert "`attention`" in str(found["multihead"].follow_through)


def test_a_missing_function_two_steps_away_is_followed_under_the_name_that_is_called() -> None:
    attention = ATTENTION.replace("softmax(", "softmax_filas(")
    found = grades("import numpy as np", attention, MULTIHEAD)
    assert found["softmax"].points == 0
    for id_ in ("attention", "multihead"):
        assert found[id_].state is ItemState.PASSED, id_
        assert "`softmax_filas`" in str(found[id_].follow_through)


def test_a_mistake_of_its_own_is_paid_for_beside_a_missing_function() -> None:
    alone = grades(SOFTMAX, UNSCALED, only=("softmax", "attention"))["attention"]
    both = grades("import numpy as np", UNSCALED, only=("softmax", "attention"))["attention"]
    assert both.follow_through is not None
    assert 0 < alone.points == both.points < both.max_points


def test_a_name_that_was_never_there_is_the_callers_own_mistake() -> None:
    """Softmax is there under its own name, so who calls it by another gets no stand-in; nor does who calls itself."""
    misspelt = grades(SOFTMAX, ATTENTION.replace("softmax(", "softmax_filas("), only=("softmax", "attention"))
    assert misspelt["attention"].points < misspelt["attention"].max_points
    assert misspelt["attention"].follow_through is None
    handed_on = "def attention(Q, K, V, mask=None):\n    return atencion(Q, K, V, mask)"
    for only in (("softmax", "attention", "attention_speed"), ("attention", "multihead")):
        assert grades("import numpy as np", handed_on, only=only)["attention"].points == 0


def test_a_missing_mask_costs_the_model_nothing() -> None:
    """The padding mask is there, the causal one isn't: the item of the masks is the only one that pays."""
    model = """
    import torch
    from torch import nn
    class MiniGPT(nn.Module):
        def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
            super().__init__()
            self.what, self.where = nn.Embedding(vocab_size, d_model), nn.Embedding(context, d_model)
            self.blocks = nn.ModuleList(
                nn.TransformerEncoderLayer(
                    d_model, n_heads, 4 * d_model, activation="gelu", batch_first=True, norm_first=True
                )
                for _ in range(n_layers)
            )
            self.norm, self.head = nn.LayerNorm(d_model), nn.Linear(d_model, vocab_size)
        def forward(self, idx):
            x = self.what(idx) + self.where(torch.arange(idx.shape[1]))
            mask = torch.as_tensor(causal_mask(idx.shape[1]))
            for block in self.blocks:
                x = block(x, src_mask=~mask)
            return self.head(self.norm(x))
    """
    padding = "import numpy as np\ndef padding_mask(l, n): return np.arange(n)[None, :] < np.asarray(l)[:, None]"
    found = grades(padding, model, only=("masks", "minigpt"))
    assert 0 < found["masks"].points < found["masks"].max_points
    assert found["minigpt"].state is ItemState.PASSED
    assert "`causal_mask`" in str(found["minigpt"].follow_through)
