"""Does something come after an encoder-decoder's last linear layer: a tanh, a GELU?  Its weights tell, by what they are
multiplied by: what is linear in them follows.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from grader.checks.source_and_target import TGT, Numbers, built, pair
from grader.checks.source_and_target_matrices import logits_with, quiet_logits, with_matrix_at_zero
from grader.checks.student import Student, number_text
from grader.checks.zeroed_matrices import extents, seen_in
from grader.model import Text

__all__ = ["activation_on_logits"]

_LARGE = 2.0**13
# Gemma 2 caps its logits at 30, by a tanh of logits / 30: a style.  A bound like that of a bare tanh is none.
_SMALLEST_CAP = 5.0
_PROPORTIONAL = 1e-3


def activation_on_logits(student: Student) -> Text | None:
    ids = pair(student, "output-layer")
    of_vocabulary = [i for i, shape in enumerate(built(student, 1).shapes) if TGT in shape]
    bound = _bound(logits_with(student, dict.fromkeys(of_vocabulary, _LARGE), ids))
    if bound is not None and bound >= _SMALLEST_CAP:
        return None
    if bound is not None:
        student.suspect("encoder_decoder/activation_on_the_logits")
        return Text(
            "With the last linear layer's weights {factor} times as large, the logits stay between -{bound} and "
            "{bound}: something after that layer keeps them there. Logits are what that layer gives, as it is.",
            {"factor": int(_LARGE), "bound": number_text(bound)},
        )
    factors = _output_layer(student)
    if not factors or _is_linear(quiet_logits(student, (), ids), logits_with(student, factors, ids)):
        return None
    student.suspect("encoder_decoder/activation_on_the_logits")
    return Text(
        "With the last linear layer's weights times -2, the logits aren't -2 times what they were: an activation comes "
        "after that layer. Logits are what that layer gives, as it is."
    )


def _bound(got: Numbers | None) -> float | None:
    """By what most of the logits, of enormous weights, are held; None where they aren't."""
    if got is None:
        return None
    sizes = np.abs(got)
    return float(sizes.max()) if np.mean(sizes > 0.99 * sizes.max()) > 0.9 else None


def _output_layer(student: Student) -> Mapping[int, float]:
    """-2 for its matrix and its bias, by position; {} where it can't be told, or shares its matrix with a table."""
    shapes = built(student, 1).shapes
    plain, others = with_matrix_at_zero(student, 1)
    whole = seen_in(plain)
    if whole is None or not whole.target or not whole.source:
        return {}
    seen = {i: found for i, got in others.items() if TGT in shapes[i] and (found := seen_in(got)) is not None}
    last = [i for i, found in seen.items() if not found.target and not found.source]
    tables = [i for i, found in seen.items() if not found.target and found.source]
    biases = [i for i, shape in enumerate(shapes) if extents(shape) == (TGT,)]
    if len(last) != 1 or not tables or len(biases) > 1:
        return {}
    return dict.fromkeys((*last, *biases), -2.0)


def _is_linear(before: Numbers | None, after: Numbers | None) -> bool:
    """Is what came of weights times -2 a multiple of what was?  A constant on all logits of a row is no matter.

    Any multiple will do: where rows of weights are normalised, it's -1.
    """
    if before is None or after is None:
        return True
    one, two = (got - got.mean(axis=-1, keepdims=True) for got in (before, after))
    if not one.any():
        return True
    times = float((one * two).sum() / (one * one).sum())
    return bool(np.abs(two - times * one).max() <= _PROPORTIONAL * np.abs(two).max())
