"""Follow-through of the building blocks: an encoder-decoder pays for none of the layers that it is built of."""

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
NOTHING = Execution("none", (), (), 0.0, True)

RIGHT = {
    "Embeddings": """
        import math
        import torch
        from torch import nn
        class Embeddings(nn.Module):
            def __init__(self, vocab_size, d_model, n_max):
                super().__init__()
                self.what, self.where = nn.Embedding(vocab_size, d_model), nn.Embedding(n_max, d_model)
            def forward(self, idx):
                return self.what(idx) + self.where(torch.arange(idx.shape[1]))
        """,
    "FeedForward": """
        class FeedForward(nn.Module):
            def __init__(self, d_model):
                super().__init__()
                self.up, self.down = nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model)
            def forward(self, x):
                return self.down(nn.functional.gelu(self.up(x)))
        """,
    "LayerNorm": """
        class LayerNorm(nn.Module):
            def __init__(self, d_model, eps=1e-5):
                super().__init__()
                self.g, self.b, self.eps = nn.Parameter(torch.ones(d_model)), nn.Parameter(torch.zeros(d_model)), eps
            def forward(self, x):
                mean, variance = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
                return self.g * (x - mean) / torch.sqrt(variance + self.eps) + self.b
        """,
    "CrossAttention": """
        class CrossAttention(nn.Module):
            def __init__(self, d_model, n_heads):
                super().__init__()
                self.h = n_heads
                self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))
            def forward(self, x, memory, mask=None):
                q, k, v = (
                    layer(t).unflatten(-1, (self.h, -1)).transpose(1, 2)
                    for layer, t in ((self.q, x), (self.k, memory), (self.v, memory))
                )
                weights = torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1)
                return self.o((weights @ v).transpose(1, 2).flatten(2))
        """,
}
ENCODER_DECODER = """
    class Layer(nn.Module):
        def __init__(self, d, h, cross):
            super().__init__()
            self.attention = nn.MultiheadAttention(d, h, batch_first=True)
            self.cross = CrossAttention(d, h) if cross else None
            self.ffn = FeedForward(d)
            self.norms = nn.ModuleList(LayerNorm(d) for _ in range(3))
        def forward(self, x, memory=None, blocked=None):
            x = self.norms[0](x + self.attention(x, x, x, attn_mask=blocked)[0])
            if self.cross is not None:
                x = self.norms[1](x + self.cross(x, memory))
            return self.norms[2](x + self.ffn(x))
    class EncoderDecoder(nn.Module):
        def __init__(self, src_vocab, tgt_vocab, d_model, n_heads, n_layers):
            super().__init__()
            self.source, self.target = Embeddings(src_vocab, d_model, 64), Embeddings(tgt_vocab, d_model, 64)
            self.encoder = nn.ModuleList(Layer(d_model, n_heads, False) for _ in range(n_layers))
            self.decoder = nn.ModuleList(Layer(d_model, n_heads, True) for _ in range(n_layers))
            self.head = nn.Linear(d_model, tgt_vocab)
        def forward(self, src, tgt):
            memory, y = self.source(src), self.target(tgt)
            for layer in self.encoder:
                memory = layer(memory)
            n = tgt.shape[1]
            for layer in self.decoder:
                y = layer(y, memory, torch.ones(n, n, dtype=torch.bool).triu(1))
            return self.head(y)
"""
# What is wrong in which class: (the right piece, the wrong one).
WRONG = {
    "side by side": (
        "Embeddings",
        "self.what(idx) + self.where(torch.arange(idx.shape[1]))",
        "torch.cat([self.what(idx), self.where(torch.arange(idx.shape[1])).expand(len(idx), -1, -1)], -1)",
    ),
    "the position table as long as ever": (
        "Embeddings",
        "self.where(torch.arange(idx.shape[1]))",
        "self.where.weight",
    ),
    "an axis too many": (
        "Embeddings",
        "self.where(torch.arange(idx.shape[1]))",
        "self.where(idx)[None]",
    ),
    "no positions": ("Embeddings", " + self.where(torch.arange(idx.shape[1]))", ""),
    "positions of the tokens": ("Embeddings", "self.where(torch.arange(idx.shape[1]))", "self.where(idx)"),
    "a network of the wrong width": ("FeedForward", "nn.Linear(4 * d_model, d_model)", "nn.Linear(d_model, d_model)"),
    "a norm over the tokens": ("LayerNorm", "x.mean(-1, keepdim=True)", "x.mean(-2, keepdim=True)"),
    "memory ignored": ("CrossAttention", "(self.k, memory), (self.v, memory)", "(self.k, x), (self.v, x)"),
}
ITEMS = {
    "Embeddings": "embeddings",
    "FeedForward": "feed_forward",
    "LayerNorm": "affine_layer_norm",
    "CrossAttention": "cross_attention",
}


def graded(cells: list[str], only: tuple[str, ...]) -> dict[str, ItemGrade]:
    rubric = load_rubric(CHECKOUT / "assignments" / "building_blocks" / "rubric.yaml", KNOWN, CONCEPTS)
    references = load_references(CHECKOUT / "reference_solutions", "building_blocks")
    ask = fake_student(*cells)
    definitions = inspect_notebook(ask)
    submission = Submission("x.ipynb", "0" * 64, (), {})

    def judge(item: Item, through: Ask) -> Judged:
        return judge_item(item, through, definitions, references, lambda _: (), 5, submission, NOTHING)

    items = [item for item in rubric.items if item.id in only]
    return {grade.id: grade for grade in judge_all(items, partial(names_used, definitions=definitions), ask, judge)}


@pytest.mark.parametrize("mistake", WRONG)
def test_an_encoder_decoder_does_not_pay_for_a_layer_that_already_lost_points(mistake: str) -> None:
    name, right, wrong = WRONG[mistake]
    assert right in RIGHT[name]
    cells = [source.replace(right, wrong) if which == name else source for which, source in RIGHT.items()]
    got = graded([*cells, ENCODER_DECODER], (ITEMS[name], "encoder_decoder"))
    assert got[ITEMS[name]].points < got[ITEMS[name]].max_points
    assert got["encoder_decoder"].state is ItemState.PASSED
    assert f"`{name}`" in str(got["encoder_decoder"].follow_through)


def test_it_still_pays_for_its_own_mistake() -> None:
    """No causal mask, on embeddings side by side: the mask is paid for, the embeddings aren't, and that is said."""
    name, right, wrong = WRONG["side by side"]
    cells = [source.replace(right, wrong) if which == name else source for which, source in RIGHT.items()]
    unmasked = ENCODER_DECODER.replace("torch.ones(n, n, dtype=torch.bool).triu(1)", "None")
    got = graded([*cells, unmasked], ("embeddings", "encoder_decoder"))["encoder_decoder"]
    assert [check.id for check in got.checks if check.points < check.max_points] == ["decoder_causal"]
    assert "`Embeddings`" in str(got.follow_through)


MASKS = """
    def combine_masks(lengths, n):
        causal = torch.ones(n, n, dtype=torch.bool).tril()
        real = torch.arange(n) < torch.as_tensor(lengths)[:, None]
        return causal & real[:, None, None, :]
"""
OWN_MASK = ENCODER_DECODER.replace(
    "torch.ones(n, n, dtype=torch.bool).triu(1)", "~torch.as_tensor(combine_masks([n], n))[0, 0].bool()"
)
NUMPY = MASKS.replace("torch.ones(n, n, dtype=torch.bool).tril()", "np.tri(n, dtype=bool)")
NUMPY = NUMPY.replace("torch.arange(n) < torch.as_tensor", "np.arange(n) < np.asarray")
MASK_MISTAKES = {
    "upside down": MASKS.replace(".tril()", ".triu()"),
    "the future stays open": MASKS.replace(
        "causal & real[:, None, None, :]", "real[:, None, None, :] & (causal == causal)"
    ),
    "or for and": MASKS.replace("causal & real", "causal | real"),
    "the diagonal is blocked, so that NaN comes": MASKS.replace(".tril()", ".tril(-1)"),
    "never written": "",
    "raises": MASKS.replace("return causal", "return casual"),
    "no axis for the heads": MASKS.replace(".tril()", ".triu()").replace("[:, None, None, :]", "[:, None, :]"),
    "in NumPy": "    import numpy as np\n" + NUMPY.replace("np.tri(n, dtype=bool)", "np.tri(n, dtype=bool).T"),
}


@pytest.mark.parametrize("mistake", MASK_MISTAKES)
def test_nor_for_its_own_combined_mask(mistake: str) -> None:
    masks = MASK_MISTAKES[mistake]
    takes = OWN_MASK.replace("[0, 0].bool", "[0].bool") if mistake == "no axis for the heads" else OWN_MASK
    got = graded([*RIGHT.values(), masks, takes], ("combined_masks", "encoder_decoder"))
    assert got["combined_masks"].points < got["combined_masks"].max_points
    assert got["encoder_decoder"].state is ItemState.PASSED
    assert "`combine_masks`" in str(got["encoder_decoder"].follow_through)


@pytest.mark.parametrize("negated", [True, False])
def test_a_combined_mask_that_means_blocked_is_replaced_by_such_a_one(negated: bool) -> None:
    """Upside down in its own convention; and where the model takes the course's for its own, that one is tried."""
    blocked = MASKS.replace("return causal & real[:, None, None, :]", "return ~(causal.T & real[:, None, None, :])")
    takes = OWN_MASK if negated else OWN_MASK.replace("~torch.as_tensor", "torch.as_tensor")
    got = graded([*RIGHT.values(), blocked, takes], ("combined_masks", "encoder_decoder"))
    assert 0 < got["combined_masks"].points < got["combined_masks"].max_points
    assert got["encoder_decoder"].state is ItemState.PASSED


def test_a_right_combined_mask_in_the_wrong_place_is_paid_for() -> None:
    got = graded([*RIGHT.values(), MASKS, OWN_MASK.replace("~torch", "torch")], ("combined_masks", "encoder_decoder"))
    assert got["combined_masks"].state is ItemState.PASSED
    assert got["encoder_decoder"].points < got["encoder_decoder"].max_points
    assert got["encoder_decoder"].follow_through is None


def test_a_wrong_combined_mask_does_not_excuse_a_decoder_that_uses_none() -> None:
    """The mask is made and thrown away."""
    unused = OWN_MASK.replace("[0, 0].bool()", "[0, 0].bool() & False")
    wrong = MASK_MISTAKES["upside down"]
    got = graded([*RIGHT.values(), wrong, unused], ("combined_masks", "encoder_decoder"))["encoder_decoder"]
    assert [check.id for check in got.checks if check.points < check.max_points] == ["decoder_causal"]
