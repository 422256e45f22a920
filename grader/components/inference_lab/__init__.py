"""The assignment ``inference_lab``: what using a model costs: parameters, memory, a cache of keys and values."""

from __future__ import annotations

from grader.components.component import Component
from grader.components.inference_lab import cached_decoding

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (cached_decoding.COMPONENT,)
