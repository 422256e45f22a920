"""Vectors of which nothing tells the place are placed by a few experiments, and only where they must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.compare import Tolerance
from grader.layouts.pieces import Parameter
from grader.layouts.search import Probe
from grader.layouts.unplaced import Search, pieces_placed, unplaced_in_attention, unplaced_in_block
from grader.layouts.weights import AttentionWeights, BlockWeights
from reference_solutions.transformer.block import pre_ln_block
from reference_solutions.transformer.multihead import multi_head_attention

Numbers = NDArray[np.float64]
D, H = 20, 4
TIGHT = Tolerance(1e-9, 1e-9)
Module = Callable[[Sequence[Numbers], Numbers], Numbers]


def attention(weights: AttentionWeights, x: Numbers) -> Numbers:
    return multi_head_attention(x, weights, H)  # type: ignore[arg-type]  # the same fields


def block(weights: BlockWeights, x: Numbers) -> Numbers:
    return pre_ln_block(x, weights, H)  # type: ignore[arg-type]


class Laboratory:
    """`module` with raw parameters of `shapes`, run with other vectors as often as it's asked to."""

    def __init__(self, module: Module, shapes: Sequence[tuple[int, ...]], seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.module, self.runs = module, 0
        self.values = [dice.normal(0, s[-1] ** -0.5 if len(s) > 1 else 0.4, s) for s in shapes]
        self.parameters = [Parameter(i, "", f"p{i}", value) for i, value in enumerate(self.values)]
        inputs = [dice.normal(0, 1, shape) for shape in ((1, 3, D), (2, 7, D))]
        self.probes = [Probe((x,), module(self.values, x), TIGHT) for x in inputs]

    def __call__(self, vectors: Mapping[int, Numbers]) -> Sequence[Probe]:
        self.runs += 1
        values = [vectors.get(i, value) for i, value in enumerate(self.values)]
        return [replace(probe, output=self.module(values, *probe.inputs)) for probe in self.probes]


def explained(search: Search[AttentionWeights] | None, laboratory: Laboratory) -> AttentionWeights | None:
    assert search is not None
    found = search.explained(attention, lambda reading: reading, laboratory.probes)
    return None if found is None else found.reading.weights


def fused(p: Sequence[Numbers], x: Numbers) -> Numbers:
    """(d,), (3d,), (d, d), (d, 3d): the output's bias first."""
    b_O, b, W_O, W = p
    q, k, v = (slice(i * D, (i + 1) * D) for i in range(3))
    return attention(AttentionWeights(W[:, q], W[:, k], W[:, v], W_O, b[q], b[k], b[v], b_O), x)


def fused_pair(p: Sequence[Numbers], x: Numbers) -> Numbers:
    """Keys and values fused, and biases before and after: (2d,), (d, d), (d,), (d, 2d), (d,), (d, d)."""
    b_KV, W_O, b_Q, W_KV, b_O, W_Q = p
    weights = AttentionWeights(W_Q, W_KV[:, :D], W_KV[:, D:], W_O, b_Q, b_KV[:D], b_KV[D:], b_O)
    return attention(weights, x)


def heads_apart(p: Sequence[Numbers], x: Numbers) -> Numbers:
    """Biases (h, k) and matrices (h, d, k), the output as (h, k, d)."""
    b_V, b_Q, W_K, W_Q, b_K, W_V, W_O, b_O = p
    W_Q, W_K, W_V = (W.transpose(1, 0, 2).reshape(D, D) for W in (W_Q, W_K, W_V))
    return attention(AttentionWeights(W_Q, W_K, W_V, W_O.reshape(D, D), b_Q.ravel(), b_K.ravel(), b_V.ravel(), b_O), x)


LAYOUTS: dict[str, tuple[Module, list[tuple[int, ...]]]] = {
    "fused": (fused, [(D,), (3 * D,), (D, D), (D, 3 * D)]),
    "keys and values fused": (fused_pair, [(2 * D,), (D, D), (D,), (D, 2 * D), (D,), (D, D)]),
    "heads on an axis of their own": (
        heads_apart,
        [(H, D // H), (H, D // H), (H, D, D // H), (H, D, D // H), (H, D // H), (H, D, D // H), (H, D // H, D), (D,)],
    ),
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", LAYOUTS)
def test_biases_are_placed_in_any_layout(name: str, seed: int) -> None:
    laboratory = Laboratory(*LAYOUTS[name], seed)

    def experiment(vectors: Mapping[int, Numbers]) -> Sequence[Probe]:
        return laboratory({i: v.reshape(laboratory.values[i].shape) for i, v in vectors.items()})

    search = unplaced_in_attention(laboratory.parameters, D, H, experiment, np.random.default_rng(seed))
    assert explained(search, laboratory) is not None


def separate(p: Sequence[Numbers], x: Numbers) -> Numbers:
    b_K, W_V, W_O, b_O, b_V, W_Q, b_Q, W_K = p
    return attention(AttentionWeights(W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O), x)


_SEPARATE = [(D,), (D, D), (D, D), (D,), (D,), (D, D), (D,), (D, D)]


def test_each_vector_gets_its_own_place() -> None:
    laboratory = Laboratory(separate, _SEPARATE, 0)
    search = unplaced_in_attention(laboratory.parameters, D, H, laboratory, np.random.default_rng(0))
    weights = explained(search, laboratory)
    assert weights is not None
    for got, i in ((weights.b_Q, 6), (weights.b_K, 0), (weights.b_V, 4), (weights.b_O, 3)):
        assert np.array_equal(got, laboratory.values[i])


def test_there_is_one_experiment_for_the_matrices_and_one_for_each_vector() -> None:
    """Whatever is tried in the reference's place, and however often."""
    laboratory = Laboratory(separate, _SEPARATE, 0)
    search = unplaced_in_attention(laboratory.parameters, D, H, laboratory, np.random.default_rng(0))
    assert laboratory.runs == 0
    for _ in range(3):
        assert explained(search, laboratory) is not None
    assert laboratory.runs == 1 + 4


def test_a_module_whose_matrices_are_not_explained_is_asked_once() -> None:
    laboratory = Laboratory(lambda p, x: separate(p, 1.1 * x), _SEPARATE, 0)
    search = unplaced_in_attention(laboratory.parameters, D, H, laboratory, np.random.default_rng(0))
    assert explained(search, laboratory) is None
    assert laboratory.runs == 1


def test_a_bias_without_effect_that_is_no_bias_of_keys_has_no_place() -> None:
    """Two vectors have no effect here, and a module has one bias of keys."""

    def without_output_bias(p: Sequence[Numbers], x: Numbers) -> Numbers:
        return separate([*p[:3], np.zeros(D), *p[4:]], x)

    laboratory = Laboratory(without_output_bias, _SEPARATE, 0)
    search = unplaced_in_attention(laboratory.parameters, D, H, laboratory, np.random.default_rng(0))
    assert explained(search, laboratory) is None


def test_nothing_is_open_where_torch_has_all_vectors() -> None:
    dice = np.random.default_rng(0)
    parameters = [
        Parameter(2 * i + j, f"layer{i}", name, dice.normal(0, 1, (D,) * (2 - j)), "Linear")
        for i in range(4)
        for j, name in enumerate(("weight", "bias"))
    ]
    assert unplaced_in_attention(parameters, D, H, lambda _: (), dice) is None


def raw_block(p: Sequence[Numbers], x: Numbers) -> Numbers:
    s2, W1, b_K, W_V, g1, W_O, b2, b_O, b_V, W2, W_Q, b1, b_Q, W_K, s1, g2 = p
    weights = AttentionWeights(W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O)
    return block(BlockWeights(weights, g1, s1, g2, s2, W1, b1, W2, b2), x)


_SQUARE, _ONE = (D, D), (D,)
_BLOCK: list[tuple[int, ...]] = [
    _ONE, (D, 4 * D), _ONE, _SQUARE, _ONE, _SQUARE, _ONE, _ONE,
    _ONE, (4 * D, D), _SQUARE, (4 * D,), _ONE, _SQUARE, _ONE, _ONE,
]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_norms_and_biases_of_a_block_are_placed(seed: int) -> None:
    laboratory = Laboratory(raw_block, _BLOCK, seed)
    search = unplaced_in_block(laboratory.parameters, D, H, laboratory, np.random.default_rng(seed))
    assert search is not None
    found = search.explained(block, lambda reading: reading, laboratory.probes)
    assert found is not None
    weights = found.reading.weights
    for got, i in ((weights.gain1, 4), (weights.bias1, 14), (weights.gain2, 15), (weights.bias2, 0), (weights.b2, 6)):
        assert np.array_equal(got, laboratory.values[i])
    assert laboratory.runs == 1 + 10


def test_a_placement_holds_for_the_same_class_in_another_size() -> None:
    laboratory = Laboratory(raw_block, _BLOCK, 0)
    search = unplaced_in_block(laboratory.parameters, D, H, laboratory, np.random.default_rng(0))
    assert search is not None
    assert search.explained(block, lambda reading: reading, laboratory.probes) is not None
    small = [
        Parameter(p.index, "", p.name, np.zeros([e * 8 // D for e in p.data.shape])) for p in laboratory.parameters
    ]
    pieces = pieces_placed(small, search.placement, 8, 2)
    biases = {m.index: m.bias.index for m in pieces.matrices if m.bias is not None}
    assert biases == {1: 11, 3: 8, 5: 7, 9: 6, 10: 12, 13: 2}
    assert {(n.gain.index, n.bias.index) for n in pieces.norms if n.gain and n.bias} == {(4, 14), (15, 0)}
