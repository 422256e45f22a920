"""Lazy modules have their parameters' shapes before they are described, in every component that is a module."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model import Array, BuildModule, Raised, Returned, module_from
from tests.components.judged import failed
from tests.fake_student import fake_student

LAZY = """
import torch
from torch import nn

class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.LazyLinear(5)
        self.last = nn.Linear(5, 2)
        self.calls = 0

    def forward(self, x):
        assert not self.training
        return self.last(self.first(x))
"""
TOKENS = Array(np.zeros((1, 2, 3), dtype=np.float32), "torch")
WIDER = Array(np.zeros((1, 2, 4), dtype=np.float32), "torch")


def shapes(source: str, *first_inputs: tuple[Array, ...]) -> list[tuple[int, ...]]:
    reply = fake_student(source)(BuildModule("m", "Layer", first_inputs=first_inputs))
    assert isinstance(reply, Returned), reply
    module = module_from(reply.value)
    assert module is not None
    assert module.training
    return [parameter.shape for parameter in module.parameters]


def test_the_first_input_that_fits_gives_the_shapes() -> None:
    assert shapes(LAZY, (TOKENS,), (WIDER,)) == [(5, 3), (5,), (2, 5), (2,)]


def test_an_input_that_fails_half_way_leaves_no_shape_behind() -> None:
    picky = LAZY.replace(
        "        return self.last", "        self.first(x)\n        x.view(1, 2, 4)\n        return self.last"
    )
    assert shapes(picky, (TOKENS,), (WIDER,)) == [(5, 4), (5,), (2, 5), (2,)]


def test_what_the_forward_says_is_told_where_no_input_fits() -> None:
    broken = LAZY.replace("self.last(self.first(x))", "self.misspelt(x)")
    reply = fake_student(broken)(BuildModule("m", "Layer", first_inputs=((TOKENS,),)))
    assert isinstance(reply, Raised)
    assert "misspelt" in reply.message


def test_a_module_without_lazy_parameters_is_not_called() -> None:
    eager = LAZY.replace("nn.LazyLinear(5)", "nn.Linear(3, 5)").replace("assert not self.training", "raise ValueError")
    assert shapes(eager, (TOKENS,)) == [(5, 3), (5,), (2, 5), (2,)]


BLOCK = """
class MultiHeadAttention(torch.nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        assert d_model % n_heads == 0
        self.h, self.dk = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (torch.nn.LazyLinear(d_model) for _ in range(4))
    def forward(self, x, mask=None):
        B, n, d = x.shape
        q, k, v = (f(x).view(B, n, self.h, self.dk).transpose(1, 2) for f in (self.q, self.k, self.v))
        s = q @ k.transpose(-2, -1) / math.sqrt(self.dk)
        if mask is not None:
            s = s.masked_fill(~mask.bool(), float("-inf"))
        return self.o((s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d))

class TransformerBlock(torch.nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.n1, self.n2 = torch.nn.LayerNorm(d_model), torch.nn.LayerNorm(d_model)
        self.ffn = torch.nn.Sequential(
            torch.nn.LazyLinear(4 * d_model), torch.nn.GELU(), torch.nn.LazyLinear(d_model), torch.nn.Dropout(dropout))
        self.drop = torch.nn.Dropout(dropout)
    def forward(self, x, mask=None):
        x = x + self.drop(self.attention(self.n1(x), mask))
        return x + self.ffn(self.n2(x))

class MiniGPT(torch.nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.context = context
        self.tok, self.pos = torch.nn.Embedding(vocab_size, d_model), torch.nn.Embedding(context, d_model)
        self.blocks = torch.nn.ModuleList([TransformerBlock(d_model, n_heads, 0.0) for _ in range(n_layers)])
        self.norm, self.head = torch.nn.LayerNorm(d_model), torch.nn.LazyLinear(vocab_size)
    def forward(self, idx):
        n = idx.shape[1]
        x = self.tok(idx) + self.pos(torch.arange(n))
        mask = torch.tril(torch.ones(n, n, dtype=torch.bool))
        for block in self.blocks:
            x = block(x, mask)
        return self.head(self.norm(x))
"""


@pytest.mark.parametrize("component", ["multihead", "block", "minigpt"])
def test_a_module_with_lazy_layers_earns_everything(component: str) -> None:
    assert failed(component, BLOCK, 1) == set()
