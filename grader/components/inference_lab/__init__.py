"""The assignment ``inference_lab``: what using a model costs: parameters, memory, a cache of keys and values."""

from __future__ import annotations

from grader.components.component import Component
from grader.components.inference_lab import cached_decoding, gqa_decode, rope_cache

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (cached_decoding.COMPONENT, rope_cache.COMPONENT, gqa_decode.COMPONENT)
