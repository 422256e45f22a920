"""The search: it finds the layout that is there, believes no other, and takes any forward in the reference's place."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.compare import Tolerance
from grader.layouts.attention import CUTS, attention_readings, attention_readings_of, scaled
from grader.layouts.block import block_readings
from grader.layouts.pieces import Matrix, Parameter, Vector
from grader.layouts.search import Probe, Reading, Supply, closest, explain
from grader.layouts.weights import AttentionWeights, stacked
from grader.model import Text
from reference_solutions.transformer.multihead import multi_head_attention
from reference_solutions.transformer.softmax import softmax

Numbers = NDArray[np.float64]
D, H = 20, 4
TIGHT = Tolerance(1e-9, 1e-9)
SEEDS = range(3)


def linears(dice: np.random.Generator, count: int = 4, d: int = D) -> tuple[Parameter, ...]:
    """Parameters of `count` nn.Linear(d, d), as torch lists them."""
    found: list[Parameter] = []
    for i in range(count):
        found.append(Parameter(2 * i, f"layer{i}", "weight", dice.normal(0, d**-0.5, (d, d)), "Linear"))
        found.append(Parameter(2 * i + 1, f"layer{i}", "bias", dice.normal(0, 0.3, d), "Linear"))
    return tuple(found)


def right(weights: AttentionWeights, x: Numbers) -> Numbers:
    return multi_head_attention(x, weights, H)  # type: ignore[arg-type]  # the same fields


def merged_without_transpose(weights: AttentionWeights, x: Numbers) -> Numbers:
    """A known mistake, written for any leading axes."""
    k = D // H

    def split(z: Numbers) -> Numbers:
        return z.reshape(*z.shape[:-1], H, k).swapaxes(-3, -2)

    Q, K, V = (split(x @ getattr(weights, f"W_{n}") + getattr(weights, f"b_{n}")) for n in "QKV")
    z = softmax(Q @ K.swapaxes(-2, -1) / k**0.5) @ V
    return z.reshape(*z.shape[:-3], z.shape[-2], D) @ weights.W_O + weights.b_O


def for_one_reading_only(weights: AttentionWeights, x: Numbers) -> Numbers:
    """The right thing, from code that knows three axes and not four."""
    B, n, d = x.shape
    Q, K, V = (
        (x @ getattr(weights, f"W_{c}") + getattr(weights, f"b_{c}")).reshape(B, n, H, d // H).transpose(0, 2, 1, 3)
        for c in "QKV"
    )
    z: Numbers = softmax(Q @ K.transpose(0, 1, 3, 2) / (d // H) ** 0.5) @ V
    return z.transpose(0, 2, 1, 3).reshape(B, n, d) @ weights.W_O + weights.b_O


def truth(parameters: tuple[Parameter, ...], order: tuple[int, int, int, int]) -> AttentionWeights:
    W = [p.data.T for p in parameters if p.name == "weight"]
    b = [p.data for p in parameters if p.name == "bias"]
    return AttentionWeights(*(W[i] for i in order), *(b[i] for i in order))


def probes(run: Callable[[Numbers], Numbers], dice: np.random.Generator, tolerance: Tolerance = TIGHT) -> list[Probe]:
    inputs = [dice.normal(0, 1, shape) for shape in ((1, 3, D), (2, 7, D))]
    return [Probe((x,), run(x), tolerance) for x in inputs]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 0, 2, 3), (3, 2, 1, 0), (2, 3, 0, 1)])
def test_any_order_of_declaration_is_found(order: tuple[int, int, int, int], seed: int) -> None:
    dice = np.random.default_rng(seed)
    parameters = linears(dice)
    weights = truth(parameters, order)
    found = explain(right, attention_readings(parameters, D, H), probes(lambda x: right(weights, x), dice))
    assert found is not None
    assert np.array_equal(found.reading.weights.W_Q, weights.W_Q)
    assert np.array_equal(found.reading.weights.W_O, weights.W_O)


def test_exactly_one_reading_explains_a_right_module() -> None:
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    seen = probes(lambda x: right(truth(parameters, (0, 1, 2, 3)), x), dice)
    hits = [r for r in attention_readings(parameters, D, H) if explain(right, [r], seen) is not None]
    assert len(hits) == 1


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("factor", [5**0.5, 0.5, 5**-0.5, 1.05])
def test_no_reading_explains_a_wrong_scale_at_the_students_tolerance(factor: float, seed: int) -> None:
    dice = np.random.default_rng(seed)
    parameters = linears(dice)
    wrong = scaled(truth(parameters, (0, 1, 2, 3)), factor)
    seen = probes(lambda x: right(wrong, x), dice, Tolerance(1e-5, 1e-4))
    assert explain(right, attention_readings(parameters, D, H), seen) is None


def test_a_misconception_is_sought_under_the_same_readings() -> None:
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    weights = truth(parameters, (1, 0, 2, 3))
    seen = probes(lambda x: merged_without_transpose(weights, x), dice)
    assert explain(right, attention_readings(parameters, D, H), seen) is None
    found = explain(merged_without_transpose, attention_readings(parameters, D, H), seen)
    assert found is not None
    assert np.array_equal(found.reading.weights.W_K, weights.W_K)


def test_a_forward_that_knows_no_leading_axes_is_evaluated_one_by_one() -> None:
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    weights = truth(parameters, (3, 2, 1, 0))
    seen = probes(lambda x: right(weights, x), dice)
    assert explain(for_one_reading_only, attention_readings(parameters, D, H), seen) is not None


def test_readings_evaluated_together_are_those_evaluated_alone() -> None:
    dice = np.random.default_rng(0)
    readings = list(attention_readings(linears(dice), D, H))[:7]
    x = dice.normal(0, 1, (2, 5, D))
    together = right(stacked([r.weights for r in readings]), x)
    for i, reading in enumerate(readings):
        assert np.allclose(together[i], right(reading.weights, x), atol=1e-12)


def test_a_module_that_gives_nan_is_explained_by_nothing() -> None:
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    seen = probes(lambda x: np.full_like(x, np.nan), dice)
    assert explain(right, attention_readings(parameters, D, H), seen) is None


def test_agreement_on_the_first_probe_alone_is_no_explanation() -> None:
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    weights = truth(parameters, (0, 1, 2, 3))
    seen = probes(lambda x: right(weights, x), dice)
    seen[1] = replace(seen[1], output=seen[1].output + 1e-3)
    assert explain(right, attention_readings(parameters, D, H), seen) is None


def test_the_search_stops_at_its_limit() -> None:
    dice = np.random.default_rng(0)
    first = next(attention_readings(linears(dice), D, H))
    seen = probes(lambda x: x + 1, dice)
    drawn = 0

    def endless() -> Iterator[Reading[AttentionWeights]]:
        nonlocal drawn
        while True:
            drawn += 1
            yield first

    assert explain(right, endless(), seen, most=100) is None
    assert drawn == 100


def test_a_supply_makes_its_readings_once_however_many_forwards_are_tried() -> None:
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    weights = truth(parameters, (3, 2, 1, 0))
    seen = probes(lambda x: right(weights, x), dice)
    made: list[Reading[AttentionWeights]] = []

    def readings() -> Iterator[Reading[AttentionWeights]]:
        for reading in attention_readings(parameters, D, H):
            made.append(reading)
            yield reading

    supply = Supply(readings())
    for _ in range(2):
        assert explain(merged_without_transpose, supply, seen) is None
        found = explain(right, supply, seen)
        assert found is not None
        assert np.array_equal(found.reading.weights.W_Q, weights.W_Q)
    assert len(made) == len(list(attention_readings(parameters, D, H)))


def test_a_supply_goes_on_where_it_no_longer_keeps() -> None:
    """What lies beyond the chunks that are kept as one is found, too, each time."""
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    wrong, good = (Reading(truth(parameters, order), Text("")) for order in ((0, 1, 2, 3), (3, 2, 1, 0)))
    seen = probes(lambda x: right(good.weights, x), dice)
    supply = Supply([wrong] * 3000 + [good])
    for _ in range(2):
        found = explain(right, supply, seen)
        assert found is not None
        assert found.reading is good


def test_a_change_that_mishandles_leading_axes_is_tried_one_by_one() -> None:
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    weights = truth(parameters, (3, 2, 1, 0))

    def by_the_first_axis(reading: Reading[AttentionWeights]) -> Reading[AttentionWeights]:
        w = reading.weights
        return replace(reading, weights=replace(w, W_Q=w.W_Q * len(w.W_Q)))

    seen = probes(lambda x: right(replace(weights, W_Q=weights.W_Q * D), x), dice)
    found = explain(right, attention_readings(parameters, D, H), seen, change=by_the_first_axis)
    assert found is not None
    assert np.array_equal(found.reading.weights.W_Q, weights.W_Q * D)


def test_the_closest_reading_is_the_one_with_the_least_error() -> None:
    dice = np.random.default_rng(0)
    parameters = linears(dice)
    weights = truth(parameters, (2, 1, 0, 3))
    x = dice.normal(0, 1, (1, 3, D))
    near = closest(right, attention_readings(parameters, D, H), Probe((x,), right(weights, x) + 0.01, TIGHT))
    assert near is not None
    assert np.array_equal(near[0].weights.W_Q, weights.W_Q)


@pytest.mark.parametrize(
    ("matrices", "most"),
    [
        ([(D, D)] * 4, 192),
        ([(D, 3 * D), (D, D)], 192),
        ([(D, D), (D, 2 * D), (D, D)], 600),
        ([(D, D // H)] * (3 * H) + [(D, D)], 50),
    ],
)
def test_there_are_few_hundred_readings_even_of_raw_matrices(matrices: list[tuple[int, int]], most: int) -> None:
    dice = np.random.default_rng(0)
    given = [Matrix(dice.normal(0, 1, shape), i) for i, shape in enumerate(matrices)]
    usual, mixed = (len(list(attention_readings_of(given, D, H, cuts))) for cuts in CUTS)
    assert 1 < usual <= most
    assert mixed <= 3 * most


def test_parameters_that_are_no_attention_have_no_reading() -> None:
    dice = np.random.default_rng(0)
    given = [Matrix(dice.normal(0, 1, (D, D)), i, Vector(dice.normal(0, 1, D), i)) for i in range(3)]
    assert [r for cuts in CUTS for r in attention_readings_of(given, D, H, cuts)] == []


def test_a_search_that_finds_nothing_in_a_raw_block_takes_a_fraction_of_a_second() -> None:
    """Time of our own process, so that a busy machine doesn't count."""
    dice = np.random.default_rng(0)
    shapes = {"W_Q": (D, D), "W_K": (D, D), "W_V": (D, D), "W_O": (D, D), "W1": (D, 4 * D), "W2": (4 * D, D)}
    shapes |= {"gamma1": (D,), "beta1": (D,), "gamma2": (D,), "beta2": (D,)}  # type: ignore[dict-item]
    parameters = [Parameter(i, "", name.lower(), dice.normal(0, 1, s)) for i, (name, s) in enumerate(shapes.items())]
    from reference_solutions.transformer.block import pre_ln_block

    x = dice.normal(0, 1, (1, 3, D))
    start = time.process_time()
    found = explain(
        lambda w, z: pre_ln_block(z, w, H), block_readings(parameters, D, H), [Probe((x,), x, Tolerance(1e-3, 1e-3))]
    )
    assert found is None
    assert time.process_time() - start < 3.0
