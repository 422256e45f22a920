"""SwiGLU: ``swiglu(x, W_gate, W_up, W_down)`` or ``SwiGLU(d_model, d_ff)`` (contract, *building_blocks*).

In a module the names of gate and up are the student's own, so each is tried as either.  Biases, which a module may
have, are held at 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.layer_properties import further_parameters, require_substance, token_by_token
from grader.checks.matches_reference import describe_difference
from grader.checks.student import Settled, Student, number_text
from grader.checks.weighted_layer import Layer, LayerKind, layer_of, rounded
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

_D, _WIDTH = 6, 10
_KIND = LayerKind(
    function="swiglu",
    module="SwiGLU",
    constructor=("d_model", "d_ff"),
    shapes={"W_gate": ("d_model", "d_ff"), "W_up": ("d_model", "d_ff"), "W_down": ("d_ff", "d_model")},
    hints={"W_gate": ("gate", "puerta", "w1"), "W_up": ("up", "subida", "w3"), "W_down": ("down", "bajada", "w2")},
    halves=("W_gate", "W_up"),
    width="d_ff",
)
_OF_TOKENS = Text("SwiGLU of 5 tokens")


def _layer(student: Student) -> Layer:
    found = layer_of(
        student,
        _KIND,
        {"d_model": _D, "d_ff": _WIDTH},
        lambda: [student.references.swiglu.swiglu],
        lambda dice: _tokens(dice, 3)[None],
    )
    require_substance(found, _tokens(student.dice("substance-tokens"), 5), _OF_TOKENS)
    return found


def _tokens(dice: np.random.Generator, n: int) -> Numbers:
    """(n, d), of standard deviation 1.5: units of both signs, where activations differ most."""
    return rounded(dice.normal(0, 1.5, (n, _D)))


def values(student: Student) -> Text | None:
    layer = _layer(student)
    dice = student.dice("values")
    for _ in range(2):
        x, weights = _tokens(dice, 5), layer.weights(dice)
        got = layer.of_tokens(x, weights, _OF_TOKENS)
        expected = student.references.swiglu.swiglu(x, **weights)
        difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return describe_difference(_OF_TOKENS, difference)
    return None


def linear_in_up(student: Student) -> Text | None:
    """Nothing bends on the way of x W_up: two matrices added there are two outputs added."""
    layer = _layer(student)
    if _is_linear(student, layer, "W_up"):
        return None
    if _is_linear(student, layer, "W_gate"):
        if layer.module is not None:
            return None  # which of a module's two is called the gate is the student's own business
        return Text(
            "W_gate and W_up are exchanged: here x W_gate goes straight through, and x W_up through the activation."
        )
    return Text(
        "The output must be linear in W_up: with W_up = A + B it is the output with A plus that with B. The activation "
        "belongs to x W_gate alone."
    )


def _is_linear(student: Student, layer: Layer, name: str) -> bool:
    dice = student.dice(f"linear-{name}")
    x, weights = _tokens(dice, 5), layer.weights(dice)
    A, B = (rounded(dice.normal(0, _D**-0.5, weights[name].shape)) for _ in range(2))
    both, one, other = (layer.of_tokens(x, {**weights, name: rounded(W)}, _OF_TOKENS) for W in (A + B, A, B))
    return compare(one.data + other.data, both.data, tolerance_for(both.dtype, depth=2)).same


def product(student: Student) -> Text | None:
    layer = _layer(student)
    dice = student.dice("product")
    x, weights = _tokens(dice, 5), layer.weights(dice)
    for name in ("W_gate", "W_up"):
        closed = layer.of_tokens(x, {**weights, name: np.zeros(weights[name].shape)}, _OF_TOKENS)
        largest = float(np.abs(closed.data).max())
        if not largest <= tolerance_for(closed.dtype).absolute:
            return Text(
                "With {name} = 0 the output must be 0: a unit is the product of its gate and its value, and SiLU(0) "
                "is 0. The largest number is {largest}.",
                {"name": name, "largest": number_text(largest)},
            )
    return None


def per_token(student: Student) -> Text | None:
    return token_by_token(_layer(student), _tokens(student.dice("per_token"), 6), Text("SwiGLU of 6 tokens"))


def three_matrices(student: Student) -> Text | None:
    if _KIND.module not in student.found:
        raise Settled(Verdict.NOT_APPLICABLE, Text("The matrices are given."))
    layer = _layer(student)
    if layer.sizes["d_ff"] != _WIDTH:
        return Text(
            "SwiGLU({d}, {wanted}) is {width} wide, and not d_ff = {wanted}.",
            {"d": _D, "width": layer.sizes["d_ff"], "wanted": _WIDTH},
        )
    if all(max(parameter.shape, default=1) == parameter.size for parameter in layer.unplaced):
        return None  # biases
    return further_parameters(layer)


_CHECKS = (
    Claim("values", Text("right values"), values),
    Claim("linear_in_up", Text("linear in W_up: the activation is the gate's"), linear_in_up),
    Claim("product", Text("gate and value multiplied"), product),
    Claim("per_token", Text("each token by itself"), per_token),
    Claim("three_matrices", Text("three matrices, d_ff wide"), three_matrices),
)

COMPONENT = Component(
    "swiglu",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role("SwiGLU", "class", ("d_model", "d_ff"), 2, ("RedSwiGLU", "FeedForwardSwiGLU")),),
            _CHECKS,
        ),
        Form(
            "function",
            Text("function on given weights"),
            "either",
            (Role("swiglu", "function", ("x", "W_gate", "W_up", "W_down"), 4, ("red_swiglu",)),),
            _CHECKS,
        ),
    ),
)
