"""The assignment ``inference_lab``: what using a model costs: parameters, memory, a cache of keys and values."""

from __future__ import annotations

from grader.components.component import Component
from grader.components.inference_lab import (
    attention_entries,
    cached_decoding,
    chinchilla,
    count_parameters,
    decoding_growth,
    gqa_decode,
    kv_memory,
    rope_cache,
    sliding_window,
    tiled_attention,
    tiled_memory,
)

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (
    count_parameters.COMPONENT,
    attention_entries.COMPONENT,
    chinchilla.COMPONENT,
    kv_memory.COMPONENT,
    sliding_window.COMPONENT,
    tiled_attention.COMPONENT,
    cached_decoding.COMPONENT,
    rope_cache.COMPONENT,
    gqa_decode.COMPONENT,
    tiled_memory.COMPONENT,
    decoding_growth.COMPONENT,
)
