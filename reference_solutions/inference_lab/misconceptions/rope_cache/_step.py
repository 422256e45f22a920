"""A step of decoding with rotary positions, rightly, with its parts where a variant can replace them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....building_blocks.rope import rope
from ....transformer.attention import attention

Floats = NDArray[np.float64]
Answer = tuple[Floats, Floats, Floats]


def turned(x: Floats, position: int) -> Floats:
    """One vector (d,) at `position`."""
    row: Floats = rope(x[None], np.array([position]))[0]
    return row


def added(cache: Floats, row: Floats) -> Floats:
    return np.concatenate([cache, row[None]])


def mixed(q: Floats, keys: Floats, values: Floats) -> Floats:
    """The output (d_v,) of one query (d,)."""
    output: Floats = attention(q[None], keys, values)[0][0]
    return output
