"""A module's mistake is found by its own weights, whatever its parameters are called."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from grader.components import COMPONENTS
from grader.course import load_misconceptions
from grader.judging import inspect_notebook, judge_item
from grader.model import CheckEntry, Execution, Item, Submission
from tests.components.judged import references
from tests.fake_student import fake_student

MULTIHEAD = """
import math, torch
from torch import nn

class MultiHeadAttention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        assert d % h == 0
        self.h = h
        {init}

    def forward(self, x, mask=None):
        B, n, d = x.shape
        {qkv}
        q, k, v = (t.view(B, n, self.h, -1).transpose(1, 2) for t in (q, k, v))
        s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        if mask is not None:
            s = s.masked_fill(mask == 0, -1e9)
        z = s.softmax({axis}) @ v
        return self.last({merged})
"""
SEPARATE = (
    "self.a, self.b, self.c, self.last = (nn.Linear(d, d) for _ in range(4))",
    "v, k, q = self.a(x), self.b(x), self.c(x)",
)
FUSED = (
    "self.last, self.all = nn.Linear(d, d), nn.Linear(d, 3 * d)",
    "k, q, v = self.all(x).chunk(3, -1)",
)
MERGED = "z.transpose(1, 2).reshape(B, n, d)"


def diagnosed(component: str, source: str, seed: int = 1) -> tuple[str, ...]:
    ask = fake_student(source)
    checks = tuple(CheckEntry(id_, Fraction(1), False) for id_ in COMPONENTS[component].check_ids)
    grade = judge_item(
        Item(component, {"en": component}, component, Fraction(len(checks)), checks),
        ask,
        inspect_notebook(ask),
        references(),
        misconceptions=lambda name: load_misconceptions(references(), name),
        seed=seed,
        submission=Submission("test.ipynb", "", (), {}),
        execution=Execution("none", (), (), 0.0, True),
    ).grade
    return tuple(diagnosis.id for diagnosis in grade.diagnosis)


@pytest.mark.parametrize("style", [SEPARATE, FUSED], ids=["separate", "fused"])
@pytest.mark.parametrize(
    ("axis", "merged", "expected"),
    [
        ("-1", "z.reshape(B, n, d)", "multihead/merged_without_transpose"),
        ("-2", MERGED, "multihead/softmax_over_the_queries"),
        ("1", MERGED, "multihead/softmax_over_the_heads"),
    ],
)
def test_a_mistake_is_named_in_any_layout(style: tuple[str, str], axis: str, merged: str, expected: str) -> None:
    """The same mistake has one name, with separate projections in any order and with a fused one."""
    init, qkv = style
    source = MULTIHEAD.format(init=init, qkv=qkv, axis=axis, merged=merged)
    assert diagnosed("multihead", source) == (expected,)


@pytest.mark.parametrize("style", [SEPARATE, FUSED], ids=["separate", "fused"])
def test_a_right_module_is_never_diagnosed(style: tuple[str, str]) -> None:
    init, qkv = style
    assert diagnosed("multihead", MULTIHEAD.format(init=init, qkv=qkv, axis="-1", merged=MERGED)) == ()


def test_a_mistake_that_nobody_knows_has_no_name() -> None:
    """A wrong number that no variant gives: no guess."""
    init, qkv = SEPARATE
    source = MULTIHEAD.format(init=init, qkv=qkv, axis="-1", merged="1.07 * " + MERGED)
    assert not [name for name in diagnosed("multihead", source) if "/" in name]


def test_a_mask_is_diagnosed_by_masked_answers() -> None:
    """Right without a mask, wrong with one: the mistakes about masks are still told apart."""
    init, qkv = SEPARATE
    source = MULTIHEAD.format(init=init, qkv=qkv, axis="-1", merged=MERGED)
    unused = source.replace("mask is not None", "False")
    after = source.replace("z = s.softmax(-1) @ v", "z = (a * m if (m := mask) is not None else a) @ v").replace(
        "if mask is not None:\n            s = s.masked_fill(mask == 0, -1e9)", "a = s.softmax(-1)"
    )
    assert diagnosed("multihead", unused) == ("multihead/mask_ignored",)
    assert diagnosed("multihead", after) == ("multihead/mask_after_the_softmax",)


def test_functions_with_nested_arguments_are_matched() -> None:
    """`multihead` takes a list of triples; the variants are given the same."""
    source = """
    import numpy as np
    def multihead(X, heads, W_O, mask=None):
        outputs = []
        for W_Q, W_K, W_V in heads:
            s = (X @ W_Q) @ (X @ W_K).T
            if mask is not None:
                s = np.where(mask, s, -1e9)
            e = np.exp(s - s.max(-1, keepdims=True))
            outputs.append(e / e.sum(-1, keepdims=True) @ (X @ W_V))
        return np.concatenate(outputs, -1) @ W_O
    """
    assert diagnosed("multihead", source)[:1] == ("multihead/no_scaling",)


def test_no_mistake_takes_long_to_look_for() -> None:
    """Every variant is tried in every layout, and still the student waits less than 3 s (alone: under 1 s)."""
    init, qkv = SEPARATE
    source = MULTIHEAD.format(init=init, qkv=qkv, axis="-1", merged="1.07 * " + MERGED)
    started = time.process_time()
    diagnosed("multihead", source)
    assert time.process_time() - started < 3.0
