"""What the cache of a model with grouped heads takes: its query heads don't matter, only the KV heads that they share.

Ainslie et al., "GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints" (2023),
section 2.2; Pope et al., "Efficiently Scaling Transformer Inference" (2022), section 3.3.
"""

from __future__ import annotations

from operator import index


def kv_memory(n_tokens: int, n_layers: int, n_kv_heads: int, d_head: int, bytes_per_value: int = 2) -> int:
    """Bytes: a key and a value of `d_head` numbers for each token, in each KV head of each layer.  An exact int."""
    key_and_value = 2
    numbers = key_and_value * index(n_kv_heads) * index(d_head) * index(n_layers) * index(n_tokens)
    return numbers * index(bytes_per_value)
