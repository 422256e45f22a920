"""How many conversations a card holds at once: what the weights leave of it, by the KV cache of one conversation.

Kwon et al., "Efficient Memory Management for Large Language Model Serving with PagedAttention" (2023), section 3.
"""

from __future__ import annotations

import math

from ..transformer.kv_cache import kv_cache_bytes

GB = 10**9
CARD, WEIGHTS = 80 * GB, 8 * GB * 2  # 8·10⁹ parameters of 2 bytes
TOKENS, LAYERS, WIDTH = 8_192, 32, 4_096  # at 2 bytes per value, the default of `kv_cache_bytes`
HEADS, KV_HEADS = 32, 8


def conversations_per_card() -> int:
    """59: one that only partly fits doesn't fit."""
    return math.floor(room_in_conversations())


def room_in_conversations() -> float:
    """64 GB by 1.0737 GB."""
    return (CARD - WEIGHTS) / cache_of_one_conversation()


def cache_of_one_conversation() -> int:
    """2³⁰ bytes."""
    return kv_cache_bytes(n_tokens=TOKENS, n_layers=LAYERS, d_model=WIDTH, n_heads=HEADS, n_kv_heads=KV_HEADS)
