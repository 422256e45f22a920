"""A norm's parameter ``eps``: is it what stands under the root, or is it never read?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from grader.checks.modules import bind_constructor, described, first_inputs
from grader.checks.student import Settled
from grader.checks.weighted_layer import Layer, Weights, rounded
from grader.model import BuildModule, Text

__all__ = ["eps_without_effect"]

Numbers = NDArray[np.float64]
_NAMES = ("eps", "epsilon", "épsilon", "ε")
_LARGE = 0.5


def eps_without_effect(layer: Layer, u: Numbers, plain: Weights, asked: Text) -> Text | None:
    """Code without such a parameter has chosen an eps of its own, and that's fine.

    `u` (n, d) has mean 0 and variance 1.  Tokens a hundred times smaller all but vanish under a large eps, whether it's
    added to the variance, to its root, or is the least that is divided by.
    """
    role = layer.kind.function if layer.module is None else layer.kind.module
    parameters = layer.student.found[role].parameters
    name = next((p.name for p in parameters if not p.required and p.name.lower() in _NAMES), None)
    if name is None:
        return None
    noted = len(layer.student.observations)
    try:
        usual, damped = (it.of_tokens(rounded(0.01 * u), plain, asked).data for it in (layer, _with_eps(layer, name)))
    except Settled as settled:
        if settled.verdict.is_dirty_ending:
            raise
        return None  # what can't be given isn't ignored
    finally:
        del layer.student.observations[noted:]
    if not np.allclose(usual, damped, rtol=1e-3):
        return None
    return Text(
        "The parameter {name} has no effect: with {name} = {large} small tokens come out as they do without it. "
        "It's the parameter that must stand inside the root, and not a number in its place.",
        {"name": name, "large": _LARGE},
    )


def _with_eps(layer: Layer, name: str) -> Layer:
    """The same function with a large eps, or the same module made anew with it."""
    if layer.module is None:
        return replace(layer, options={name: _LARGE})
    student, definition = layer.student, layer.student.found[layer.kind.module]
    args, keywords = bind_constructor(definition, tuple(layer.given), layer.given)
    handle, asked = f"{layer.handle}-{name}", Text("{call}", {"call": f"{definition.name}({name}={_LARGE})"})
    first = first_inputs(definition, layer.given)
    reply = student.ask(BuildModule(handle, definition.name, args, {**keywords, name: _LARGE}, 0, first))
    return replace(layer, handle=handle, module=described(student, layer.kind.module, reply, asked))
