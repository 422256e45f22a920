"""What holds for a small layer whatever it computes: it acts on its input, and on each token by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.inside_modules import moved_or_nothing_learns
from grader.checks.matches_reference import describe_difference
from grader.checks.student import Settled
from grader.checks.weighted_layer import Layer, Weights, rounded
from grader.compare import compare, tolerance_for
from grader.model import Array, FitModule, SetParameters, Text, Verdict

__all__ = ["further_parameters", "not_trained", "require_normalising", "require_substance", "token_by_token"]

Numbers = NDArray[np.float64]


def require_substance(layer: Layer, x: Numbers, asked: Text) -> None:
    """Settled WRONG where the answer to (n, d) doesn't depend on it, or is it: many properties hold for those."""
    memo = layer.student.memo
    key = f"substance-{layer.kind.function}"
    if key not in memo:
        weights = layer.weights(layer.student.dice("substance"))
        noted = len(layer.student.observations)
        moved = rounded(x[::-1] * np.linspace(0.5, -1.5, x.shape[1]))
        one, two = (layer.of_tokens(tokens, weights, asked).data for tokens in (x, moved))
        del layer.student.observations[noted:]
        depends = bool(np.isfinite(one).all()) and not np.allclose(one, two)
        memo[key] = depends and not np.allclose(one, x)
    if not memo[key]:
        raise Settled(Verdict.WRONG, Text("The answer is the input itself, NaN, or the same for every input."))


def require_normalising(layer: Layer, x: Numbers, plain: Weights, asked: Text) -> None:
    """Settled WRONG where the layer of 10 x is 10 times that of x, with the weights `plain`: there's no norm in it."""
    require_substance(layer, x, asked)
    memo = layer.student.memo
    key = f"normalising-{layer.kind.function}"
    if key not in memo:
        noted = len(layer.student.observations)
        one, other = (layer.of_tokens(rounded(times * x), plain, asked).data for times in (1, 10))
        del layer.student.observations[noted:]
        memo[key] = not np.allclose(10 * one, other, rtol=1e-4)
    if not memo[key]:
        raise Settled(Verdict.WRONG, Text("Nothing is normalised: tokens that are 10 times as large stay so."))


def token_by_token(layer: Layer, x: Numbers, asked: Text) -> Text | None:
    """None where each token of x (n, d) comes out as it does alone, in a sequence and in a batch of sequences."""
    weights = layer.weights(layer.student.dice("token-by-token"))
    alone = np.concatenate([layer.of_tokens(token[None], weights, Text("one token alone")).data for token in x])
    half = len(x) // 2
    batch = np.stack([x[:half], x[half : 2 * half]])
    together = [
        (alone, layer.of_tokens(x, weights, asked)),
        (np.stack([alone[:half], alone[half : 2 * half]]), layer(batch, weights, Text("a batch of two sequences"))),
    ]
    for expected, got in together:
        difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return Text(
                "A token must come out the same alone, in a sequence and in a batch: the layer works on its features "
                "only. {difference}",
                {"difference": describe_difference(asked, difference)},
            )
    return None


def further_parameters(layer: Layer) -> Text:
    """What to say of parameters that are none of the contract's weights."""
    return Text(
        "The module has parameters that weren't asked for: {names}.",
        {"names": ", ".join(parameter.name for parameter in layer.unplaced[:5])},
    )


def not_trained(layer: Layer, weights: Sequence[str], x: NDArray[Any], targets: NDArray[np.int64]) -> list[str]:
    """Names of a module's parameters, of those of `weights`, that two steps of training on x leave as they were.

    `weights` have a say in what it gives, so that what doesn't move is frozen, or detached.
    """
    assert layer.module is not None
    student, asked = layer.student, Text("two steps of training")
    parameters, dice = layer.module.parameters, student.dice("trained")
    values = [Array(rounded(dice.normal(0, 1, parameter.shape)), "torch") for parameter in parameters]
    student.returned(student.ask(SetParameters(layer.handle, tuple(values))), asked)
    fit = FitModule(layer.handle, Array(x, "torch"), Array(targets, "torch"), steps=2, learning_rate=0.1)
    moved = moved_or_nothing_learns(student, fit, values, asked)
    indices = [layer.placing[name].index for name in weights]
    return [parameters[i].name for i in indices if moved is not None and not moved[i].any()]
