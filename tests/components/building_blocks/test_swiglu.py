"""SwiGLU: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2)

FUNCTION = "def swiglu(x, W_gate, W_up, W_down):\n"
SILU = "def silu(z):\n return z / (1 + np.exp(-z))\n"
LINEARS = "self.{0}, self.{1}, self.{2} = L(d_model, d_ff), L(d_model, d_ff), L(d_ff, d_model)"
MODULE = """
class SwiGLU(torch.nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        L = lambda n_in, n_out: torch.nn.Linear(n_in, n_out, bias={bias})
        {layers}
    def forward(self, x):
        {forward}
"""


def module(
    forward: str = "return self.down(F.silu(self.gate(x)) * self.up(x))",
    layers: str = LINEARS.format("gate", "up", "down"),
    bias: bool = False,
) -> str:
    return MODULE.format(layers=layers, forward=forward, bias=bias)


RIGHT = {
    "numpy": SILU + FUNCTION + " return (silu(x @ W_gate) * (x @ W_up)) @ W_down",
    "torch": FUNCTION + " return (F.silu(x @ W_gate) * (x @ W_up)) @ W_down",
    "up before gate, by name": SILU
    + "def swiglu(x, W_up, W_gate, W_down):\n return (silu(x @ W_gate) * (x @ W_up)) @ W_down",
    "in Spanish, token by token": SILU
    + """
def red_swiglu(x, W_puerta, W_subida, W_bajada):
    def de_un_token(t):
        return (silu(t @ W_puerta) * (t @ W_subida)) @ W_bajada
    return np.apply_along_axis(de_un_token, -1, x)
""",
    "module": module(),
    "module with biases": module(bias=True),
    "module, up declared first": module(layers=LINEARS.format("up", "gate", "down")),
    "module by Llama's names": module(
        "return self.w2(F.silu(self.w1(x)) * self.w3(x))", LINEARS.format("w1", "w3", "w2")
    ),
    "module, names that say the contrary": module("return self.down(F.silu(self.up(x)) * self.gate(x))"),
    "gate and up in one matrix": module(
        "g, u = self.both(x).chunk(2, dim=-1)\n        return self.down(F.silu(g) * u)",
        "self.both, self.down = L(d_model, 2 * d_ff), L(d_ff, d_model)",
    ),
    "up and gate in one matrix, with biases": module(
        "u, g = self.both(x).chunk(2, dim=-1)\n        return self.down(F.silu(g) * u)",
        "self.both, self.down = L(d_model, 2 * d_ff), L(d_ff, d_model)",
        bias=True,
    ),
    "raw parameters": """
        class SwiGLU(torch.nn.Module):
            def __init__(self, dim, hidden_dim):
                super().__init__()
                shapes = ((dim, hidden_dim), (hidden_dim, dim), (dim, hidden_dim))
                self.a, self.b, self.c = (torch.nn.Parameter(torch.randn(s)) for s in shapes)
            def forward(self, x):
                h = x @ self.c
                return (h * torch.sigmoid(h) * (x @ self.a)) @ self.b
        """,
    "in float64": "torch.set_default_dtype(torch.float64)\n" + module(),
}

ALL = {"values", "linear_in_up", "product", "per_token", "three_matrices"}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "ReGLU": (FUNCTION + " return (np.maximum(x @ W_gate, 0) * (x @ W_up)) @ W_down", {"values"}),
    "GEGLU in a module": (module("return self.down(F.gelu(self.gate(x)) * self.up(x))"), {"values"}),
    "GEGLU in a module, up declared first": (
        module("return self.b(F.gelu(self.c(x)) * self.a(x))", LINEARS.format("a", "c", "b")),
        {"values"},
    ),
    "GLU": (FUNCTION + " return (torch.sigmoid(x @ W_gate) * (x @ W_up)) @ W_down", {"values", "product"}),
    "no activation": (FUNCTION + " return ((x @ W_gate) * (x @ W_up)) @ W_down", {"values"}),
    "gate and up exchanged": (
        FUNCTION + " return (F.silu(x @ W_up) * (x @ W_gate)) @ W_down",
        {"values", "linear_in_up"},
    ),
    "SiLU on both": (
        FUNCTION + " return (F.silu(x @ W_gate) * F.silu(x @ W_up)) @ W_down",
        {"values", "linear_in_up"},
    ),
    "SiLU of the product, in a module": (
        module("return self.down(F.silu(self.gate(x) * self.up(x)))"),
        {"values", "linear_in_up"},
    ),
    "a sum": (FUNCTION + " return (F.silu(x @ W_gate) + x @ W_up) @ W_down", {"values", "linear_in_up", "product"}),
    "softmax over the tokens for a gate": (
        FUNCTION + " return ((x @ W_gate).softmax(-2) * (x @ W_up)) @ W_down",
        {"values", "product", "per_token"},
    ),
    "two thirds as wide as was asked": (
        module().replace("(d_model, d_ff)", "(d_model, 2 * d_ff // 3)").replace("L(d_ff,", "L(2 * d_ff // 3,"),
        {"three_matrices"},
    ),
    "a fourth matrix": (
        module(layers=LINEARS.format("gate", "up", "down") + "\n        self.spare = L(3, 5)"),
        {"three_matrices"},
    ),
    "an ordinary network": (
        module("return self.down(F.silu(self.up(x)))", "self.up, self.down = L(d_model, d_ff), L(d_ff, d_model)"),
        ALL,
    ),
}

TRIVIAL = {
    "zeros": " return np.zeros_like(x)",
    "the input": " return x",
    "random numbers": " return np.random.normal(size=x.shape)",
    "None": " return None",
    "not written": " raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("swiglu", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("swiglu", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert judge("swiglu", FUNCTION + TRIVIAL[answer], 1).points == 0


def test_an_exchange_of_gate_and_up_is_told() -> None:
    assert "W_gate and W_up are exchanged" in messages("swiglu", WRONG["gate and up exchanged"][0])["linear_in_up"]


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("ReGLU", "relu_gate"),
        ("GEGLU in a module", "gelu_gate"),
        ("SiLU of the product, in a module", "silu_of_the_product"),
    ],
)
def test_another_gate_is_named(mistake: str, name: str) -> None:
    assert judge("swiglu", WRONG[mistake][0], 1, diagnosed=True).diagnosis[0].id == f"swiglu/{name}"
