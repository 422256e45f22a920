"""What a recurrent network remembers: right in any style passes every check; each mistake fails just its own."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.components.judged import failed, judge, messages, references

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2, 3)


def loop(
    factor: str = "(1 - h**2)[:, None] * W",
    product: str = "F_ @ J",
    state: str = "np.tanh(W @ h + U @ x)",
    norm: str = "np.linalg.norm(J)",
) -> str:
    return f"""
def rnn_influence(W, U, inputs):
    h, J, norms = np.zeros(len(W)), np.eye(len(W)), []
    for x in inputs:
        h_before, h = h, {state}
        F_ = {factor}
        J = {product}
        norms.append({norm})
    return norms
"""


RIGHT = {
    "NumPy": loop(),
    "the spectral norm": loop(norm="np.linalg.norm(J, 2)"),
    "with np.diag, the slope by the inputs": loop(factor="np.diag(1 / np.cosh(W @ h_before + U @ x) ** 2) @ W"),
    "matrices on the right": """
def influencia_rnn(W, U, entradas):
    h, J, normas = np.zeros((1, W.shape[0])), np.eye(W.shape[0]), []
    for x in entradas:
        h = np.tanh(h @ W + x @ U)
        J = J @ W @ np.diag(1 - h[0] ** 2)
        normas.append(float(np.sqrt((J * J).sum())))
    return np.array(normas)
""",
    "transposed on the right": loop(state="np.tanh(h @ W.T + x @ U.T)"),
    "autograd's Jacobian": """
def influencia_rnn(W: torch.Tensor, U, inputs):
    def states(h):
        found = []
        for x in inputs:
            h = torch.tanh(W @ h + U @ x)
            found.append(h)
        return torch.stack(found)
    J = torch.autograd.functional.jacobian(states, torch.zeros(len(W)))
    return J.flatten(1).norm(dim=1)
""",
    "a backward pass for each unit": """
def rnn_influence(W: torch.Tensor, U, inputs):
    norms = []
    for t in range(1, len(inputs) + 1):
        h0 = torch.zeros(W.shape[0], requires_grad=True)
        h = h0
        for x in inputs[:t]:
            h = torch.tanh(W @ h + U @ x)
        rows = [torch.autograd.grad(h[i], h0, retain_graph=True)[0] for i in range(len(h))]
        norms.append(torch.linalg.matrix_norm(torch.stack(rows), 2))
    return torch.stack(norms)
""",
    "with step 0 in front": loop().replace(
        "norms = np.zeros(len(W)), np.eye(len(W)), []", "norms = np.zeros(len(W)), np.eye(len(W)), [np.sqrt(len(W))]"
    ),
}

WRONG = {
    "no derivative of tanh": (loop(factor="W"), {"values", "one_unit", "only_the_past"}),
    "1 - |h|": (loop(factor="(1 - abs(h))[:, None] * W"), {"values", "one_unit"}),
    "the state before": (loop(factor="(1 - h_before**2)[:, None] * W"), {"values", "one_unit", "only_the_past"}),
    "the other order": (loop(product="J @ F_"), {"values"}),
    "slopes on the columns": (loop(factor="(1 - h**2) * W"), {"values"}),
    "one step": (loop(product="F_"), {"values", "one_unit", "powers_of_w"}),
    "W transposed": (loop(state="np.tanh(h @ W + U @ x)", factor="(1 - h**2)[:, None] * W.T"), {"values"}),
    "W transposed in the derivative only": (loop(factor="(1 - h**2)[:, None] * W.T"), {"values"}),
    "the sum of the entries": (loop(norm="abs(J).sum()"), {"values"}),
    "the square of the norm": (loop(norm="(J**2).sum()"), {"values", "one_unit", "powers_of_w"}),
    "the inputs left out": (
        loop(state="np.tanh(W @ h)"),
        {"values", "one_unit", "only_the_past"},
    ),
    "a list from step 0 to the last but one": (
        loop()
        .replace("np.eye(len(W)), []", "np.eye(len(W)), [len(W) ** 0.5]")
        .replace("return norms", "return norms[:-1]"),
        {"values"},
    ),
    "the same in the spectral norm": (
        loop(norm="np.linalg.norm(J, 2)")
        .replace("np.eye(len(W)), []", "np.eye(len(W)), [1.0]")
        .replace("return norms", "return norms[:-1]"),
        {"values"},
    ),
    "divided by the first": (
        loop().replace("return norms", "return np.array(norms) / norms[0]"),
        {"values", "one_unit", "powers_of_w"},
    ),
    "the list backwards": (loop().replace("return norms", "return norms[::-1]"), {"values"}),
    "entry by entry": (loop(product="F_ * J"), {"values", "powers_of_w"}),
    "the gradient of the sum": (loop(norm="np.linalg.norm(J.sum(axis=0))"), {"values"}),
    "h on the left": (loop(state="np.tanh(h @ W + U @ x)"), {"values"}),
    "the last step's slope throughout": (
        """
def rnn_influence(W, U, inputs):
    h = np.zeros(len(W))
    for x in inputs:
        h = np.tanh(W @ h + U @ x)
    F_ = (1 - h**2)[:, None] * W
    return [np.linalg.norm(np.linalg.matrix_power(F_, t)) for t in range(1, len(inputs) + 1)]
""",
        {"values", "one_unit", "only_the_past"},
    ),
}

EVERY = {"values", "one_unit", "powers_of_w", "only_the_past"}
TRIVIAL = {
    "None": "return None",
    "zeros": "return np.zeros(len(inputs))",
    "ones": "return [1.0] * len(inputs)",
    "the last one alone": "return 0.5",
    "noise": "return np.random.random(len(inputs))",
    "it fades": "return 0.9 ** np.arange(len(inputs))",
    "a column of the inputs": "return inputs[:, 0]",
    "the sizes of the inputs, by W": "return np.linalg.norm(inputs, axis=1) * np.linalg.norm(W)",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("rnn_influence", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("rnn_influence", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("rnn_influence", f"def rnn_influence(W, U, inputs):\n {TRIVIAL[answer]}", 1) == EVERY


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("the spectral norm", "the spectral one"),
        ("matrices on the right", "given transposed"),
        ("with step 0 in front", "begins with step 0"),
    ],
)
def test_what_was_assumed_is_said(style: str, said: str) -> None:
    grade = judge("rnn_influence", RIGHT[style], 1)
    assert any(said in str(note) for check in grade.checks for note in check.notes)


def test_a_mistake_under_the_spectral_norm_is_named_too() -> None:
    """The variants give Frobenius norms; with one hidden unit both are the same."""
    source = loop(factor="(1 - abs(h))[:, None] * W", norm="np.linalg.norm(J, 2)")
    grade = judge("rnn_influence", source, 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["rnn_influence/derivative_not_squared"]


@pytest.mark.parametrize("norm", ["", ", 2"])
@pytest.mark.parametrize("seed", SEEDS)
def test_mistakes_with_an_order_or_a_norm_of_their_own_are_named_in_both_norms(norm: str, seed: int) -> None:
    reverse = loop(product="J @ F_", norm=f"np.linalg.norm(J{norm})")
    product = loop(product=f"J * np.linalg.norm(F_{norm})", norm="J[0, 0]")
    for source, name in ((reverse, "factors_in_the_wrong_order"), (product, "product_of_the_norms")):
        named = [d.id for d in judge("rnn_influence", source, seed, diagnosed=True).diagnosis]
        assert named == [f"rnn_influence/{name}"]


@pytest.mark.parametrize("mistake", ["a list from step 0 to the last but one", "the same in the spectral norm"])
def test_a_list_that_is_one_step_late_is_named_in_both_norms(mistake: str) -> None:
    grade = judge("rnn_influence", WRONG[mistake][0], 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["rnn_influence/one_step_late"]


def test_norms_divided_by_the_first_are_not_called_a_step_late() -> None:
    """Both begin with 1, but these are right but for a factor."""
    grade = judge("rnn_influence", WRONG["divided by the first"][0], 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["scaled"]


@pytest.mark.parametrize(
    ("source", "named"),
    [
        (loop(factor="(h * (1 - h))[:, None] * W"), ["derivative_of_the_sigmoid"]),
        (loop(factor="(1 - h)[:, None] * W"), ["one_minus_h"]),
        (loop(norm="(J**2).sum()"), ["squared_norm"]),
        (loop(factor="(h > 0)[:, None] * W", state="np.maximum(0, W @ h + U @ x)"), []),
    ],
)
def test_an_influence_that_is_gone_at_once_is_not_taken_for_another_mistake(source: str, named: list[str]) -> None:
    """Zeros come of many mistakes: none is named by them alone."""
    found = [d.id for d in judge("rnn_influence", source, 1, diagnosed=True).diagnosis]
    assert [id_ for id_ in found if "/" in id_] == [f"rnn_influence/{name}" for name in named]


def test_what_does_not_reach_the_state_is_told_by_its_name() -> None:
    assert "depend on U" in messages("rnn_influence", WRONG["the inputs left out"][0])["only_the_past"]


def test_the_powers_of_w_are_told_beside_the_norm_that_they_scale() -> None:
    """A norm of four units is 2 for the identity, so that 0.5 is what a quarter of it comes to."""
    said = messages("rnn_influence", WRONG["one step"][0])["powers_of_w"]
    assert "expected 0.5, which is 0.25 times the norm of the identity (2); got 1." in said


def test_a_message_names_the_step() -> None:
    assert "step 1: got" in messages("rnn_influence", WRONG["1 - |h|"][0])["one_unit"]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_reference_is_what_autograd_finds(seed: int) -> None:
    dice = np.random.default_rng(seed)
    W, U, inputs = dice.normal(0, 0.6, (5, 5)), dice.normal(0, 1, (5, 3)), dice.normal(0, 1, (7, 3))
    tW, tU, tx = map(torch.from_numpy, (W, U, inputs))

    def states(h: torch.Tensor) -> torch.Tensor:
        found = []
        for x in tx:
            h = torch.tanh(tW @ h + tU @ x)
            found.append(h)
        return torch.stack(found)

    wanted = torch.autograd.functional.jacobian(states, torch.zeros(5, dtype=torch.float64))
    reference = references("foundations").rnn_influence
    np.testing.assert_allclose(reference.jacobians(W, U, inputs), wanted.numpy(), rtol=1e-10, atol=1e-14)
    norms = wanted.flatten(1).norm(dim=1).numpy()
    np.testing.assert_allclose(reference.rnn_influence(W, U, inputs), norms, rtol=1e-10)
