"""The KV cache: what a model remembers of each token, so that it needn't compute it again.

Pope et al., "Efficiently Scaling Transformer Inference" (2022), section 3.3;
Ainslie et al., "GQA: Training Generalized Multi-Query Transformer Models" (2023), section 2.2.
"""

from __future__ import annotations

from operator import index


def kv_cache_bytes(
    n_tokens: int,
    n_layers: int,
    d_model: int,
    bytes_per_value: int = 2,
    n_heads: int | None = None,
    n_kv_heads: int | None = None,
) -> int:
    """A key and a value for each token, in each layer.

    Each has d_model numbers, or n_kv_heads * (d_model / n_heads) where groups of query heads share one
    KV head.  The result is an exact int, however large; so are the arguments, Python's or NumPy's.
    ValueError if only one of the head counts is given, or the heads don't divide evenly.
    """
    key_and_value = 2
    width = index(d_model)
    if n_heads is not None and n_kv_heads is not None:
        if d_model % n_heads or n_heads % n_kv_heads:
            raise ValueError(f"{d_model} features, {n_heads} heads and {n_kv_heads} KV heads don't divide evenly")
        d_head = index(d_model) // index(n_heads)
        width = index(n_kv_heads) * d_head
    elif n_heads is not None or n_kv_heads is not None:
        raise ValueError("give both n_heads and n_kv_heads, or neither")
    return key_and_value * index(n_tokens) * index(n_layers) * width * index(bytes_per_value)
