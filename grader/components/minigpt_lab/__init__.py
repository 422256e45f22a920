"""The assignment ``minigpt_lab``: a character model that is trained, saved and made to write."""

from __future__ import annotations

from grader.components.component import Component
from grader.components.minigpt_lab import checkpoint, get_batch, mean_loss, sampling, split, tokenizer, training

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (
    tokenizer.COMPONENT,
    get_batch.COMPONENT,
    split.COMPONENT,
    checkpoint.COMPONENT,
    training.COMPONENT,
    mean_loss.COMPONENT,
    sampling.COMPONENT,
)
