"""Chinchilla's rule: about 20 tokens for each parameter.

Hoffmann et al., "Training Compute-Optimal Large Language Models" (2022), table 3.
"""

from __future__ import annotations

TOKENS_PER_PARAMETER = 20


def model_tokens() -> float:
    """For a model of 3·10⁹ parameters."""
    parameters = 3e9
    return TOKENS_PER_PARAMETER * parameters


def model_parameters() -> float:
    """For 5·10¹¹ tokens."""
    tokens = 5e11
    return tokens / TOKENS_PER_PARAMETER
