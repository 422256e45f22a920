"""Rotary positions with a cache: a key is turned by its own position once, and kept so.

What two tokens say to each other depends on their distance alone: <R_m q, R_n k> is a function of m - n.  A key that
was turned by n before it was kept needs nothing more, however far the text gets.

Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding" (2021), section 3.2.2, equation 16.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..building_blocks.rope import rope
from ..transformer.attention import attention

Floats = NDArray[np.float64]


def rope_with_cache(q: Floats, k: Floats, v: Floats, k_cache: Floats, v_cache: Floats) -> tuple[Floats, Floats, Floats]:
    """One step of decoding with one head: the new token's q, k (d,) and v (d_v,), not turned yet, and the caches.

    `k_cache` (t, d) holds the keys of the t tokens before, each turned by its position; `v_cache` (t, d_v) their
    values.  Returns the output (d_v,) and the caches with one row more.
    """
    position = np.array([len(k_cache)])  # (1,): the tokens before are numbered from 0
    q = rope(q[None], position)  # (1, d)
    k_cache = np.concatenate([k_cache, rope(k[None], position)])  # (t + 1, d)
    v_cache = np.concatenate([v_cache, v[None]])  # (t + 1, d_v): values have no position
    output, _ = attention(q, k_cache, v_cache)  # (1, d_v)
    return output[0], k_cache, v_cache
