"""What a model's matrices are for, seen from outside: each is zero in turn, and what still gets through is noted.

A sublayer with a residual lets the stream pass when one of its matrices is zero; without one, the stream ends there.
The model is one of ids with a source and a target, of one layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Matrices",
    "MissingSublayer",
    "Seen",
    "Shape",
    "acting_alone",
    "extents",
    "is_matrix",
    "missing_sublayer",
    "mixing_matrices",
    "per_layer",
    "seen_in",
]

Numbers = NDArray[np.float64]
Shape: TypeAlias = tuple[int, ...]
MissingSublayer: TypeAlias = Literal["self", "cross", "ffn", "cross or ffn", "no ffn"]
_STILL = 2e-6  # as it is, but for the order of float32 sums


def is_matrix(shape: Shape) -> bool:
    """A gain of shape (1, 1, d) is a vector: in a post-LN block, the whole stream goes through it."""
    return len(extents(shape)) >= 2


def extents(shape: Shape) -> Shape:
    """Those that count: a matrix may be kept as (1, d, d), or be a convolution of kernel 1."""
    return tuple(extent for extent in shape if extent > 1)


def per_layer(one: Iterable[Shape], two: Iterable[Shape]) -> set[Shape]:
    """Shapes of the matrices that a model of two layers has more of than one of one layer: neither tables nor heads.

    Layers may also be stacked along the first axis, (n_layers, d, d).
    """
    left = list(one)
    more = []
    for shape in two:
        if shape in left:
            left.remove(shape)
        else:
            more.append(shape)
    return {s for shape in more if is_matrix(shape) for s in ((shape, (1, *shape[1:])) if shape[0] == 2 else (shape,))}


@dataclass(frozen=True)
class Seen:
    """Do the logits depend on targets at other positions, on any target, on the source?"""

    others: bool
    target: bool
    source: bool


@dataclass(frozen=True, eq=False)
class Matrices:
    """`shapes` are those of all parameters.  Logits are (3, n_tgt, vocabulary), for three samples: the second has other
    targets at positions 0, 2, ..., the third another source; None where they aren't finite.

    `plain` are those of the model as it is, `others` those with one matrix of a layer at zero, by its position, and
    ``logits(zeroed)`` those with several, for each of `zeroed`.
    """

    shapes: tuple[Shape, ...]
    plain: Numbers | None
    others: Mapping[int, Numbers | None]
    logits: Callable[[Sequence[tuple[int, ...]]], list[Numbers | None]]


def seen_in(logits: Numbers | None) -> Seen | None:
    """What shows in the logits of the three samples."""
    if logits is None:
        return None
    by_target = np.abs(logits[1] - logits[0]).max(axis=1) > _STILL
    source = bool((np.abs(logits[2] - logits[0]) > _STILL).any())
    return Seen(bool(by_target[1::2].any()), bool(by_target.any()), source)


def missing_sublayer(model: Matrices, plain: Seen) -> MissingSublayer | None:
    """Which residual of the decoder's layer is missing, or that it has no FFN; None where nothing is seen to miss.

    `plain` is what gets through with no matrix at zero: both target and source must.

    Two matrices at least must tell the same: attention has W_V and W_O, an FFN has W_1 and W_2, whereas a single matrix
    may stand between embedding and first layer, or between last layer and head.
    """
    without = {i: seen for i, logits in model.others.items() if (seen := seen_in(logits)) is not None}
    dead = [i for i, seen in without.items() if not seen.target and not seen.source]
    stuck = [i for i, seen in without.items() if not seen.target and seen.source]
    if len(dead) >= 2:
        return _which(model, dead, stuck)
    if len(stuck) >= 2:
        return "self"
    acting = acting_alone(model, mixing_matrices(model, plain))
    return None if acting is None or len(acting) >= 2 else "no ffn"


def mixing_matrices(model: Matrices, plain: Seen) -> tuple[int, ...]:
    """Those that, at zero, silence one of the decoder's attentions."""
    without = {i: seen for i, logits in model.others.items() if (seen := seen_in(logits)) is not None}
    return tuple(
        i for i, seen in without.items() if seen.target and (seen.others < plain.others or seen.source < plain.source)
    )


def _which(model: Matrices, dead: list[int], stuck: list[int]) -> MissingSublayer:
    """Where cross-attention has no residual, the target gets past it in the queries alone: W_Q, W_K = 0 end it."""
    if stuck:
        return "cross"
    shapes = {extents(model.shapes[i]) for i in dead}
    if any(a != b and (b, a) in shapes for a, b in (e for e in shapes if len(e) == 2)):
        return "ffn"
    return "cross" if any(a == 3 * b for a, b in (e for e in shapes if len(e) == 2)) else "cross or ffn"


def acting_alone(model: Matrices, mixing: tuple[int, ...]) -> list[int] | None:
    """Matrices of the layer that the logits still depend on with both attentions silent; None where it doesn't show."""
    left = [i for i in model.others if i not in mixing]
    silent, *others = model.logits([mixing, *((*mixing, i) for i in left)])
    if silent is None:
        return None
    return [i for i, got in zip(left, others, strict=True) if got is None or bool(np.abs(got - silent).max() > _STILL)]
