"""Layer norm with gain and bias: right in any style passes every check; each mistake fails just its own checks."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

# Without an eps, a constant token is 0/0, which is the mistake's own matter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2)

FUNCTION = "def layer_norm(x, gamma, beta, eps=1e-5):\n"
PARTS = " m, v = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)\n"
MODULE = """
class LayerNorm(torch.nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        {parameters}
    def forward(self, x):
        m, v = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased={unbiased})
        return {result}
"""
GAIN_AND_BIAS = (
    "self.gamma, self.beta = torch.nn.Parameter(torch.ones(d_model)), torch.nn.Parameter(torch.zeros(d_model))"
)
RESULT = "self.gamma * (x - m) / torch.sqrt(v + self.eps) + self.beta"


def module(result: str = RESULT, parameters: str = GAIN_AND_BIAS, unbiased: bool = False) -> str:
    return MODULE.format(result=result, parameters=parameters, unbiased=unbiased)


RIGHT = {
    "numpy": FUNCTION + PARTS + " return gamma * (x - m) / np.sqrt(v + eps) + beta",
    "torch": FUNCTION
    + " v, m = torch.var_mean(x, -1, unbiased=False, keepdim=True)\n return (x - m) * (v + eps).rsqrt() * gamma + beta",
    "in Spanish, in loops": """
        def norm_capa(x, ganancia, sesgo, epsilon=1e-6):
            salida = np.zeros(x.shape)
            for i in np.ndindex(x.shape[:-1]):
                media = sum(x[i]) / len(x[i])
                varianza = sum((x[i] - media) ** 2) / len(x[i])
                salida[i] = ganancia * (x[i] - media) / math.sqrt(varianza + epsilon) + sesgo
            return salida
        """,
    "bias before gain": "def layer_norm(x, beta, gamma):\n"
    + PARTS
    + " return gamma * (x - m) / np.sqrt(v + 1e-12) + beta",
    "module": module(),
    "module, bias declared first": module(
        parameters="self.beta = torch.nn.Parameter(torch.zeros(d_model))\n"
        "        self.gamma = torch.nn.Parameter(torch.ones(d_model))"
    ),
    "module, names that say nothing, bias first": module(
        "self.q * (x - m) / torch.sqrt(v + self.eps) + self.p",
        "self.p = torch.nn.Parameter(torch.zeros(1, 1, d_model)); "
        "self.q = torch.nn.Parameter(torch.ones(1, 1, d_model))",
    ),
    "eps by keyword only": "def layer_norm(x, gamma, beta, *, epsilon=1e-12):\n"
    + PARTS
    + " return gamma * (x - m) / np.sqrt(v + epsilon) + beta",
    "an eps of its own": "def layer_norm(x, gamma, beta):\n"
    + PARTS
    + " return gamma * (x - m) / np.sqrt(v + 1e-5) + beta",
    "in float64": "torch.set_default_dtype(torch.float64)\n" + module(),
}

ZEROS = GAIN_AND_BIAS.replace("ones", "zeros")
RIGHT["1 + gamma"] = module(RESULT.replace("self.gamma", "(1 + self.gamma)"), ZEROS)
RIGHT["1 + q, bias first, names that say nothing"] = module(
    "(1 + self.q) * (x - m) / torch.sqrt(v + self.eps) + self.p",
    "self.p, self.q = torch.nn.Parameter(torch.zeros(d_model)), torch.nn.Parameter(torch.zeros(d_model))",
)

ALL = {"values", "normalised", "affine", "eps", "per_token"}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "LN-01 unbiased": (
        FUNCTION + " s = x.std(-1, keepdims=True, ddof=1)\n return gamma * (x - x.mean(-1, keepdims=True)) / "
        "np.sqrt(s**2 + eps) + beta",
        {"normalised"},
    ),
    "LN-01 unbiased, in a module": (module(unbiased=True), {"normalised"}),
    "LN-02 eps outside the root": (
        FUNCTION + PARTS + " return gamma * (x - m) / (np.sqrt(v) + eps) + beta",
        {"eps"},
    ),
    "LN-02 eps outside the root, in a module": (
        module("self.gamma * (x - m) / (torch.sqrt(v) + self.eps) + self.beta"),
        {"eps"},
    ),
    "LN-03 no eps": (FUNCTION + PARTS + " return gamma * (x - m) / np.sqrt(v) + beta", {"eps"}),
    "eps of 0.01": (FUNCTION + PARTS + " return gamma * (x - m) / np.sqrt(v + 0.01) + beta", {"eps"}),
    "an eps of its own beside the parameter": (
        FUNCTION + PARTS + " return gamma * (x - m) / np.sqrt(v + 1e-3) + beta",
        {"eps"},
    ),
    "an eps of its own beside the parameter, in a module": (module(RESULT.replace("self.eps", "1e-5")), {"eps"}),
    "1 + gamma, unbiased": (
        module(RESULT.replace("self.gamma", "(1 + self.gamma)"), ZEROS, unbiased=True),
        {"normalised"},
    ),
    "1 + gamma, no bias added": (
        module("(1 + self.gamma) * (x - m) / torch.sqrt(v + self.eps)", ZEROS),
        {"values", "affine"},
    ),
    "LN-04 the variance for the deviation": (
        FUNCTION + PARTS + " return gamma * (x - m) / (v + eps) + beta",
        {"values", "normalised"},
    ),
    "LN-05 the mean kept": (FUNCTION + PARTS + " return gamma * x / np.sqrt(v + eps) + beta", {"values", "normalised"}),
    "LN-06 over the tokens": (
        FUNCTION + " m, v = x.mean(-2, keepdims=True), x.var(-2, keepdims=True)\n"
        " return gamma * (x - m) / np.sqrt(v + eps) + beta",
        {"values", "normalised", "per_token"},
    ),
    "LN-07 over everything": (
        FUNCTION + " return gamma * (x - x.mean()) / np.sqrt(x.var() + eps) + beta",
        {"values", "normalised", "per_token"},
    ),
    "LN-09 swapped": (
        FUNCTION + PARTS + " return beta * (x - m) / np.sqrt(v + eps) + gamma",
        {"values", "affine", "normalised"},
    ),
    "LN-09 the bias forgotten": (FUNCTION + PARTS + " return gamma * (x - m) / np.sqrt(v + eps)", {"values", "affine"}),
    "LN-09 neither": (FUNCTION + PARTS + " return (x - m) / np.sqrt(v + eps)", {"values", "affine"}),
    "LN-09 a module without parameters": (module("(x - m) / torch.sqrt(v + self.eps)", "pass"), {"affine"}),
    "LN-09 scalars in a module": (
        module(parameters="self.gamma, self.beta = (torch.nn.Parameter(torch.full((1,), v)) for v in (1.0, 0.0))"),
        {"affine"},
    ),
    "gain and bias first": (
        FUNCTION + " x = gamma * x + beta\n" + PARTS + " return (x - m) / np.sqrt(v + eps)",
        {"values", "affine"},
    ),
    "gain and bias outside of torch's sight": (
        module(
            parameters="self.gamma, self.beta = torch.ones(d_model), torch.zeros(d_model)",
        ),
        {"affine"},
    ),
    "the bias multiplied too": (
        FUNCTION + PARTS + " return gamma * ((x - m) / np.sqrt(v + eps) + beta)",
        {"values", "affine"},
    ),
}

TRIVIAL = {
    "zeros": " return np.zeros_like(x)",
    "the input": " return x",
    "gain and bias alone": " return gamma * x + beta",
    "random numbers": " return np.random.normal(size=x.shape)",
    "None": " return None",
    "not written": " raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("affine_layer_norm", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("affine_layer_norm", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert judge("affine_layer_norm", FUNCTION + TRIVIAL[answer], 1).points == 0


@pytest.mark.parametrize("mistake", ["LN-01 unbiased", "LN-01 unbiased, in a module"])
def test_an_unbiased_variance_is_named(mistake: str) -> None:
    grade = judge("affine_layer_norm", WRONG[mistake][0], 1, diagnosed=True)
    assert grade.diagnosis[0].id == "affine_layer_norm/unbiased_variance"


def test_a_message_names_the_parameters_that_a_module_lacks() -> None:
    said = messages("affine_layer_norm", WRONG["LN-09 a module without parameters"][0])["affine"]
    assert "no parameter of shape (6,) for gamma, beta" in said


def test_a_norm_without_parameters_beside_it_is_not_taken_for_it() -> None:
    core = "def layer_norm(x, eps=1e-5):\n return x\n"
    assert failed("affine_layer_norm", core + RIGHT["in Spanish, in loops"].replace("\n        ", "\n"), 1) == set()


def test_a_message_says_that_the_parameter_has_no_effect() -> None:
    said = messages("affine_layer_norm", WRONG["an eps of its own beside the parameter"][0])["eps"]
    assert said.startswith("The parameter eps has no effect")
