"""The assignment ``written``: the exercises on paper, as variables and small functions."""

from __future__ import annotations

from grader.components.component import Component
from grader.components.written import (
    attention_entries_exercise,
    attention_parameters,
    chinchilla_tokens_exercise,
    conversations_per_card,
    families,
    gato_row,
    kv_memory_exercise,
    look_matrix,
    permutation_prediction,
    residual_question,
    temperatures,
)

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (
    gato_row.COMPONENT,
    look_matrix.COMPONENT,
    attention_parameters.COMPONENT,
    permutation_prediction.COMPONENT,
    residual_question.COMPONENT,
    families.COMPONENT,
    temperatures.COMPONENT,
    kv_memory_exercise.COMPONENT,
    conversations_per_card.COMPONENT,
    chinchilla_tokens_exercise.COMPONENT,
    attention_entries_exercise.COMPONENT,
)
