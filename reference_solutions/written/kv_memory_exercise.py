"""The KV cache of exercise 6.8 in GB (10^9 bytes), without and with groups of eight query heads for a KV head.

Pope et al., "Efficiently Scaling Transformer Inference" (2022), section 3.3;
Ainslie et al., "GQA: Training Generalized Multi-Query Transformer Models" (2023), section 2.2.
"""

from __future__ import annotations

from ..transformer.kv_cache import kv_cache_bytes

TOKENS, LAYERS, WIDTH = 100_000, 96, 12_288  # at 2 bytes per value, the default of `kv_cache_bytes`
HEADS, KV_HEADS = 96, 12
GB = 10**9


def kv_gb() -> float:
    """471.86 GB."""
    return kv_cache_bytes(n_tokens=TOKENS, n_layers=LAYERS, d_model=WIDTH) / GB


def kv_gb_gqa() -> float:
    """An eighth of it, 58.98 GB."""
    grouped = kv_cache_bytes(n_tokens=TOKENS, n_layers=LAYERS, d_model=WIDTH, n_heads=HEADS, n_kv_heads=KV_HEADS)
    return grouped / GB
