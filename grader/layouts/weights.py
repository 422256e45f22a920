"""The reference's weights, field for field.

The references only read fields, so these stand in for the teacher's own classes: this package can't
import the teacher's content, and nothing of the teacher's needs to know of layouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

__all__ = ["AttentionWeights", "BlockWeights", "Floats", "MiniGPTWeights", "stacked"]

Floats = npt.NDArray[np.float64]
W = TypeVar("W")


@dataclass(frozen=True, eq=False)
class AttentionWeights:
    """Each W is (in, out), used as ``x @ W + b``; head i owns columns [i*k : (i+1)*k] of W_Q, W_K, W_V.

    W_Q, W_K and W_V are (d, w) and W_O is (w, d), with w = d except where heads have another width.
    """

    W_Q: Floats
    W_K: Floats
    W_V: Floats
    W_O: Floats
    b_Q: Floats
    b_K: Floats
    b_V: Floats
    b_O: Floats


@dataclass(frozen=True, eq=False)
class BlockWeights:
    """gain, bias and b2 are (d,); W1 is (d, f), b1 (f,) and W2 (f, d)."""

    attention: AttentionWeights
    gain1: Floats
    bias1: Floats
    gain2: Floats
    bias2: Floats
    W1: Floats
    b1: Floats
    W2: Floats
    b2: Floats


@dataclass(frozen=True, eq=False)
class MiniGPTWeights:
    """token_embedding (V, d), position_embedding (context, d), gain and bias (d,), W_head (d, V), b_head (V,)."""

    token_embedding: Floats
    position_embedding: Floats
    blocks: tuple[BlockWeights, ...]
    gain: Floats
    bias: Floats
    W_head: Floats
    b_head: Floats


def stacked(many: Sequence[W]) -> W:
    """Several weights as one, with the hypothesis as a new first axis.

    Matrices become (H, 1, in, out) and vectors (H, 1, 1, out): ``x @ W + b`` with x (B, n, in) gives (H, B, n, out).
    What all of them share (the embedding tables) is left as it is: it's indexed, not multiplied.
    """
    first = many[0]
    changes: dict[str, Any] = {}
    for field in fields(first):  # type: ignore[arg-type]  # always one of the three above
        values = [getattr(one, field.name) for one in many]
        if isinstance(values[0], tuple):
            changes[field.name] = tuple(stacked(layer) for layer in zip(*values, strict=True))
        elif is_dataclass(values[0]):
            changes[field.name] = stacked(values)
        elif all(value is values[0] for value in values):
            changes[field.name] = values[0]
        else:
            together = np.stack(values)
            lift = (slice(None), None) if together.ndim == 3 else (slice(None), None, None)
            changes[field.name] = together[lift]
    return type(first)(**changes)
