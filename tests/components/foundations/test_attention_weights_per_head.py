"""The weights of each head: right for any module passes every check; each mistake fails just its own."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from grader.checks.head_weights import head_scores, multi_head_output, softmax
from grader.layouts.weights import AttentionWeights
from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2, 3)

MODULE = """
class MultiHeadAttention(torch.nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads, self.d_k = n_heads, d_model // n_heads
        self.W_Q, self.W_K, self.W_V, self.W_O = (torch.nn.Linear(d_model, d_model) for _ in range(4))
    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.n_heads, self.d_k).transpose(1, 2)
    def forward(self, x):
        q, k, v = self.split(self.W_Q(x)), self.split(self.W_K(x)), self.split(self.W_V(x))
        a = torch.softmax(q @ k.transpose(-2, -1) / self.d_k**0.5, dim=-1)
        return self.W_O((a @ v).transpose(1, 2).flatten(2))
"""


def answer(out: str = "torch.softmax(s, dim=-1)", scores: str = "q @ k.transpose(-2, -1) / mha.d_k**0.5") -> str:
    return f"""{MODULE}
def attention_weights_per_head(mha, x):
    q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
    s = {scores}
    return {out}
"""


FUSED = """
class AtencionMultiCabeza(torch.nn.Module):
    def __init__(self, d_model, n_cabezas, dropout=0.1):
        super().__init__()
        self.h = n_cabezas
        self.qkv = torch.nn.Linear(d_model, 3 * d_model)
        self.salida = torch.nn.Linear(d_model, d_model)
        self.dropout = torch.nn.Dropout(dropout)
    def forward(self, x, mascara=None):
        B, n, d = x.shape
        q, k, v = (t.view(B, n, self.h, d // self.h).transpose(1, 2) for t in self.qkv(x).split(d, dim=-1))
        self.pesos = self.dropout(torch.softmax(q @ k.mT / math.sqrt(d // self.h), -1))
        return self.salida((self.pesos @ v).transpose(1, 2).reshape(B, n, d))
"""

RIGHT = {
    "the notebook's class": answer(),
    "einsum, NumPy comes back": answer(
        "torch.softmax(s, dim=-1).detach().numpy()", "torch.einsum('bhik,bhjk->bhij', q, k) / math.sqrt(mha.d_k)"
    ),
    "a loop over the heads": MODULE
    + """
def attention_weights_per_head(mha, x):
    q, k = mha.W_Q(x), mha.W_K(x)
    maps = []
    for i in range(mha.n_heads):
        own = slice(i * mha.d_k, (i + 1) * mha.d_k)
        maps.append(F.softmax(q[..., own] @ k[..., own].transpose(1, 2) / mha.d_k**0.5, dim=-1))
    return torch.stack(maps, dim=1)
""",
    "what a fused module of their own keeps": FUSED
    + """
def pesos_por_cabeza(mha, x):
    mha.eval()
    mha(x)
    return mha.pesos
""",
    "the output beside the weights": answer("mha(x), torch.softmax(s, dim=-1)"),
}

WRONG = {
    "AT-01 no scaling": (answer(scores="q @ k.transpose(-2, -1)"), {"values"}),
    "AT-02 divided by d_k": (answer(scores="q @ k.transpose(-2, -1) / mha.d_k"), {"values"}),
    "a fixed 2": (answer(scores="q @ k.transpose(-2, -1) / 2"), {"values"}),
    "AT-04 √d_model": (answer(scores="q @ k.transpose(-2, -1) / x.shape[-1] ** 0.5"), {"values"}),
    "AT-08 over the queries": (answer("torch.softmax(s, dim=-2)"), {"values", "rows_sum_to_one"}),
    "AT-09 over the heads": (answer("torch.softmax(s, dim=1)"), {"values", "rows_sum_to_one"}),
    "AT-11 keys times queries": (answer(scores="k @ q.transpose(-2, -1) / mha.d_k**0.5"), {"values"}),
    "AT-15 scores": (answer("s"), {"values", "rows_sum_to_one"}),
    "the heads share one map": (
        answer("torch.softmax(s, dim=-1).mean(1, keepdim=True).expand_as(s)"),
        {"values", "heads_differ"},
    ),
    "causal": (
        answer(scores="(q @ k.mT / mha.d_k**0.5).masked_fill(torch.ones(q.shape[2], q.shape[2]).triu(1) > 0, -1e9)"),
        {"values"},
    ),
    "the full width for all heads": (
        answer("torch.softmax(mha.W_Q(x) @ mha.W_K(x).mT / mha.d_k**0.5, -1)[:, None].expand_as(s)"),
        {"values", "heads_differ"},
    ),
    "the samples are averaged": (
        answer("torch.softmax(s, dim=-1).mean(0, keepdim=True).expand_as(s)"),
        {"values", "samples_apart"},
    ),
    "the heads averaged": (
        answer("torch.softmax(s, dim=-1).mean(1)"),
        {"values", "rows_sum_to_one", "heads_differ", "samples_apart"},
    ),
}

EVERY = {"values", "rows_sum_to_one", "heads_differ", "samples_apart"}
SHAPE = "len(x), mha.n_heads, x.shape[1], x.shape[1]"
TRIVIAL = {
    "None": "None",
    "zeros": f"torch.zeros({SHAPE})",
    "uniform": f"torch.full(({SHAPE}), 1 / x.shape[1])",
    "chance": f"torch.softmax(torch.randn({SHAPE}), dim=-1)",
    "a fixed pattern": f"torch.softmax(torch.ones({SHAPE}).cumsum(-1).sin(), dim=-1)",
    "the output": "mha(x)",
    "the input": "x",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("attention_weights_per_head", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("attention_weights_per_head", source, seed) == expected


@pytest.mark.parametrize("trivial", TRIVIAL)
def test_trivial_answers_earn_nothing(trivial: str) -> None:
    assert failed("attention_weights_per_head", answer(TRIVIAL[trivial]), 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("AT-01 no scaling", "no_scaling"),
        ("AT-04 √d_model", "divided_by_the_root_of_d_model"),
        ("AT-09 over the heads", "softmax_over_the_heads"),
        ("AT-11 keys times queries", "keys_times_queries"),
        ("the heads share one map", "mean_for_every_head"),
        ("the full width for all heads", "one_softmax_over_the_full_width"),
        ("causal", "causal_mask"),
        ("AT-15 scores", "scores_returned"),
        ("the heads averaged", "heads_averaged"),
    ],
)
def test_a_mistake_is_named(mistake: str, named: str) -> None:
    grade = judge("attention_weights_per_head", WRONG[mistake][0], 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == [f"attention_weights_per_head/{named}"]


def test_a_module_that_is_no_attention_is_left_to_the_teacher() -> None:
    source = (
        answer()
        .replace("a = torch.softmax(", "a = torch.sigmoid(")
        .replace("d_k**0.5, dim=-1)\n        return", "d_k**0.5)\n        return")
    )
    assert "Use the class that the notebook gives" in messages("attention_weights_per_head", source)["values"]


def test_weights_and_output_are_those_of_torch() -> None:
    torch.manual_seed(0)
    layer = torch.nn.MultiheadAttention(12, 3, batch_first=True, dtype=torch.float64)
    torch.nn.init.normal_(layer.in_proj_bias)
    x = torch.randn(2, 5, 12, dtype=torch.float64)
    output, maps = layer(x, x, x, average_attn_weights=False)
    W, b = layer.in_proj_weight.detach().numpy().T, layer.in_proj_bias.detach().numpy()
    W_Q, W_K, W_V = np.split(W, 3, axis=1)
    b_Q, b_K, b_V = np.split(b, 3)
    W_O, b_O = layer.out_proj.weight.detach().numpy().T, layer.out_proj.bias.detach().numpy()
    weights = AttentionWeights(W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O)
    np.testing.assert_allclose(softmax(head_scores(weights, x.numpy(), 3)), maps.detach().numpy(), atol=1e-12)
    np.testing.assert_allclose(multi_head_output(weights, x.numpy(), 3), output.detach().numpy(), atol=1e-12)
