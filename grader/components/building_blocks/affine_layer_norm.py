"""Layer norm with gain and bias: ``layer_norm(x, gamma, beta, eps=1e-5)`` or ``LayerNorm(d_model)``.

The core component ``block`` has a layer norm without parameters; what a norm must do is judged there and here by the
same means (``checks.normalisation``).  A variance divided by d - 1 costs `normalised` alone, an eps in the wrong place
`eps` alone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.eps_parameter import eps_without_effect
from grader.checks.layer_properties import further_parameters, require_normalising, token_by_token
from grader.checks.matches_reference import describe_difference
from grader.checks.normalisation import broken_norm, tokens_of_many_sizes, unit_tokens, wrong_eps
from grader.checks.student import Settled, Student
from grader.checks.weighted_layer import Layer, LayerKind, layer_of, rounded
from grader.compare import Tolerance, compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

_D = 6  # so small that an unbiased variance is 17 % off
_KIND = LayerKind(
    function="layer_norm",
    module="LayerNorm",
    constructor=("d_model",),
    shapes={"gamma": ("d_model",), "beta": ("d_model",)},
    neutral={"gamma": 1.0, "beta": 0.0},
    hints={
        "gamma": ("gamma", "gain", "weight", "ganancia", "escala", "scale", ".g"),
        "beta": ("beta", "bias", "sesgo", "shift", ".b"),
    },
)
_OF_TOKENS = Text("the layer norm of 6 tokens")
# At a variance of 100 or more, an eps of up to 0.1 changes outputs by less; every mistake by more than 2e-2.
_WHATEVER_EPS = Tolerance(2e-3, 2e-3)
_PLAIN = {"gamma": np.ones(_D), "beta": np.zeros(_D)}


def _layer(student: Student) -> Layer:
    reference = student.references.affine_layer_norm.layer_norm
    found = layer_of(
        student,
        _KIND,
        {"d_model": _D},
        lambda: [reference],
        lambda dice: rounded(10 * tokens_of_many_sizes(dice, 3, _D))[None],
    )
    require_normalising(found, _tokens(student, "substance-tokens"), _PLAIN, _OF_TOKENS)
    return found


def _tokens(student: Student, label: str) -> Numbers:
    """(6, d): so large that an eps, whose size has a check of its own, doesn't show."""
    return rounded(10 * tokens_of_many_sizes(student.dice(label), 6, _D))


def _suspect(student: Student) -> Callable[[str], None]:
    """The mistakes of norms, which have the names that they have in the block, under this component's."""
    return lambda id_: student.suspect(f"affine_layer_norm/{id_.partition('/')[2]}")


def _normalised(layer: Layer, x: Numbers) -> Numbers:
    """x (rows, d) normalised, with a gain of 1 and a bias of 0."""
    return np.asarray(layer.of_tokens(rounded(x), _PLAIN, _OF_TOKENS).data, dtype=np.float64)


def values(student: Student) -> Text | None:
    layer = _layer(student)
    x, weights = _tokens(student, "values"), layer.weights(student.dice("values-weights"))
    got = layer.of_tokens(x, weights, _OF_TOKENS)
    reference = student.references.affine_layer_norm.layer_norm
    unbiased = {**weights, "gamma": weights["gamma"] * ((_D - 1) / _D) ** 0.5}
    differences = [compare(reference(x, **w), got.data, _WHATEVER_EPS).difference for w in (weights, unbiased)]
    if differences[0] is None:
        return None
    if differences[1] is None:
        student.note(Text("Your layer norms divide by d - 1 in the variance; d was asked."))
        return None
    return describe_difference(_OF_TOKENS, differences[0])


def normalised(student: Student) -> Text | None:
    layer = _layer(student)
    return broken_norm(_normalised(layer, _tokens(student, "normalised")), _suspect(student))


def affine(student: Student) -> Text | None:
    """Gain and bias act on the normalised token, feature by feature; judged with the student's own norm."""
    layer = _layer(student)
    if layer.absent:
        return Text(
            "The module has no parameter of shape ({d},) for {names}: gain and bias are learned, one for each feature.",
            {"d": _D, "names": ", ".join(layer.absent)},
        )
    if layer.unplaced:
        return further_parameters(layer)
    x, weights = _tokens(student, "affine"), layer.weights(student.dice("affine-weights"))
    got = layer.of_tokens(x, weights, _OF_TOKENS)
    expected = weights["gamma"] * _normalised(layer, x) + weights["beta"]
    difference = compare(expected, got.data, tolerance_for(got.dtype, depth=2)).difference
    if difference is None:
        return None
    return Text(
        "With any gain γ and bias β the output must be γ times what it is with γ = 1 and β = 0, plus β. {difference}",
        {"difference": describe_difference(_OF_TOKENS, difference)},
    )


def eps(student: Student) -> Text | None:
    layer = _layer(student)
    usual = _normalised(layer, _tokens(student, "eps"))
    # An unbiased variance is the only other fault behind which an eps can still be seen.
    if broken_norm(usual) is not None and broken_norm(usual * (_D / (_D - 1)) ** 0.5) is not None:
        raise Settled(Verdict.NOT_APPLICABLE, Text("No layer norm can be seen that an eps would belong to."))
    wrong = wrong_eps(lambda x: _normalised(layer, x), student.dice("eps-tokens"), _D, _suspect(student))
    return wrong or eps_without_effect(layer, unit_tokens(student.dice("eps-tokens"), _D), _PLAIN, _OF_TOKENS)


def per_token(student: Student) -> Text | None:
    return token_by_token(_layer(student), _tokens(student, "per_token"), _OF_TOKENS)


_CHECKS = (
    Claim("values", Text("right values, with gain and bias"), values),
    Claim("normalised", Text("each token has mean 0 and variance 1"), normalised),
    Claim("affine", Text("gain and bias for each feature, after the norm"), affine),
    Claim("eps", Text("a small eps inside the root"), eps),
    Claim("per_token", Text("each token by itself"), per_token),
)

COMPONENT = Component(
    "affine_layer_norm",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role("LayerNorm", "class", ("d_model", "eps"), 1, ("NormCapa", "NormalizacionCapa")),),
            _CHECKS,
        ),
        Form(
            "function",
            Text("function on given weights"),
            "either",
            (Role("layer_norm", "function", ("x", "gamma", "beta", "eps"), 3, ("norm_capa",)),),
            _CHECKS,
        ),
    ),
)
