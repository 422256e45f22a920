"""Feed-forward network: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2)

FUNCTION = "def feed_forward(x, W1, b1, W2, b2):\n"
GELU = "def gelu(z):\n return 0.5 * z * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3)))\n"
MODULE = """
from torch import nn
class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up, self.down = nn.Linear(d_model, {width}{bias}), nn.Linear({width}, d_model{bias})
    def forward(self, x):
        return {forward}
"""


def module(forward: str, width: str = "4 * d_model", bias: str = "") -> str:
    return MODULE.format(forward=forward, width=width, bias=bias)


RIGHT = {
    "numpy, tanh": GELU + FUNCTION + " return gelu(x @ W1 + b1) @ W2 + b2",
    "numpy, erf in a loop over tokens": """
        def red_feed_forward(x, W1, b1, W2, b2):
            phi = np.vectorize(lambda z: 0.5 * (1 + math.erf(z / math.sqrt(2))))
            if x.ndim == 3:
                return np.stack([red_feed_forward(una, W1, b1, W2, b2) for una in x])
            salida = []
            for token in x:
                oculta = token @ W1 + b1
                salida.append((oculta * phi(oculta)) @ W2 + b2)
            return np.array(salida)
        """,
    "torch": FUNCTION + " return F.gelu(x @ W1 + b1) @ W2 + b2",
    "parameters in another order": "def ffn(x, W1, W2, b1, b2):\n return F.gelu(x @ W1 + b1) @ W2 + b2",
    "module": module("self.down(F.gelu(self.up(x)))"),
    "module, tanh": module("self.down(F.gelu(self.up(x), approximate='tanh'))"),
    "Sequential with dropout": """
        from torch import nn
        class RedFeedForward(nn.Module):
            def __init__(self, d_modelo, dropout=0.1):
                super().__init__()
                self.red = nn.Sequential(nn.Linear(d_modelo, 4 * d_modelo), nn.GELU(),
                                         nn.Linear(4 * d_modelo, d_modelo), nn.Dropout(dropout))
            def forward(self, x):
                return self.red(x)
        """,
    "raw parameters, down declared first": """
        class FeedForward(torch.nn.Module):
            def __init__(self, d_model):
                super().__init__()
                self.w_down = torch.nn.Parameter(torch.randn(4 * d_model, d_model))
                self.b_down = torch.nn.Parameter(torch.zeros(1, d_model))
                self.w_up = torch.nn.Parameter(torch.randn(d_model, 4 * d_model))
                self.b_up = torch.nn.Parameter(torch.zeros(1, 4 * d_model))
            def forward(self, x):
                return F.gelu(x @ self.w_up + self.b_up) @ self.w_down + self.b_down
        """,
    "a width that is always asked": """
        class FeedForward(torch.nn.Module):
            def __init__(self, d_model, d_ff):
                super().__init__()
                self.one, self.two = torch.nn.Linear(d_model, d_ff), torch.nn.Linear(d_ff, d_model)
            def forward(self, x):
                return self.two(F.gelu(self.one(x)))
        """,
    "in float64": "torch.set_default_dtype(torch.float64)\n" + module("self.down(F.gelu(self.up(x)))"),
}

ALL = {"values", "nonlinear", "biases", "per_token", "width"}
OF_FUNCTIONS = ALL - {"width"}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "ReLU": (FUNCTION + " return np.maximum(x @ W1 + b1, 0) @ W2 + b2", {"values"}),
    "ReLU in a module": (module("self.down(F.relu(self.up(x)))"), {"values"}),
    "sigmoid GELU": (
        FUNCTION + " h = x @ W1 + b1\n return (h / (1 + np.exp(-1.702 * h))) @ W2 + b2",
        {"values"},
    ),
    "SiLU in a module": (module("self.down(F.silu(self.up(x)))"), {"values"}),
    "no activation": (FUNCTION + " return (x @ W1 + b1) @ W2 + b2", {"values", "nonlinear"}),
    "no activation in a module": (module("self.down(self.up(x))"), {"values", "nonlinear"}),
    "activation at the end": (module("F.gelu(self.down(self.up(x)))"), {"values", "biases"}),
    "biases forgotten": (GELU + FUNCTION + " return gelu(x @ W1) @ W2", {"values", "biases"}),
    "a module without biases": (module("self.down(F.gelu(self.up(x)))", bias=", bias=False"), {"biases"}),
    "b1 after the activation": (GELU + FUNCTION + " return (gelu(x @ W1) + b1) @ W2 + b2", {"values", "biases"}),
    "twice as wide": (module("self.down(F.gelu(self.up(x)))", width="2 * d_model"), {"width"}),
    "as wide as the model": (module("self.down(F.gelu(self.up(x)))", width="d_model"), {"width"}),
    "a residual inside": (module("x + self.down(F.gelu(self.up(x)))"), {"values"}),
    "tokens mixed": (
        module("self.down(F.gelu(self.up(x))) + x.mean(1, keepdim=True)"),
        {"values", "per_token"},
    ),
    "hidden units relative to the other tokens'": (
        FUNCTION + " h = x @ W1 + b1\n return F.gelu(h - h.mean(-2, keepdim=True)) @ W2 + b2",
        {"values", "per_token"},
    ),
    "another Linear beside": (
        module("self.down(F.gelu(self.up(x)))").replace(
            "    def forward", "        self.third = nn.Linear(3, 3)\n    def forward"
        ),
        {"width"},
    ),
    "layers in a plain list": (
        """
        class FeedForward(torch.nn.Module):
            def __init__(self, d_model):
                super().__init__()
                self.layers = [torch.nn.Linear(d_model, 4 * d_model), torch.nn.Linear(4 * d_model, d_model)]
            def forward(self, x):
                return self.layers[1](F.gelu(self.layers[0](x)))
        """,
        ALL,
    ),
}

TRIVIAL = {
    "zeros": FUNCTION + " return np.zeros_like(x)",
    "the input": FUNCTION + " return x",
    "random numbers": FUNCTION + " return np.random.normal(size=x.shape)",
    "None": FUNCTION + " return None",
    "not written": FUNCTION + " raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("feed_forward", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("feed_forward", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("feed_forward", TRIVIAL[answer], 1) == OF_FUNCTIONS


@pytest.mark.parametrize("source", [WRONG["ReLU"][0], WRONG["ReLU in a module"][0]])
def test_relu_is_named_in_both_forms(source: str) -> None:
    grade = judge("feed_forward", source, 1, diagnosed=True)
    assert grade.diagnosis[0].id == "feed_forward/relu_for_gelu"


def test_a_message_says_the_width_that_was_found() -> None:
    said = messages("feed_forward", WRONG["twice as wide"][0])["width"]
    assert said == "At d_model = 6 the FFN is 12 wide, and not 4 d_model = 24."
