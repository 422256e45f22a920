"""RMSNorm: ``rms_norm(x, gain, eps=1e-5)`` or ``RMSNorm(d_model)`` (contract, *building_blocks*)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.eps_parameter import eps_without_effect
from grader.checks.layer_properties import further_parameters, not_trained, require_normalising
from grader.checks.matches_reference import describe_difference
from grader.checks.normalisation import eps_of, tokens_of_many_sizes, unit_tokens
from grader.checks.student import Settled, Student, number_text
from grader.checks.weighted_layer import Layer, LayerKind, layer_of, rounded
from grader.compare import Tolerance, compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

_D = 6
_KIND = LayerKind(
    function="rms_norm",
    module="RMSNorm",
    constructor=("d_model",),
    shapes={"gain": ("d_model",)},
    neutral={"gain": 1.0},
    hints={"gain": ("gain", "weight", "gamma", "scale", "ganancia", "escala", ".g")},
)
_OF_TOKENS = Text("RMSNorm of 6 tokens")
_PLAIN = {"gain": np.ones(_D)}
# At a mean square of 100 or more, an eps of up to 0.1 changes outputs by less; every mistake by more than 2e-2.
_WHATEVER_EPS = Tolerance(2e-3, 2e-3)


def _layer(student: Student) -> Layer:
    found = layer_of(
        student,
        _KIND,
        {"d_model": _D},
        lambda: [student.references.rms_norm.rms_norm],
        lambda dice: rounded(10 * tokens_of_many_sizes(dice, 3, _D))[None],
    )
    require_normalising(found, _tokens(student, "substance-tokens"), _PLAIN, _OF_TOKENS)
    return found


def _tokens(student: Student, label: str) -> Numbers:
    """(6, d): none has mean 0, so that taking the mean away shows, and all are so large that an eps doesn't."""
    return rounded(10 * tokens_of_many_sizes(student.dice(label), 6, _D))


def _normalised(layer: Layer, x: Numbers) -> Numbers:
    """x (rows, d) with a gain of 1."""
    return np.asarray(layer.of_tokens(rounded(x), _PLAIN, _OF_TOKENS).data, dtype=np.float64)


def values(student: Student) -> Text | None:
    layer = _layer(student)
    x, weights = _tokens(student, "values"), layer.weights(student.dice("values-weights"))
    got = layer.of_tokens(x, weights, _OF_TOKENS)
    expected = student.references.rms_norm.rms_norm(x, **weights)
    difference = compare(expected, got.data, _WHATEVER_EPS).difference
    return None if difference is None else describe_difference(_OF_TOKENS, difference)


def unit_rms(student: Student) -> Text | None:
    normalised = _normalised(_layer(student), _tokens(student, "unit_rms"))
    sizes = np.sqrt((normalised**2).mean(axis=-1))
    if (np.abs(sizes - 1) < 5e-3).all():
        return None
    if (np.abs(sizes * _D**0.5 - 1) < 5e-3).all():
        student.suspect("rms_norm/sum_for_mean")
    worst = float(sizes[np.nan_to_num(np.abs(sizes - 1), nan=np.inf).argmax()])
    return Text(
        "With a gain of 1, the root mean square of each token's {d} features must be 1; one token has {got}.",
        {"d": _D, "got": number_text(worst)},
    )


def only_rescales(student: Student) -> Text | None:
    """The direction of a token stays: no mean is taken away, and no feature is treated otherwise than another."""
    x = _tokens(student, "only_rescales")
    normalised = _normalised(_layer(student), x)
    one, other = (v / np.linalg.norm(v, axis=-1, keepdims=True) for v in (x, normalised))
    off = np.abs(one - other).max(axis=-1)
    if (off < 1e-3).all():
        return None
    centred = x - x.mean(axis=-1, keepdims=True)
    if np.abs(centred / np.linalg.norm(centred, axis=-1, keepdims=True) - other).max() < 1e-3:
        student.suspect("rms_norm/mean_subtracted")
        return Text("The mean of each token was taken away, as in a layer norm. RMSNorm only divides.")
    return Text(
        "With a gain of 1, a token must come out as itself times one number. Here its features are changed in "
        "different proportions."
    )


def gain(student: Student) -> Text | None:
    """The gain acts on the normalised token, feature by feature; judged with the student's own norm."""
    layer = _layer(student)
    if layer.absent:
        return Text(
            "The module has no parameter of shape ({d},): the gain is learned, one number for each feature.", {"d": _D}
        )
    if layer.unplaced:
        return further_parameters(layer)
    x, weights = _tokens(student, "gain"), layer.weights(student.dice("gain-weights"))
    begins = _PLAIN["gain"] if layer.module is None else layer.begins("gain").reshape(-1)
    # What is no factor (the g of 2 + g) is told below.
    if not np.allclose(begins, 1, atol=1e-3) and np.allclose(
        layer.of_tokens(x, {"gain": begins}, _OF_TOKENS).data, begins * _normalised(layer, x), rtol=1e-3, atol=1e-3
    ):
        student.suspect("rms_norm/gain_starts_elsewhere")
        return Text(
            "A new module's gain begins at {got}; it must begin at 1, so that a norm only normalises until it has "
            "learned something else.",
            {"got": number_text(float(begins[0]))},
        )
    got = layer.of_tokens(x, weights, _OF_TOKENS)
    expected = weights["gain"] * _normalised(layer, x)
    difference = compare(expected, got.data, tolerance_for(got.dtype, depth=2)).difference
    if difference is None:
        return None if layer.module is None else _frozen(student, layer)
    return Text(
        "With any gain g the output must be g times what it is with a gain of 1. {difference}",
        {"difference": describe_difference(_OF_TOKENS, difference)},
    )


def _frozen(student: Student, layer: Layer) -> Text | None:
    tokens = _tokens(student, "trained").astype(np.float32)[None]
    try:
        still = not_trained(layer, ("gain",), tokens, np.arange(len(tokens[0]))[None] % _D)
    except Settled:  # what can't be trained in a step isn't said to be frozen
        return None
    if not still:
        return None
    student.suspect("rms_norm/gain_not_trained")
    return Text(
        "After two steps of training, the gain is what it was: no gradient gets to it. The gain is learned, one number "
        "for each feature."
    )


def eps(student: Student) -> Text | None:
    layer = _layer(student)
    if not np.isfinite(_normalised(layer, np.zeros((2, _D)))).all():
        student.suspect("rms_norm/no_eps")
        return Text("A token of zeros gives NaN or infinity. Add a small eps to the mean square, inside the root.")
    tokens = unit_tokens(student.dice("eps-tokens"), _D)
    found = eps_of(lambda x: _normalised(layer, x), tokens)
    if found is None:
        return eps_without_effect(layer, tokens, _PLAIN, _OF_TOKENS)
    if found.place == "unclear":
        raise Settled(Verdict.NOT_APPLICABLE, Text("No norm can be seen that an eps would belong to."))
    if found.place == "outside":
        # A token's length is a root too, of a sum; a mean of |x| or a length by d has none that an eps could leave.
        if unit_rms(student) is not None and "rms_norm/sum_for_mean" not in student.suspects:
            raise Settled(Verdict.NOT_APPLICABLE, Text("No norm can be seen that an eps would belong to."))
        student.suspect("rms_norm/eps_outside_the_root")
        return Text(
            "eps is added to the root, outside of it (about {eps}). It belongs to the mean square: "
            "√(mean square + eps). For small tokens the two give quite different values.",
            {"eps": f"{found.size:.1g}"},
        )
    if found.size > 2e-3:
        student.suspect("rms_norm/eps_too_large")
        return Text(
            "eps is about {eps}: so large that it shrinks tokens of ordinary size. 1e-5 was asked.",
            {"eps": f"{found.size:.1g}"},
        )
    return eps_without_effect(layer, tokens, _PLAIN, _OF_TOKENS)


_CHECKS = (
    Claim("values", Text("right values, with gain"), values),
    Claim("unit_rms", Text("a root mean square of 1"), unit_rms),
    Claim("only_rescales", Text("only rescales: the mean stays"), only_rescales),
    Claim("gain", Text("a gain for each feature, after the norm"), gain),
    Claim("eps", Text("a small eps inside the root"), eps),
)

COMPONENT = Component(
    "rms_norm",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role("RMSNorm", "class", ("d_model", "eps"), 1, ("NormaRMS", "NormRMS")),),
            _CHECKS,
            supporting=("eps",),
        ),
        Form(
            "function",
            Text("function on given weights"),
            "either",
            (Role("rms_norm", "function", ("x", "gain", "eps"), 2, ("norma_rms", "norm_rms")),),
            _CHECKS,
            supporting=("eps",),
        ),
    ),
)
