"""Witnesses: library calls that the student's own code makes are seen, by whatever road, and no others."""

from __future__ import annotations

import numpy as np
import pytest

from grader.model import Array, CallFunction, Returned
from grader.own_work import CONCEPTS, Evidence, examine
from tests.fake_student import fake_student

ROADS = {
    "functional": "return F.softmax(x, -1)",
    "method": "return x.softmax(-1)",
    "torch": "return torch.softmax(x, dim=-1)",
    "module": "return nn.Softmax(-1)(x)",
    "getattr": "return getattr(F, 'soft' + 'max')(x, -1)",
    "underscore": "return torch._softmax(x, -1, False)",
    "aten": "return torch.ops.aten._softmax(x, -1, False)",
    "log_softmax": "return torch.exp(torch.log_softmax(x, -1))",
    "log_softmax_method": "return x.log_softmax(-1).exp()",
    "special": "return torch.special.softmax(x, -1)",
    "alias": "s = F.softmax\n    return s(x, dim=-1)",
    "lambda": "return (lambda t: F.softmax(t, -1))(x)",
    "nested": "def inner(t):\n        return F.softmax(t, -1)\n    return inner(x)",
    "exec": "d = {'F': F, 'x': x}\n    exec('y = F.softmax(x, -1)', d)\n    return d['y']",
    "eval": "return eval('F.softmax(x, -1)')",
    "map": "return torch.stack(list(map(lambda t: F.softmax(t, -1), x)))",
    "helper": "return helper(x)",
    "thread": (
        "r = []\n    t = threading.Thread(target=lambda: r.append(F.softmax(x, -1)))\n"
        "    t.start(); t.join()\n    return r[0]"
    ),
}
HONEST = {
    "by_hand": "e = torch.exp(x - x.max(-1, keepdim=True).values)\n    return e / e.sum(-1, keepdim=True)",
    "logsumexp": "return torch.exp(x - torch.logsumexp(x, -1, keepdim=True))",
    "categorical": "torch.distributions.Categorical(logits=x).sample()\n    return x",
    "cross_entropy": "F.cross_entropy(x, torch.zeros(len(x), dtype=torch.long))\n    return x",
    "named_softmax": "return softmax(x)",
    "comment": "# F.softmax(x, -1) would do it\n    'torch.softmax'\n    return x.exp() / x.exp().sum(-1, True)",
    "self_test_elsewhere": "return x * 1",
}
SETUP = """
import threading
import torch
import torch.nn.functional as F
from torch import nn
def helper(t):
    return F.softmax(t, -1)
def softmax(t):
    return t.exp() / t.exp().sum(-1, keepdim=True)
assert torch.allclose(softmax(torch.ones(2, 3)), F.softmax(torch.ones(2, 3), -1))
"""


def evidence(body: str, concept: str = "softmax") -> Evidence:
    ask = fake_student(SETUP, f"def graded(x):\n    {body}\n")
    x = Array(np.random.default_rng(0).normal(size=(3, 4)).astype(np.float32), "torch")
    call = CallFunction("graded", (x,))
    assert isinstance(ask(call), Returned)
    return examine([call], ask, [concept])


@pytest.mark.parametrize("road", ROADS)
def test_every_road_to_the_librarys_softmax_is_seen_with_its_place(road: str) -> None:
    found = evidence(ROADS[road])
    assert found.violations
    assert all(call.cell in (1, 2) for call in found.violations)
    message = found.message()
    assert message is not None
    assert "softmax" in str(message).lower()


@pytest.mark.parametrize(
    ("alias", "concept"),
    [
        ("graded = torch.softmax", "softmax"),
        ("graded = F.softmax", "softmax"),
        ("import functools\ngraded = functools.partial(F.softmax, dim=-1)", "softmax"),
        ("graded = nn.Softmax(dim=-1)", "softmax"),
        ("graded = F.scaled_dot_product_attention", "attention"),
    ],
)
def test_a_library_function_under_the_students_name_is_seen(alias: str, concept: str) -> None:
    ask = fake_student(SETUP, alias)
    x = Array(np.random.default_rng(0).normal(size=(1, 3, 4)).astype(np.float32), "torch")
    args = (x, x, x) if concept == "attention" else (x,) if "dim" in alias else (x, -1)
    call = CallFunction("graded", args)
    assert isinstance(ask(call), Returned)
    found = examine([call], ask, [concept])
    assert found.violations
    assert "under another name" in str(found.message())


@pytest.mark.parametrize("case", HONEST)
def test_honest_code_is_never_accused(case: str) -> None:
    assert evidence(HONEST[case]) == Evidence()


@pytest.mark.parametrize(
    "body",
    [
        "import sys\n    sys.setprofile(None)\n    return x.exp()",
        "t = threading.Thread(target=x.exp)\n    t.start(); t.join()\n    return x",
        "import subprocess\n    subprocess.run(['true'])\n    return x",
    ],
)
def test_what_hides_a_call_is_could_not_check_and_no_clean_bill(body: str) -> None:
    found = evidence(body)
    assert not found.violations
    assert found.unseen
    assert found.message() is not None


@pytest.mark.parametrize(
    ("body", "concept", "seen"),
    [
        ("return F.scaled_dot_product_attention(x[None], x[None], x[None])", "attention", True),
        ("return F.softmax(x @ x.T, -1) @ x", "attention", False),
        ("return nn.MultiheadAttention(4, 2)(x, x, x)", "multi_head_attention", True),
        ("return F.scaled_dot_product_attention(x[None], x[None], x[None])", "multi_head_attention", False),
        ("return nn.TransformerEncoderLayer(4, 2, 8)(x)", "transformer", True),
        ("return nn.LayerNorm(4)(nn.Linear(4, 4)(x))", "transformer", False),
    ],
)
def test_each_concept_is_the_whole_component_and_not_its_parts(body: str, concept: str, seen: bool) -> None:
    assert bool(evidence(body, concept).violations) is seen


def test_every_concept_has_names() -> None:
    assert all(CONCEPTS.values())
