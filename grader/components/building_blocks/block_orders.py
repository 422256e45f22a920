"""One block in two orders: ``post_ln_forward(x, attention, ffn, norm1, norm2)`` and ``pre_ln_forward``, likewise.

The sublayers and norms are functions of ours, affine maps with random numbers that remember what they were given.  The
values tell any two arrangements of them apart; the residuals are judged with constant sublayers, and the places of the
norms by what each map was given, so that a missing residual doesn't cost the order, nor the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.affine_maps import AffineMap, inputs_of
from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference
from grader.checks.student import Settled, Student, first_array, wrong_shape
from grader.checks.weighted_layer import rounded
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, CallFunction, Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]

_N, _D = 4, 5
_PARTS = ("attention", "ffn", "norm1", "norm2")
_POST, _PRE = "post_ln_forward", "pre_ln_forward"
_ALIASES = {_POST: ("forward_post_ln", "adelante_post_ln"), _PRE: ("forward_pre_ln", "adelante_pre_ln")}
Maps = Mapping[str, AffineMap]


def _maps(dice: np.random.Generator) -> dict[str, AffineMap]:
    """Four maps that have nothing in common; attention mixes the tokens."""
    made = {}
    for name in _PARTS:
        matrix = rounded(dice.normal(0, _D**-0.5, (_D, _D)))
        mixing = rounded(dice.normal(0, _N**-0.5, (_N, _N))) if name == "attention" else None
        made[name] = AffineMap(matrix, rounded(dice.normal(0, 1, _D)), mixing)
    return made


def _constant(dice: np.random.Generator) -> AffineMap:
    return AffineMap(np.zeros((_D, _D)), rounded(dice.normal(0, 1, _D)))


def _tokens(dice: np.random.Generator) -> Numbers:
    return rounded(dice.normal(0, 1, (_N, _D)))


def _forward(student: Student, role: str, x: Numbers, maps: Maps) -> Array:
    """The student's forward of x (n, d) through `maps`, noted with the maps as the reference takes them."""
    if role not in student.found:
        names = ", ".join((role, *_ALIASES[role]))
        raise Settled(Verdict.MISSING, Text("Not found in the notebook. It may be called: {names}.", {"names": names}))
    asked = Text("{role} of x ({n}, {d})", {"role": student.found[role].name, "n": _N, "d": _D})
    handed = (maps[name].handed(student, f"sublayer-{name}") for name in _PARTS)
    reply = student.ask(CallFunction(student.found[role].name, (student.array(x), *handed)))
    # A known-wrong variant is held against this, and calls the maps.
    live: tuple[Any, ...] = (Array(x), *(maps[name] for name in _PARTS))
    student.observe(role, str(asked), live, reply)
    output = student.numbers(first_array(student.returned(reply, asked).value), asked)
    if output.shape != x.shape:
        raise wrong_shape(asked, output.shape, x.shape)
    return output


def _same(one: Numbers, other: Numbers, dtype: str) -> bool:
    return one.shape == other.shape and compare(one, other, tolerance_for(dtype, depth=2)).same


def values(student: Student, role: str) -> Text | None:
    reference = getattr(student.references.block_orders, role)
    for label in ("one", "other"):
        dice = student.dice(f"values-{role}-{label}")
        x, maps = _tokens(dice), _maps(dice)
        got = _forward(student, role, x, maps)
        expected = reference(x, *(maps[name] for name in _PARTS))
        difference = compare(expected, got.data, tolerance_for(got.dtype, depth=2)).difference
        if difference is not None:
            return describe_difference(
                Text("{role} with affine maps for sublayers and norms", {"role": student.found[role].name}), difference
            )
    return None


def residuals(student: Student, role: str) -> Text | None:
    """With sublayers that always give a and f, x + a + f comes out, whatever happens on the way to them.

    In post-LN the norms act on the sums, so there they leave everything as it is.
    """
    dice = student.dice(f"residuals-{role}")
    x, maps = _tokens(dice), _maps(dice)
    maps |= {"attention": _constant(dice), "ffn": _constant(dice)}
    if role == _POST:
        maps |= {name: AffineMap(np.eye(_D), np.zeros(_D)) for name in ("norm1", "norm2")}
    got = _forward(student, role, x, maps)
    expected = x + maps["attention"].offset + maps["ffn"].offset
    difference = compare(expected, got.data, tolerance_for(got.dtype, depth=2)).difference
    if difference is None:
        return None
    # Named from here too: where only one of the two functions has the mistake, no known variant explains both.
    missing = maps["ffn"].offset + 0 * x  # the second, or both
    if any(_same(each, got.data, got.dtype) for each in (missing, missing + maps["attention"].offset)):
        student.suspect("block_orders/residuals_missing")
    if _same(x + maps["ffn"].offset, got.data, got.dtype) and inputs_of(student, "sublayer-attention"):
        student.suspect("block_orders/second_residual_of_the_input")
    asked = Text("{role}", {"role": student.found[role].name})
    norms = Text("norms that change nothing") if role == _POST else Text("any norms")
    return Text(
        "With an attention that always gives a, a network that always gives f, and {norms}, x + a + f must come out: "
        "each sublayer adds to what was there before it. {difference}",
        {"norms": norms, "difference": describe_difference(asked, difference)},
    )


def norms(student: Student, role: str) -> Text | None:
    """What each map was given, held against what the others gave: the student's own sums don't matter."""
    dice = student.dice(f"norms-{role}")
    x, maps = _tokens(dice), _maps(dice)
    got = _forward(student, role, x, maps)
    given = {name: inputs_of(student, f"sublayer-{name}") for name in _PARTS}
    for name in _PARTS:
        if len(given[name]) != 1:
            return Text(
                "{role} must call each of its four functions once; it called {name} {count} times.",
                {"role": student.found[role].name, "name": name, "count": len(given[name])},
            )
    came = {name: given[name][0] for name in _PARTS}
    gave = {name: maps[name](came[name]) for name in _PARTS}
    dtype = got.dtype
    if role == _POST:
        claims = [
            (_same(came["attention"], x, dtype), Text("the attention must be given x itself")),
            (_same(came["ffn"], gave["norm1"], dtype), Text("the network must be given what norm1 gave")),
            (_same(got.data.astype(np.float64), gave["norm2"], dtype), Text("what norm2 gave must be the result")),
        ]
    else:
        claims = [
            (_same(came["norm1"], x, dtype), Text("norm1 must be given x itself")),
            (_same(came["attention"], gave["norm1"], dtype), Text("the attention must be given what norm1 gave")),
            (_same(came["ffn"], gave["norm2"], dtype), Text("the network must be given what norm2 gave")),
        ]
    broken = next((what for holds, what in claims if not holds), None)
    return None if broken is None else Text("{role}: {what}.", {"role": student.found[role].name, "what": broken})


def _role(name: str) -> Role:
    return Role(name, "function", ("x", *_PARTS), 5, _ALIASES[name], optional=True)


COMPONENT = Component(
    "block_orders",
    (
        Form(
            "function",
            Text("functions of sublayers"),
            "either",
            (_role(_POST), _role(_PRE)),
            (
                Claim("post_values", Text("post-LN: right values"), partial(values, role=_POST)),
                Claim("post_residuals", Text("post-LN: each sublayer is added"), partial(residuals, role=_POST)),
                Claim("post_norms", Text("post-LN: norms after the sums"), partial(norms, role=_POST)),
                Claim("pre_values", Text("pre-LN: right values"), partial(values, role=_PRE)),
                Claim("pre_residuals", Text("pre-LN: each sublayer is added"), partial(residuals, role=_PRE)),
                Claim("pre_norms", Text("pre-LN: norms before the sublayers"), partial(norms, role=_PRE)),
            ),
        ),
    ),
)
