"""How much text a model of a given size should be trained on, if computation is what's scarce.

Hoffmann et al., "Training Compute-Optimal Large Language Models" (2022), section 3.4 and table 3: parameters and tokens
should grow alike, at about 20 tokens for each parameter.
"""

from __future__ import annotations


def chinchilla_tokens(n_parameters: int) -> int:
    """The tokens that suit `n_parameters`: 20 for each."""
    return 20 * n_parameters


def chinchilla_ratio(n_parameters: int, n_tokens: int) -> float:
    """How many tokens a model saw for each of its parameters, to be held against Chinchilla's 20."""
    return n_tokens / n_parameters
