"""A function of ours answers as a torch module with the same parameters does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from grader.audit.functional_modules import FUNCTIONAL_NAMES, ask_functional
from grader.kernel.in_process import ask_in_process
from grader.model import (
    Array,
    Ask,
    BuildModule,
    CallFunction,
    CallModule,
    Definitions,
    FitModule,
    Inspect,
    NoReply,
    Raised,
    ReadParameters,
    Returned,
    SetParameters,
    Value,
    Verdict,
    definitions_from,
    module_from,
)
from tests.components.judged import references

# The same classes in torch, with the parameters in the same order.
TORCH = """
import math
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("no")
        self.n_heads = n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x, mask=None):
        split = lambda y: y.unflatten(-1, (self.n_heads, -1)).transpose(-3, -2)
        q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -math.inf)
        return self.o((scores.softmax(-1) @ v).transpose(-3, -2).flatten(-2))


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.norm2 = nn.LayerNorm(d_model)
        self.up, self.down = nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.drop(self.attention(self.norm1(x), mask))
        return x + self.drop(self.down(nn.functional.gelu(self.up(self.norm2(x)))))


class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        self.position_embedding = nn.Embedding(context, d_model)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, n_heads) for _ in range(n_layers))
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size)

    def forward(self, idx):
        n = idx.size(1)
        x = self.token_embedding(idx) + self.position_embedding(torch.arange(n))
        mask = torch.tril(torch.ones(n, n, dtype=torch.bool))
        for block in self.blocks:
            x = block(x, mask)
        return self.head(self.norm(x))
"""

SIZES: Mapping[str, tuple[Value, ...]] = {
    "MultiHeadAttention": (12, 3),
    "TransformerBlock": (12, 3),
    "MiniGPT": (11, 12, 3, 2, 7),
}


def functional() -> Ask:
    owners = {"MultiHeadAttention": "multihead", "TransformerBlock": "block", "MiniGPT": "minigpt"}
    forwards = {role: getattr(getattr(references(), owners[role]), FUNCTIONAL_NAMES[role]) for role in owners}
    return ask_functional(forwards, ask_in_process())


def returned(ask: Ask, call: Any) -> Any:
    reply = ask(call)
    assert isinstance(reply, Returned), reply
    return reply.value


def inputs(role: str, dice: np.random.Generator) -> tuple[Array, ...]:
    if role == "MiniGPT":
        return (Array(dice.integers(0, 11, (2, 5)), "torch"),)
    mask = np.tril(dice.random((5, 5)) < 0.7) | np.eye(5, dtype=bool)
    return Array(dice.normal(0, 1, (2, 5, 12)).astype(np.float32), "torch"), Array(mask, "torch")


@pytest.mark.parametrize("role", SIZES)
def test_it_gives_what_the_torch_module_gives(role: str) -> None:
    """Same description, and same outputs once both have the same parameters."""
    dice = np.random.default_rng(5)
    ours, theirs = functional(), ask_in_process(TORCH)
    described = [module_from(returned(ask, BuildModule("m", role, SIZES[role]))) for ask in (ours, theirs)]
    assert described[0] is not None
    assert described[1] is not None
    assert [(p.shape, p.owner_type, p.dtype) for p in described[0].parameters] == [
        (p.shape, p.owner_type, p.dtype) for p in described[1].parameters
    ]
    assert [p.name.split(".")[-1] for p in described[0].parameters] == [
        p.name.split(".")[-1] for p in described[1].parameters
    ]
    values = tuple(Array(dice.normal(0, 0.5, p.shape)) for p in described[0].parameters)
    args = inputs(role, dice)
    for ask in (ours, theirs):
        assert returned(ask, SetParameters("m", values)) == len(values)
    for count in range(1, len(args) + 1):
        our, their = (returned(ask, CallModule("m", args[:count])) for ask in (ours, theirs))
        assert (our.dtype, our.library, our.shape) == (their.dtype, their.library, their.shape)
        np.testing.assert_allclose(our.data, their.data, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("role", SIZES)
def test_it_starts_as_torch_does(role: str) -> None:
    """Initial values have the spread of torch's own, parameter by parameter."""
    ours, theirs = functional(), ask_in_process(TORCH)
    big = {"MiniGPT": (64, 64, 4, 1, 64)}.get(role, (64, 4))
    drawn = []
    for ask in (ours, theirs):
        returned(ask, BuildModule("m", role, big, seed=1))
        drawn.append(returned(ask, ReadParameters("m")))
    for our, their in zip(*drawn, strict=True):
        assert abs(our.data.mean() - their.data.mean()) < 0.05
        assert np.isclose(our.data.std(), their.data.std(), rtol=0.3, atol=1e-9)
        assert np.abs(our.data).max() <= np.abs(their.data).max() * 1.5 + 1e-9


def test_dropout_is_on_in_training_only() -> None:
    ask = functional()
    returned(ask, BuildModule("m", "TransformerBlock", (12, 3), {"dropout": 0.5}))
    x = inputs("TransformerBlock", np.random.default_rng(0))[:1]
    calm, again = (returned(ask, CallModule("m", x, training=False, seed=s)).data for s in (1, 2))
    noisy, other = (returned(ask, CallModule("m", x, training=True, seed=s)).data for s in (1, 2))
    assert np.array_equal(calm, again)
    assert not np.array_equal(noisy, other)
    assert not np.array_equal(noisy, calm)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (BuildModule("n", "MultiHeadAttention", (10, 3)), "ValueError"),
        (BuildModule("n", "MultiHeadAttention", (10,)), "TypeError"),
        (BuildModule("n", "MultiHeadAttention", (10, 2, 1)), "TypeError"),
        (BuildModule("n", "MultiHeadAttention", (10,), {"n_head": 2}), "TypeError"),
        (CallModule("m", ()), "TypeError"),
        (CallModule("m", (None, None, None)), "TypeError"),
        (SetParameters("m", ()), "ValueError"),
    ],
)
def test_what_torch_refuses_is_refused(call: Any, error: str) -> None:
    ask = functional()
    returned(ask, BuildModule("m", "MultiHeadAttention", (12, 3)))
    reply = ask(call)
    assert isinstance(reply, Raised)
    assert reply.type_name == error


def test_what_a_function_cannot_do_is_skipped_and_not_failed() -> None:
    ask = functional()
    returned(ask, BuildModule("m", "MultiHeadAttention", (12, 3)))
    x = inputs("MultiHeadAttention", np.random.default_rng(0))[:1]
    ids = Array(np.zeros((1, 2), dtype=np.int64), "torch")
    for call in (FitModule("m", ids, ids, 3, 0.1), CallModule("m", x, gradient_of=(0,), cotangent=x[0])):
        reply = ask(call)
        assert isinstance(reply, NoReply)
        assert reply.verdict is Verdict.SKIPPED


def test_its_class_is_described_beside_the_functions() -> None:
    ask = ask_functional({"MultiHeadAttention": lambda *_: None}, ask_in_process("def softmax(z): return z"))
    found: Definitions = definitions_from(returned(ask, Inspect(("softmax", "MultiHeadAttention"))))
    assert found.described["softmax"].kind == "function"
    module = found.described["MultiHeadAttention"]
    assert (module.kind, module.is_module) == ("class", True)
    assert [p.name for p in module.parameters] == ["d_model", "n_heads"]
    assert [p.name for p in module.call_parameters] == ["x", "mask"]
    assert set(found.public_names) == {"softmax", "MultiHeadAttention"}
    assert returned(ask, CallFunction("softmax", (3,))) == 3
