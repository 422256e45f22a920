"""The feed-forward network: ``feed_forward(x, W1, b1, W2, b2)`` or ``FeedForward(d_model)`` (contract, *block*).

GELU, exact or by its tanh approximation.  Only `values` knows the activation, so another one costs that check alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.layer_properties import further_parameters, require_substance, token_by_token
from grader.checks.matches_reference import describe_difference
from grader.checks.student import Settled, Student, number_text
from grader.checks.weighted_layer import Layer, LayerKind, layer_of, rounded
from grader.compare import Difference, compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

_D = 6
_KIND = LayerKind(
    function="feed_forward",
    module="FeedForward",
    constructor=("d_model",),
    shapes={"W1": ("d_model", "d_ff"), "b1": ("d_ff",), "W2": ("d_ff", "d_model"), "b2": ("d_model",)},
    neutral={"b1": 0.0, "b2": 0.0},
    width="d_ff",
)
_OF_TOKENS = Text("the feed-forward network of 5 tokens")


def _layer(student: Student) -> Layer:
    # A function is given another width than 4 d: it has to take the one that W1 has.
    width = 4 * _D if _KIND.module in student.found else 10
    found = layer_of(
        student,
        _KIND,
        {"d_model": _D, "d_ff": width},
        lambda: [_reference(student, "gelu")],
        lambda dice: _tokens(dice, 3)[None],
    )
    require_substance(found, _tokens(student.dice("substance-tokens"), 5), _OF_TOKENS)
    return found


def _reference(student: Student, activation: str) -> Callable[..., Any]:
    """The reference with this activation: ``gelu`` or ``gelu_tanh``."""
    chosen = getattr(student.references.feed_forward, activation)
    return lambda x, **weights: student.references.feed_forward.feed_forward(x, **weights, activation=chosen)


def _tokens(dice: np.random.Generator, n: int) -> Numbers:
    """(n, d), of standard deviation 1.5: units of both signs, where activations differ most."""
    return rounded(dice.normal(0, 1.5, (n, _D)))


def values(student: Student) -> Text | None:
    layer = _layer(student)
    dice = student.dice("values")
    cases = [(_tokens(dice, 5), layer.weights(dice)) for _ in range(2)]
    got = [layer.of_tokens(x, weights, _OF_TOKENS) for x, weights in cases]
    first: Difference | None = None
    for activation in ("gelu", "gelu_tanh"):
        right = _reference(student, activation)
        found = [
            compare(right(x, **weights), y.data, tolerance_for(y.dtype)).difference
            for (x, weights), y in zip(cases, got, strict=True)
        ]
        difference = next((d for d in found if d is not None), None)
        if difference is None:
            return None
        first = first or difference
    assert first is not None
    return describe_difference(_OF_TOKENS, first)


def nonlinear(student: Student) -> Text | None:
    layer = _layer(student)
    dice = student.dice("nonlinear")
    weights = layer.weights(dice)
    x, y = _tokens(dice, 5), _tokens(dice, 5)
    parts = [layer.of_tokens(rounded(z), weights, _OF_TOKENS).data for z in (x + y, x, y, 0 * x)]
    bend = parts[0] - parts[1] - parts[2] + parts[3]
    if np.abs(bend).max() > 0.05 * np.abs(parts[1] - parts[3]).max():
        return None
    student.suspect("feed_forward/no_activation")
    return Text(
        "The network is a straight line: f(x + y) - f(x) - f(y) + f(0) is at most {largest}. Two linear layers with "
        "nothing between them are one linear layer.",
        {"largest": number_text(float(np.abs(bend).max()))},
    )


def biases(student: Student) -> Text | None:
    """Whatever the activation: b2 is added at the end, and b1 to x W1 before anything else happens to it.

    Where x itself is added to the output (which costs `values`), it shows there and nowhere else.
    """
    layer = _layer(student)
    missing = [name for name in ("b1", "b2") if name in layer.absent]
    if missing:
        student.suspect("feed_forward/biases_forgotten")
        return Text("The module has no parameter for {names}; both layers have a bias.", {"names": ", ".join(missing)})
    dice = student.dice("biases")
    weights, x = layer.weights(dice), _tokens(dice, 5)
    before = layer.of_tokens(x, weights, _OF_TOKENS)
    step = rounded(dice.uniform(0.5, 1.5, _D))
    moved = layer.of_tokens(x, {**weights, "b2": rounded(weights["b2"] + step)}, _OF_TOKENS)
    tolerance = tolerance_for(before.dtype, depth=2)
    if not compare(before.data + step, moved.data, tolerance).same:
        return Text("A larger b2 must show in the output as it is: b2 is added at the very end.")
    shifted = layer.of_tokens(rounded(x + step), weights, _OF_TOKENS)
    moved = layer.of_tokens(x, {**weights, "b1": rounded(weights["b1"] + step @ weights["W1"])}, _OF_TOKENS)
    if not any(compare(shifted.data - added, moved.data, tolerance).same for added in (0 * step, step)):
        return Text(
            "b1 larger by δ W1 must have the effect of x larger by δ: b1 is added to x W1, before the activation."
        )
    return None


def per_token(student: Student) -> Text | None:
    layer = _layer(student)
    return token_by_token(layer, _tokens(student.dice("per_token"), 6), Text("the feed-forward network of 6 tokens"))


def width(student: Student) -> Text | None:
    if _KIND.module not in student.found:
        raise Settled(Verdict.NOT_APPLICABLE, Text("The width is that of W1."))
    layer = _layer(student)
    found = layer.sizes["d_ff"]
    numbers: dict[str, str | int | float | Text] = {"d": _D, "width": found, "wanted": 4 * _D}
    if found != 4 * _D:
        student.suspect("feed_forward/another_width")
        return Text("At d_model = {d} the FFN is {width} wide, and not 4 d_model = {wanted}.", numbers)
    if layer.unplaced:
        return further_parameters(layer)
    return None


_CHECKS = (
    Claim("values", Text("right values, with GELU"), values),
    Claim("nonlinear", Text("not a linear map"), nonlinear),
    Claim("biases", Text("biases where they belong"), biases),
    Claim("per_token", Text("each token by itself"), per_token),
    Claim("width", Text("4 d_model wide"), width),
)

COMPONENT = Component(
    "feed_forward",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role("FeedForward", "class", ("d_model",), 1, ("RedFeedForward", "RedAlimentadaHaciaDelante")),),
            _CHECKS,
        ),
        Form(
            "function",
            Text("function on given weights"),
            "either",
            (
                Role(
                    "feed_forward",
                    "function",
                    ("x", "W1", "b1", "W2", "b2"),
                    5,
                    ("red_feed_forward", "ffn", "feedforward"),
                ),
            ),
            _CHECKS,
        ),
    ),
)
