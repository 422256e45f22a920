"""The assignment ``foundations``: from recurrence to attention, and what attention looks like from inside."""

from __future__ import annotations

from grader.components.component import Component
from grader.components.foundations import (
    attention_weights_per_head,
    permutation_experiment,
    rnn_influence,
    score_spread,
    self_attention,
    worked_examples,
)

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (
    worked_examples.COMPONENT,
    rnn_influence.COMPONENT,
    self_attention.COMPONENT,
    score_spread.COMPONENT,
    attention_weights_per_head.COMPONENT,
    permutation_experiment.COMPONENT,
)
