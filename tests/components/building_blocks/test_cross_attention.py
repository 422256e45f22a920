"""Cross-attention: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import numpy as np
import pytest

from tests.components.judged import failed, judge, messages, references

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2)


def function(
    q: str = "x", k: str = "memory", v: str = "memory", scale: str = "W_Q.shape[1] ** 0.5", result: str = "A @ V, A"
) -> str:
    return f"""
        def cross_attention(x, memory, W_Q, W_K, W_V):
            Q, K, V = {q} @ W_Q, {k} @ W_K, {v} @ W_V
            S = Q @ K.T / {scale}
            E = np.exp(S - S.max(axis=1, keepdims=True))
            A = E / E.sum(axis=1, keepdims=True)
            return {result}
        """


def module(
    q: str = "x", k: str = "memory", v: str = "memory", scale: str = "self.k**0.5", out: str = "self.W_O(z)"
) -> str:
    return f"""
        class CrossAttention(torch.nn.Module):
            def __init__(self, d_model, n_heads):
                super().__init__()
                assert d_model % n_heads == 0
                self.h, self.k = n_heads, d_model // n_heads
                self.W_Q, self.W_K, self.W_V, self.W_O = (torch.nn.Linear(d_model, d_model) for _ in range(4))

            def split(self, t):
                return t.view(t.shape[0], t.shape[1], self.h, self.k).transpose(1, 2)

            def forward(self, x, memory, mask=None):
                q, k, v = self.split(self.W_Q({q})), self.split(self.W_K({k})), self.split(self.W_V({v}))
                s = q @ k.mT / {scale}
                if mask is not None:
                    s = s.masked_fill(mask == 0, float("-inf"))
                z = (s.softmax(-1) @ v).transpose(1, 2).flatten(2)
                return {out}
        """


RIGHT = {
    "numpy function": function(),
    "torch function, einsum, in Spanish": """
        def atencion_cruzada(x, memoria, Wq, Wk, Wv):
            q, k, v = x @ Wq, memoria @ Wk, memoria @ Wv
            pesos = torch.softmax(torch.einsum("id,jd->ij", q, k) * q.shape[-1] ** -0.5, dim=-1)
            return torch.einsum("ij,jd->id", pesos, v), pesos
        """,
    "numpy function by way of another one": """
        def atencion(Q, K, V):
            S = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])
            A = np.exp(S) / np.exp(S).sum(-1, keepdims=True)
            return A @ V, A

        def cross_attention(decoder, encoder, W_Q, W_K, W_V):
            return atencion(decoder @ W_Q, encoder @ W_K, encoder @ W_V)
        """,
    "memory first": function().replace("x, memory, W_Q", "memory, x, W_Q"),
    "module": module(),
    "module that returns its weights, fused keys and values, in Spanish": """
        class AtencionCruzada(torch.nn.Module):
            def __init__(self, d_modelo, n_cabezas, dropout=0.1):
                super().__init__()
                self.n_cabezas = n_cabezas
                self.kv = torch.nn.Linear(d_modelo, 2 * d_modelo, bias=False)
                self.q = torch.nn.Linear(d_modelo, d_modelo, bias=False)
                self.o = torch.nn.Linear(d_modelo, d_modelo, bias=False)
                self.dropout = torch.nn.Dropout(dropout)

            def forward(self, x, memoria, mascara=None):
                B, n, d = x.shape
                k, v = self.kv(memoria).chunk(2, dim=-1)
                forma = (B, -1, self.n_cabezas, d // self.n_cabezas)
                q, k, v = (t.view(forma).transpose(1, 2) for t in (self.q(x), k, v))
                pesos = torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(d // self.n_cabezas), dim=-1)
                z = (self.dropout(pesos) @ v).transpose(1, 2).reshape(B, n, d)
                return self.o(z), pesos
        """,
}

ALL = {"values", "sources", "lengths", "weights"}
# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "x attends to itself": (function(k="x", v="x"), ALL),
    "exchanged": (function(q="memory", k="x", v="x"), ALL),
    "values of x": (function(v="x"), ALL),
    "the softmax over the queries": (function().replace("axis=1", "axis=0"), {"values", "weights"}),
    "the softmax over all": (
        function()
        .replace("S.max(axis=1, keepdims=True)", "S.max()")
        .replace("E.sum(axis=1, keepdims=True)", "E.sum()"),
        {"values", "weights"},
    ),
    "memory cut to as many tokens as x": (
        function(k="memory[: len(x)]", v="memory[: len(x)]"),
        {"values", "lengths", "weights"},
    ),
    "keys of x": (function(k="x"), ALL),
    "x joins memory": (
        function(k="np.concatenate([x, memory])", v="np.concatenate([x, memory])"),
        {"values", "sources", "weights"},
    ),
    "no scale": (function(scale="1"), {"values"}),
    "divided by d_k": (function(scale="W_Q.shape[1]"), {"values"}),
    "the output alone": (function(result="A @ V"), {"weights"}),
    "weights transposed": (function(result="A @ V, A.T"), {"weights"}),
    "weights first": (function(result="A, A @ V"), {"weights"}),
    "scores for weights": (function(result="A @ V, S"), {"weights"}),
    "module: x attends to itself": (module(k="x", v="x"), {"values", "sources", "lengths"}),
    "module: exchanged": (module(q="memory", k="x", v="x"), {"values", "sources", "lengths"}),
    "module: the softmax over the queries": (module().replace("softmax(-1)", "softmax(-2)"), {"values"}),
    "module: the softmax over all": (
        module().replace("s.softmax(-1)", "s.flatten(-2).softmax(-1).view_as(s)"),
        {"values"},
    ),
    "module: values of x": (module(v="x"), {"values", "sources", "lengths"}),
    "module: keys of x": (module(k="x"), {"values", "sources", "lengths"}),
    "module: no scale": (module(scale="1"), {"values"}),
    "module: no output projection": (module(out="z"), {"values"}),
    "module: memory added": (module(out="self.W_O(z) + memory.mean(1, keepdim=True)"), {"values"}),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("cross_attention", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("cross_attention", source, seed) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "x @ W_V",
        "x @ W_V + (memory @ W_V).mean(0)",
        "0 * x @ W_V, np.ones((len(x), len(memory))) / len(memory)",
        "None",
    ],
)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    source = f"def cross_attention(x, memory, W_Q, W_K, W_V):\n    return {answer}"
    assert failed("cross_attention", source, 1) == ALL


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("x attends to itself", "memory_ignored"),
        ("exchanged", "x_and_memory_exchanged"),
        ("values of x", "values_from_x"),
        ("the output alone", "weights_not_returned"),
        ("weights transposed", "weights_of_the_source"),
        ("module: x attends to itself", "memory_ignored"),
        ("module: exchanged", "x_and_memory_exchanged"),
        ("the softmax over the queries", "softmax_over_the_queries"),
        ("the softmax over all", "softmax_over_all_scores"),
        ("module: the softmax over the queries", "softmax_over_the_queries"),
        ("module: the softmax over all", "softmax_over_all_scores"),
        ("module: no scale", "no_scaling"),
    ],
)
def test_a_known_mistake_is_named(mistake: str, name: str) -> None:
    found = judge("cross_attention", WRONG[mistake][0], 1, diagnosed=True).diagnosis
    assert found[0].id == f"cross_attention/{name}"


def test_the_message_says_who_asks() -> None:
    assert "queries come from x" in messages("cross_attention", WRONG["exchanged"][0])["sources"]


@pytest.mark.parametrize("cut", ["x", "W_Q"])
def test_weights_of_another_shape_are_not_said_to_be_missing(cut: str) -> None:
    """Memory is cut to as many tokens as there are queries, or as W_Q has rows."""
    source = function(k=f"memory[: len({cut})]", v=f"memory[: len({cut})]", result="A @ V, A[:, :3]")
    grade = judge("cross_attention", source, 1, diagnosed=True)
    said = [str(check.message) for check in grade.checks if check.id == "weights"]
    assert said == ["the weights for x (3, 8) and memory (7, 8): the shape is (3, 3), expected (3, 7)."]
    assert "cross_attention/weights_not_returned" not in [d.id for d in grade.diagnosis]


def test_with_memory_for_x_the_reference_is_multi_head_attention() -> None:
    core = references().multihead
    dice = np.random.default_rng(0)
    weights = core.AttentionWeights(*dice.normal(0, 0.3, (4, 12, 12)), *dice.normal(0, 1, (4, 12)))
    x = dice.normal(0, 1, (2, 5, 12))
    got = references("building_blocks").cross_attention.multi_head_cross_attention(x, x, weights, 3)
    np.testing.assert_allclose(got, core.multi_head_attention(x, weights, 3))
