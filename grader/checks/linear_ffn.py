"""An FFN of two linear layers with no activation between them, which are one linear layer: told by its weights alone.

With W_1 and b_1 times -2 and W_2 times -1/2, two linear layers give what they gave, to the last bit; with any
activation between them, ReLU, GELU or tanh, they don't.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from grader.checks.source_and_target import STILL, built, pair
from grader.checks.source_and_target_matrices import logits_with
from grader.checks.student import Student
from grader.checks.zeroed_matrices import Matrices, Seen, acting_alone, extents, mixing_matrices
from grader.model import Text

__all__ = ["ffn_without_activation"]


def ffn_without_activation(student: Student, model: Matrices, plain: Seen) -> Text | None:
    """Of the decoder's layer, whose attentions are silent.  A gate is a third matrix: there, two may well be linear."""
    mixing = mixing_matrices(model, plain)
    acting = acting_alone(model, mixing)
    if acting is None or len(acting) != 2:
        return None
    silent = dict.fromkeys(mixing, 0.0)
    ids = pair(student, "linear-ffn")
    before = logits_with(student, silent, ids)
    if before is None:
        return None
    for factors in _turned_about(student, *acting):
        after = logits_with(student, {**silent, **factors}, ids)
        if after is not None and np.abs(after - before).max() <= STILL:
            student.suspect("encoder_decoder/no_activation_in_the_ffn")
            return Text(
                "With the first linear layer of the decoder's FFN times -2 and the second one divided by -2, the "
                "logits stay as they are: there's no activation between the two, so together they are one linear layer."
            )
    return None


def _turned_about(student: Student, one: int, other: int) -> Iterator[Mapping[int, float]]:
    """Factors by position, with either matrix for W_1; b_1 is as wide as the two are inside, and held beside W_1."""
    parameters = built(student, 1).module.parameters
    shapes = [extents(parameter.shape) for parameter in parameters]
    if shapes[one] != shapes[other][::-1] or len(shapes[one]) != 2:
        return
    for first, second in ((one, other), (other, one)):
        owner = parameters[first].owner
        for width in {*shapes[first]}:
            biases = [i for i, p in enumerate(parameters) if p.owner == owner and shapes[i] == (width,)]
            yield {**dict.fromkeys((first, *biases), -2.0), second: -0.5}
