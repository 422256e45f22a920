"""One step of decoding with grouped queries: several query heads read the same cached keys and values.

Ainslie et al., "GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints" (2023),
section 2.2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..transformer.attention import attention

Floats = NDArray[np.float64]


def gqa_decode(q: Floats, k_cache: Floats, v_cache: Floats) -> Floats:
    """The output (h, d) of the newest token's query heads q (h, d) over the caches (kv, t, d); kv divides h.

    Heads 0, 1, ..., h/kv - 1 share KV head 0, the next ones KV head 1, and so on.
    """
    h, d = q.shape
    kv = len(k_cache)
    grouped = q.reshape(kv, h // kv, d)  # neighbouring heads make a group
    output, _ = attention(grouped, k_cache, v_cache)  # (kv, h/kv, d)
    return output.reshape(h, d)
