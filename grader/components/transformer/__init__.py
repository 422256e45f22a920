"""The core assignment ``transformer``: from softmax to a MiniGPT that writes text."""

from __future__ import annotations

from grader.components.component import Component
from grader.components.transformer import (
    attention,
    attention_speed,
    block,
    generation,
    kv_cache,
    masks,
    minigpt,
    multihead,
    multihead_speed,
    positional_encoding,
    softmax,
)

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (
    softmax.COMPONENT,
    attention.COMPONENT,
    masks.COMPONENT,
    multihead.COMPONENT,
    block.COMPONENT,
    positional_encoding.COMPONENT,
    minigpt.COMPONENT,
    generation.COMPONENT,
    kv_cache.COMPONENT,
    attention_speed.COMPONENT,
    multihead_speed.COMPONENT,
)
