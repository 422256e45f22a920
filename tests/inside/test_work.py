"""The work of matrix products is counted, however they are written; a tokenizer can be handed over."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch

from grader.model import Call, CallFunction, Counted, Raised, Returned, Value
from tests.fake_student import fake_student

CHECKOUT = Path(__file__).parents[2]
SOURCE = """
import torch
import torch.nn.functional as F
lin = torch.nn.Linear(8, 16)
drop = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Dropout(0.5))
def linear(n):
    return lin(torch.ones(3, n, 8))
@torch.inference_mode()
def in_inference_mode(n):
    return lin(torch.ones(3, n, 8))
def with_einsum(n):
    return torch.einsum("bnd,de->bne", torch.ones(3, n, 8), torch.ones(8, 16))
def bare(n):
    return (torch.ones(3 * n, 8) @ torch.ones(8, 16)).shape[0]
def as_vectors(n):
    return sum(float((torch.ones(8, 16).T @ torch.ones(8)).sum()) for _ in range(3 * n))
def attention(n):
    q, k = torch.ones(1, 2, n, 4), torch.ones(1, 2, 5, 4)
    return F.scaled_dot_product_attention(q, k, k)
def attention_by_hand(n):
    q, k = torch.ones(1, 2, n, 4), torch.ones(1, 2, 5, 4)
    return torch.softmax(q @ k.mT, -1) @ k
def a_layer():
    return torch.nn.TransformerEncoderLayer(8, 2, 16).train()(torch.ones(5, 3, 8))
def evaluated(n):
    drop.eval()
    return drop(torch.ones(n, 8))
def trained(n):
    drop.train()
    return drop(torch.ones(n, 8))
def stopped(n):
    raise ValueError("not today")
def spelled(tok):
    return tok.encode("cab"), tok.codificar("a"), len(tok)
"""

ask = fake_student(SOURCE)


def counted(call: Call) -> Mapping[str, Value]:
    reply = ask(Counted(call))
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, Mapping)
    return reply.value


@pytest.mark.parametrize("name", ["linear", "in_inference_mode", "with_einsum", "bare", "as_vectors"])
def test_a_product_counts_the_same_however_it_is_written(name: str) -> None:
    assert counted(CallFunction(name, (5,)))["multiplications"] == 3 * 5 * 8 * 16


@pytest.mark.parametrize("name", ["attention", "attention_by_hand"])
def test_attention_counts_its_scores_and_its_mixture(name: str) -> None:
    assert counted(CallFunction(name, (3,)))["multiplications"] == 2 * (2 * 3 * 5 * 4)


def test_it_counts_what_torchs_own_counter_does() -> None:
    """A multiplication and an addition are two FLOP there (``FlopCounterMode``), where that sees the products."""
    from torch.utils.flop_counter import FlopCounterMode

    with FlopCounterMode(display=False) as counter:
        torch.nn.TransformerEncoderLayer(8, 2, 16).train()(torch.ones(5, 3, 8))
    layer = counted(CallFunction("a_layer", ()))
    assert layer["multiplications"] == counter.get_total_flops() / 2 > 0


def test_the_mode_of_modules_and_gradients_are_noted() -> None:
    seen = [counted(CallFunction(name, (2,))) for name in ("evaluated", "trained")]
    assert [(s["training"], s["grad"]) for s in seen] == [(False, False), (True, False)]
    assert counted(CallFunction("evaluated", (2,), recording=True))["grad"] is True


def test_an_error_inside_comes_back_as_itself_and_nothing_stays_behind() -> None:
    reply = ask(Counted(CallFunction("stopped", (1,))))
    assert isinstance(reply, Raised)
    assert reply.message == "not today"
    assert counted(CallFunction("bare", (1,)))["multiplications"] == 3 * 8 * 16


def test_a_tokenizer_stands_for_its_alphabet() -> None:
    reply = ask(CallFunction("spelled", ({"tokenizer": "abc"},)))
    assert isinstance(reply, Returned)
    assert reply.value == ((2, 0, 1), (0,), 3)


def test_counting_does_not_import_torchs_compiler() -> None:
    """Its 800 modules take seconds on a busy machine, and they would be the student's."""
    source = """
import sys, torch
from grader.inside.work import counted
counted(lambda: {"value": float(torch.nn.Linear(2, 2)(torch.ones(1, 2)).sum())})
sys.exit("torch._dynamo" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", source], check=False, cwd=CHECKOUT).returncode == 0
