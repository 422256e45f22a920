"""The spread of scores: right in any style passes, however it draws; each mistake fails just its own checks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from grader.components.foundations.score_spread import allowed_error
from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2)


def numpy(
    scores: str = "(q * k).sum(axis=1)",
    out: str = "scores.std(), (scores / math.sqrt(d_k)).std()",
    draw: str = "dice.standard_normal((n, d_k))",
    seed: str = "seed",
) -> str:
    return f"""
def score_spread(d_k, n=10_000, seed=0):
    dice = np.random.default_rng({seed})
    q, k = {draw}, {draw}
    scores = {scores}
    return {out}
"""


RIGHT = {
    "NumPy": numpy(),
    "einsum, a dictionary": numpy(
        "np.einsum('nd,nd->n', q, k)", "{'raw': np.std(scores), 'scaled': scores.std() / d_k**0.5}"
    ),
    "n - 1 in the variance": numpy(out="[scores.std(ddof=1), np.std(scores * d_k**-0.5, ddof=1)]"),
    "torch": """
def dispersion_puntuaciones(d_k, n=10_000, semilla=0):
    torch.manual_seed(semilla)
    q, k = torch.randn(n, d_k), torch.randn(n, d_k)
    puntuaciones = (q * k).sum(-1)
    return puntuaciones.std(), (puntuaciones / math.sqrt(d_k)).std()
""",
    "pair by pair, with a list": """
def score_spread(d_k, n=10_000, seed=0):
    np.random.seed(seed)
    scores = [np.random.randn(d_k) @ np.random.randn(d_k) for _ in range(n)]
    return float(np.std(scores)), float(np.std(scores) / np.sqrt(d_k))
""",
    "every query with every key": """
def score_spread(d_k, n=10_000, seed=0):
    dice = np.random.default_rng(seed)
    q, k = dice.normal(size=(min(n, 500), d_k)), dice.normal(size=(min(n, 500), d_k))
    scores = q @ k.T
    return scores.std(), (scores / np.sqrt(d_k)).std()
""",
    "the seed before the number": """
def score_spread(d_k, seed=0, n=10_000):
    dice = np.random.default_rng(seed)
    scores = (dice.normal(size=(n, d_k)) * dice.normal(size=(n, d_k))).sum(1)
    return scores.std(), (scores / np.sqrt(d_k)).std()
""",
    "rounded to one decimal": numpy(out="round(scores.std(), 1), round((scores / math.sqrt(d_k)).std(), 1)"),
    "the raw one of the scaled one": numpy(out="(scores / d_k**0.5).std() * d_k**0.5, (scores / d_k**0.5).std()"),
    "rounded, d_k alone": """
def score_spread(d_k):
    scores = (np.random.randn(10_000, d_k) * np.random.randn(10_000, d_k)).sum(1)
    return round(scores.std(), 1), round((scores / np.sqrt(d_k)).std(), 1)
""",
    "d_k alone": """
def score_spread(d_k):
    q, k = np.random.randn(2_000, d_k), np.random.randn(2_000, d_k)
    scores = (q * k).sum(1)
    return scores.std(), (scores / np.sqrt(d_k)).std()
""",
}

EVERY = {"raw_spread", "scaled_spread", "n_pairs", "reproducible"}

WRONG = {
    "not divided": (numpy(out="scores.std(), scores.std()"), {"scaled_spread"}),
    "divided by d_k": (numpy(out="scores.std(), (scores / d_k).std()"), {"scaled_spread"}),
    "divided by the fourth root": (numpy(out="scores.std(), (scores / d_k**0.25).std()"), {"scaled_spread"}),
    "variances": (numpy(out="scores.var(), (scores / math.sqrt(d_k)).var()"), {"raw_spread"}),
    "the other order": (numpy(out="(scores / d_k**0.5).std(), scores.std()"), {"raw_spread"}),
    "the means": (
        numpy(out="scores.mean(), (scores / d_k**0.5).mean()"),
        EVERY,
    ),
    "between -1 and 1": (numpy(draw="dice.uniform(-1, 1, (n, d_k))"), {"raw_spread", "scaled_spread"}),
    "summed over the pairs": (numpy("(q * k).sum(axis=0)"), EVERY),
    "n and d_k exchanged": (
        numpy(draw="dice.standard_normal((d_k, n))"),
        EVERY,
    ),
    "divided by √n": (numpy(out="scores.std(), (scores / n**0.5).std()"), {"scaled_spread"}),
    "uniform": (numpy(draw="dice.random((n, d_k))"), {"raw_spread", "scaled_spread"}),
    "one vector": (numpy("(q * q).sum(axis=1)"), {"raw_spread", "scaled_spread"}),
    "the deviation of the entries": (numpy("q"), {"raw_spread", "scaled_spread"}),
    "the mean of |q·k|": (
        numpy(out="abs(scores).mean(), abs(scores / d_k**0.5).mean()"),
        {"raw_spread", "scaled_spread"},
    ),
    "the second number is the theory's": (numpy(out="scores.std(), 1.0"), {"scaled_spread"}),
    "the second number is nearly the theory's": (numpy(out="scores.std(), 0.998"), {"scaled_spread"}),
    "divided by their own deviation": (numpy(out="scores.std(), (scores / scores.std()).std()"), {"scaled_spread"}),
    "divided by their own deviation, in float32": (
        numpy(
            out="scores.std(), float((torch.tensor(scores) / torch.tensor(scores).std()).float().std())",
        ),
        {"scaled_spread"},
    ),
    "the first number is the theory's": (numpy(out="math.sqrt(d_k), (scores / d_k**0.5).std()"), {"raw_spread"}),
    "the first number is the theory's, rounded": (
        numpy(out="round(math.sqrt(d_k), 3), (scores / d_k**0.5).std()"),
        {"raw_spread"},
    ),
    "the other order, of the theory's and the measured": (
        numpy(out="1.0, scores.std()"),
        {"raw_spread", "scaled_spread"},
    ),
    "a hundred pairs": (numpy(draw="dice.standard_normal((100, d_k))"), {"n_pairs"}),
    "thirty pairs": (numpy(draw="dice.standard_normal((30, d_k))"), {"n_pairs"}),
    "a hundred pairs, not divided": (
        numpy(out="scores.std(), scores.std()", draw="dice.standard_normal((100, d_k))"),
        {"scaled_spread", "n_pairs"},
    ),
    "a hundred pairs, the mean of |q·k|": (
        numpy(out="abs(scores).mean(), scores.std() / d_k**0.5", draw="dice.standard_normal((100, d_k))"),
        {"raw_spread", "n_pairs"},
    ),
    "n ignored and the theory's second": (
        numpy(out="scores.std(), 1.0", draw="dice.standard_normal((10_000, d_k))"),
        {"scaled_spread", "n_pairs"},
    ),
    "the theory's second, d_k alone": (
        "def score_spread(d_k):\n q, k = np.random.randn(2, 2_000, d_k)\n return (q * k).sum(1).std(), 1.0",
        {"scaled_spread"},
    ),
    "numbers of deviation 0.1": (numpy(draw="dice.normal(0, 0.1, (n, d_k))"), {"raw_spread", "scaled_spread"}),
    "queries of length 1": (
        numpy("(q / np.linalg.norm(q, axis=1, keepdims=True) * k).sum(axis=1)"),
        {"raw_spread", "scaled_spread"},
    ),
    "products before they are summed": (numpy("q * k"), {"raw_spread", "scaled_spread"}),
    "no fewer than a hundred pairs": (
        numpy().replace("    dice", "    assert n >= 100\n    dice", 1),
        {"n_pairs"},
    ),
    "no seed": (numpy(draw="np.random.normal(size=(n, d_k))"), {"reproducible"}),
    "one seed": (numpy(seed="0"), {"reproducible"}),
    "one number of pairs": (numpy(draw="dice.standard_normal((10_000, d_k))"), {"n_pairs"}),
}

TRIVIAL = {
    "None": "return None",
    "the theory": "return math.sqrt(d_k), 1.0",
    "the theory's variances": "return d_k, 1.0",
    "the theory rounded": "return round(math.sqrt(d_k), 2), 1.0",
    "zeros": "return 0.0, 0.0",
    "ones": "return 1.0, 1.0",
    "d_k": "return d_k, d_k",
    "zeros and ones": "return float(np.random.random() < 0.9), float(np.random.random() < 0.9)",
    "noise": "return np.random.random(), np.random.random()",
    "one number": "return math.sqrt(d_k)",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("score_spread", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("score_spread", source, seed) == expected


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str, seed: int) -> None:
    assert failed("score_spread", f"def score_spread(d_k, n=10_000, seed=0):\n {TRIVIAL[answer]}", seed) == EVERY


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("divided by d_k", "divided_by_d_k"),
        ("variances", "variance_for_the_deviation"),
        ("uniform", "uniform_numbers"),
        ("one vector", "same_vector_twice"),
        ("the other order", "pair_exchanged"),
        ("the means", "mean_of_the_scores"),
        ("the mean of |q·k|", "mean_of_the_absolute_scores"),
        ("between -1 and 1", "uniform_around_zero"),
        ("summed over the pairs", "summed_over_the_pairs"),
        ("n and d_k exchanged", "summed_over_the_pairs"),
        ("divided by √n", "divided_by_the_root_of_n"),
        ("no seed", "not_seeded"),
        ("the second number is the theory's", "written_down"),
        ("divided by their own deviation", "written_down"),
        ("the first number is the theory's", "written_down"),
        ("the deviation of the entries", "spread_of_the_vectors"),
        ("products before they are summed", "spread_of_the_vectors"),
        ("one number of pairs", "n_ignored"),
        ("a hundred pairs", "n_ignored"),
    ],
)
def test_a_mistake_is_named_whatever_it_draws(mistake: str, named: str) -> None:
    source = WRONG[mistake][0].replace("default_rng(", "default_rng(7 + ")
    grade = judge("score_spread", source, 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == [f"score_spread/{named}"]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("mistake", ["numbers of deviation 0.1", "queries of length 1"])
def test_no_cause_is_named_for_what_only_looks_like_it(mistake: str, seed: int) -> None:
    """Small numbers are no means, for those shrink as n grows; q / ‖q‖ · k has deviation 1, but n numbers' scatter."""
    assert judge("score_spread", WRONG[mistake][0], seed, diagnosed=True).diagnosis == ()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("the means", "mean_of_the_scores"),
        ("the deviation of the entries", "spread_of_the_vectors"),
        ("products before they are summed", "spread_of_the_vectors"),
    ],
)
def test_what_it_looks_like_is_named_with_every_seed(mistake: str, named: str, seed: int) -> None:
    grade = judge("score_spread", WRONG[mistake][0], seed, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == [f"score_spread/{named}"]


def test_the_theory_is_not_the_experiment() -> None:
    source = "def score_spread(d_k, n=10_000, seed=0):\n return math.sqrt(d_k), 1.0"
    assert "without any sampling error" in messages("score_spread", source)["raw_spread"]


@pytest.mark.parametrize("theory", ["math.sqrt(d_k), 1.0", "np.float32(d_k**0.5), 1", "round(d_k**0.5, 2), 1.0"])
def test_the_theory_of_a_function_of_d_k_alone_earns_nothing(theory: str) -> None:
    """There's no number of pairs and no seed to judge, so nothing that could pass."""
    found = failed("score_spread", f"def score_spread(d_k):\n return {theory}", 1)
    assert found == {"raw_spread", "scaled_spread"}


@pytest.mark.parametrize("d_k", [4, 64])
def test_the_allowed_error_is_six_standard_errors(d_k: int) -> None:
    """The formula against 400 measurements."""
    dice = np.random.default_rng(1)
    n = 500
    measured = [(dice.normal(size=(n, d_k)) * dice.normal(size=(n, d_k))).sum(1).std() for _ in range(400)]
    found = 6 * float(np.std(measured)) / math.sqrt(d_k)
    # The scatter of 400 values is itself known to within 1 / √800, 3.5 %; four of these.
    assert allowed_error(d_k, n) == pytest.approx(found, rel=0.15)


def test_a_message_can_be_repeated() -> None:
    """The call that it shows gives the number that it shows."""
    source = numpy(out="scores.var(), 1.0")
    said = messages("score_spread", source)["raw_spread"]
    called, got = said.split(":")[0], said.rsplit("got ", 1)[1].rstrip(".")
    namespace: dict[str, Any] = {"np": np, "math": math}
    exec(source, namespace)
    assert f"{eval(called, namespace)[0]:.6g}" == got
