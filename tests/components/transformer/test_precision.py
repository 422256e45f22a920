"""Right answers that lost digits on the way cost the checks of values, and no property."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge
from tests.components.transformer import block_functions, multihead_functions

NUMPY = {
    "softmax": """
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis, keepdims=True))
    return coarse(e / e.sum(axis, keepdims=True))
""",
    "attention": """
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return coarse(weights @ V), coarse(weights)
""",
    "attention, its output alone": """
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return coarse(weights @ V), weights
""",
    "positional_encoding": """
def positional_encoding(n, d):
    angle = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    pe = np.zeros((n, d))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return coarse(pe)
""",
    "multihead": (multihead_functions.NUMPY + multihead_functions.PLAIN).replace(
        "return np.concatenate(outs, axis=-1) @ W_O", "return coarse(np.concatenate(outs, axis=-1) @ W_O)"
    ),
    "block": block_functions.RIGHT["plain"].replace(
        "return layer_norm(x + ffn(x, W1, b1, W2, b2))", "return coarse(layer_norm(x + ffn(x, W1, b1, W2, b2)))"
    ),
}
TORCH = {
    "softmax": "def softmax(z, dim=-1):\n    return coarse(torch.softmax(z.float(), dim))\n",
    "attention": """
def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -torch.inf)
    weights = scores.softmax(-1)
    return coarse(weights @ V), coarse(weights)
""",
}
COARSE = {
    "rounded to 2 decimals": "def coarse(x):\n    return np.round(x, 2)\n",
    "rounded to 3 decimals": "def coarse(x):\n    return np.round(x, 3)\n",
    "rounded to 4 decimals": "def coarse(x):\n    return np.round(x, 4)\n",
    "in float16": "def coarse(x):\n    return x.astype(np.float16)\n",
    "once in float16": "def coarse(x):\n    return x.astype(np.float16).astype(np.float64)\n",
}
COARSE_IN_TORCH = {
    "in float16": "def coarse(x):\n    return x.half()\n",
    "once in float16": "def coarse(x):\n    return x.half().float()\n",
    "in bfloat16": "def coarse(x):\n    return x.bfloat16()\n",
}
VALUES = {
    "softmax": {"values"},
    "attention": {"values"},
    "positional_encoding": {"values", "far_positions"},
    "multihead": {"values", "one_head"},
    "block": {"values"},
}
SEEDS = (0, 1, 2)


def cases() -> list[tuple[str, str, str, str]]:
    """Component, source, what was done to its answer, and by what name that is known."""
    made = [(name, source, how, COARSE[how]) for name, source in NUMPY.items() for how in COARSE]
    made += [(name, source, how, COARSE_IN_TORCH[how]) for name, source in TORCH.items() for how in COARSE_IN_TORCH]
    # The tolerance behind two layer norms is 2e-3, whatever an eps is: three decimals are within.
    return [
        case for case in made if case[0] != "block" or case[2] not in ("rounded to 3 decimals", "rounded to 4 decimals")
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "source", "how", "code"), [pytest.param(*c, id=f"{c[0]} {c[2]}") for c in cases()])
def test_a_coarse_answer_costs_its_values_alone(name: str, source: str, how: str, code: str, seed: int) -> None:
    component = name.partition(",")[0]
    assert failed(component, code + source, seed) == VALUES[component]


@pytest.mark.parametrize(("name", "source", "how", "code"), [pytest.param(*c, id=f"{c[0]} {c[2]}") for c in cases()])
def test_what_made_it_coarse_is_said_and_named(name: str, source: str, how: str, code: str) -> None:
    component = name.partition(",")[0]
    grade = judge(component, code + source, 1, diagnosed=True)
    message = next(str(check.message) for check in grade.checks if check.id == "values")
    assert "the numbers are right, but" in message
    assert (how if "decimals" in how else how.removeprefix("once ").removeprefix("in ")) in message
    assert {diagnosis.id for diagnosis in grade.diagnosis} == {"rounded" if "decimals" in how else "half_precision"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_wrong_scale_shows_through_coarse_numbers(seed: int) -> None:
    """What is forgiven for coarseness is small beside any mistake of the scale."""
    for divisor in ("1", "Q.shape[-1]", "np.sqrt(V.shape[-1])", "np.sqrt(len(K))"):
        source = NUMPY["attention"].replace("np.sqrt(Q.shape[-1])", divisor)
        for code in COARSE.values():
            assert {"values", "scaled"} <= failed("attention", code + source, seed)
