"""RMSNorm: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

# Without an eps, a token of zeros is 0/0, which is the mistake's own matter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2)

FUNCTION = "def rms_norm(x, gain, eps=1e-5):\n"
MODULE = """
class RMSNorm(torch.nn.Module):
    def __init__(self, d_model, eps=1e-6):
        super().__init__()
        self.eps = eps
        {parameters}
    def forward(self, x):
        return {result}
"""
GAIN = "self.gain = torch.nn.Parameter(torch.ones(d_model))"
RESULT = "self.gain * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)"


def module(result: str = RESULT, parameters: str = GAIN) -> str:
    return MODULE.format(result=result, parameters=parameters)


RIGHT = {
    "numpy": FUNCTION + " return gain * x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)",
    "torch": FUNCTION + " return gain * x * (x.square().mean(-1, keepdim=True) + eps).rsqrt()",
    "in Spanish, in loops, with a tiny eps": """
        def norma_rms(x, ganancia):
            salida = np.empty(x.shape)
            for i in np.ndindex(x.shape[:-1]):
                cuadrados = sum(valor * valor for valor in x[i]) / len(x[i])
                salida[i] = [g * valor / math.sqrt(cuadrados + 1e-12) for g, valor in zip(ganancia, x[i])]
            return salida
        """,
    "gain first": "def rms_norm(gain, x):\n return gain * x / np.sqrt(np.mean(x**2, -1, keepdims=True) + 1e-8)",
    "module": module(),
    "module by its length, in Spanish": """
        class NormaRMS(torch.nn.Module):
            def __init__(self, dim):
                super().__init__()
                self.escala = torch.nn.Parameter(torch.ones(1, 1, dim))
            def forward(self, x):
                longitud = torch.sqrt(x.pow(2).sum(-1, keepdim=True) + 1e-6 * x.shape[-1])
                return x / longitud * x.shape[-1] ** 0.5 * self.escala
        """,
    "in float64": "torch.set_default_dtype(torch.float64)\n" + module(),
    "computed in float32, as in Llama": module(
        "self.gain * (x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + self.eps)).type_as(x)"
    ),
}

RIGHT["1 + g, as in Gemma"] = module(RESULT.replace("self.gain", "(1 + self.gain)"), GAIN.replace("ones", "zeros"))
RIGHT["1 + g, in float32 and other words"] = module(
    "(x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + self.eps)) * (1.0 + self.weight.float())",
    "self.weight = torch.nn.Parameter(torch.zeros(1, 1, d_model))",
)

ALL = {"values", "unit_rms", "only_rescales", "gain", "eps"}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "a gain that starts at 0": (module(parameters=GAIN.replace("ones", "zeros")), {"gain"}),
    "a gain that starts at random": (module(parameters=GAIN.replace("ones", "randn")), {"gain"}),
    "a layer norm": (
        FUNCTION
        + " c = x - x.mean(-1, keepdims=True)\n return gain * c / np.sqrt((c**2).mean(-1, keepdims=True) + eps)",
        {"values", "only_rescales"},
    ),
    "a layer norm as a module": (
        module(
            "self.gain * (x - x.mean(-1, keepdim=True))"
            " / torch.sqrt(x.var(-1, keepdim=True, unbiased=False) + self.eps)"
        ),
        {"values", "only_rescales"},
    ),
    "the length": (
        FUNCTION + " return gain * x / np.sqrt((x**2).sum(-1, keepdims=True) + eps)",
        {"values", "unit_rms"},
    ),
    "the standard deviation": (
        FUNCTION + " return gain * x / (x.std(-1, keepdims=True) + 1e-12)",
        {"values", "unit_rms"},
    ),
    "no root": (FUNCTION + " return gain * x / ((x**2).mean(-1, keepdims=True) + eps)", {"values", "unit_rms"}),
    "over the tokens": (
        FUNCTION + " return gain * x / np.sqrt((x**2).mean(-2, keepdims=True) + eps)",
        {"values", "unit_rms", "only_rescales"},
    ),
    "over everything": (FUNCTION + " return gain * x / np.sqrt((x**2).mean() + eps)", {"values", "unit_rms"}),
    "no gain": (FUNCTION + " return x / np.sqrt((x**2).mean(-1, keepdims=True) + eps)", {"values", "gain"}),
    "a module without a gain": (
        module("x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)", "pass"),
        {"gain"},
    ),
    "one gain for all features": (module(parameters="self.gain = torch.nn.Parameter(torch.ones(1))"), {"gain"}),
    "a gain that is frozen": (
        module(parameters="self.gain = torch.nn.Parameter(torch.ones(d_model), requires_grad=False)"),
        {"gain"},
    ),
    "a gain that is detached": (module(RESULT.replace("self.gain", "self.gain.detach()")), {"gain"}),
    "1 + g, frozen": (
        module(
            RESULT.replace("self.gain", "(1 + self.gain)"),
            GAIN.replace("ones", "zeros") + "\n        self.gain.requires_grad = False",
        ),
        {"gain"},
    ),
    "a bias too": (
        module(RESULT + " + self.bias", GAIN + "\n        self.bias = torch.nn.Parameter(torch.zeros(d_model))"),
        {"gain"},
    ),
    "1 + gain": (
        FUNCTION + " return (1 + gain) * x / np.sqrt((x**2).mean(-1, keepdims=True) + eps)",
        {"values", "unit_rms", "gain"},
    ),
    "1 + g, from 1": (module(RESULT.replace("self.gain", "(1 + self.gain)")), {"values", "unit_rms", "gain"}),
    "1 + g, from a number beside 0": (
        module(RESULT.replace("self.gain", "(1 + self.gain)"), GAIN.replace("ones", "randn")),
        {"values", "unit_rms", "gain"},
    ),
    "1 + g of a token whose mean is taken away": (
        module(
            "(1 + self.gain) * (x - x.mean(-1, keepdim=True))"
            " / torch.sqrt(x.var(-1, keepdim=True, unbiased=False) + self.eps)",
            GAIN.replace("ones", "zeros"),
        ),
        {"values", "only_rescales"},
    ),
    "2 + g": (
        module(RESULT.replace("self.gain", "(2 + self.gain)"), GAIN.replace("ones", "zeros")),
        {"values", "unit_rms", "gain"},
    ),
    "gain before the norm": (
        FUNCTION + " x = gain * x\n return x / np.sqrt((x**2).mean(-1, keepdims=True) + eps)",
        {"values", "gain"},
    ),
    "no eps": (FUNCTION + " return gain * x / np.sqrt((x**2).mean(-1, keepdims=True))", {"eps"}),
    "eps outside the root": (FUNCTION + " return gain * x / (np.sqrt((x**2).mean(-1, keepdims=True)) + eps)", {"eps"}),
    "an eps of its own beside the parameter": (
        FUNCTION + " return gain * x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-8)",
        {"eps"},
    ),
    "an eps of its own beside the parameter, in a module": (module(RESULT.replace("self.eps", "1e-5")), {"eps"}),
    "eps of 0.01": (FUNCTION + " return gain * x / np.sqrt((x**2).mean(-1, keepdims=True) + 0.01)", {"eps"}),
}

TRIVIAL = {
    "zeros": " return np.zeros_like(x)",
    "the input": " return x",
    "the gain alone": " return gain * x",
    "ones": " return np.ones_like(x)",
    "signs": " return np.sign(x)",
    "random numbers": " return np.random.normal(size=x.shape)",
    "None": " return None",
    "not written": " raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("rms_norm", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("rms_norm", source, seed) == expected


@pytest.mark.parametrize("answer", [name for name in TRIVIAL if name != "signs"])
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert judge("rms_norm", FUNCTION + TRIVIAL[answer], 1).points == 0


def test_signs_have_a_root_mean_square_of_1_and_no_more() -> None:
    assert failed("rms_norm", FUNCTION + TRIVIAL["signs"], 1) >= {"values", "only_rescales", "gain"}


@pytest.mark.parametrize("mistake", ["a gain that starts at 0", "a gain that starts at random"])
def test_a_gain_that_starts_elsewhere_is_named(mistake: str) -> None:
    grade = judge("rms_norm", WRONG[mistake][0], 1, diagnosed=True)
    assert grade.diagnosis[0].id == "rms_norm/gain_starts_elsewhere"


@pytest.mark.parametrize("mistake", ["a gain that is frozen", "a gain that is detached", "1 + g, frozen"])
def test_a_gain_that_does_not_learn_is_named(mistake: str) -> None:
    grade = judge("rms_norm", WRONG[mistake][0], 1, diagnosed=True)
    assert grade.diagnosis[0].id == "rms_norm/gain_not_trained"


@pytest.mark.parametrize("mistake", ["2 + g", "1 + g of a token whose mean is taken away"])
def test_a_gain_that_is_added_to_a_number_is_not_said_to_start_at_0(mistake: str) -> None:
    grade = judge("rms_norm", WRONG[mistake][0], 1, diagnosed=True)
    assert "rms_norm/gain_starts_elsewhere" not in [found.id for found in grade.diagnosis]


@pytest.mark.parametrize("mistake", ["a layer norm", "a layer norm as a module"])
def test_a_mean_that_is_taken_away_is_named(mistake: str) -> None:
    grade = judge("rms_norm", WRONG[mistake][0], 1, diagnosed=True)
    assert grade.diagnosis[0].id == "rms_norm/mean_subtracted"


def test_a_message_says_where_the_eps_is() -> None:
    said = messages("rms_norm", WRONG["eps outside the root"][0])["eps"]
    assert "added to the root, outside of it (about 1e-05)" in said
