"""A step with one KV head for each query head, and how the scores are divided, for a variant to choose."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Floats = NDArray[np.float64]


def decoded(q: Floats, keys: Floats, values: Floats, divisor: float | None = None, axis: int = -1) -> Floats:
    """(h, d) of q (h, d) over keys and values (h, t, d); divided by √d unless told otherwise."""
    scores = np.einsum("hd,htd->ht", q, keys) / (math.sqrt(q.shape[-1]) if divisor is None else divisor)
    output: Floats = np.einsum("ht,htd->hd", softmax(scores, axis), values)
    return output


def shared(cache: Floats, h: int) -> Floats:
    """The KV head of each of h query heads: (kv, t, d) to (h, t, d), neighbours alike."""
    return np.repeat(cache, h // len(cache), axis=0)
