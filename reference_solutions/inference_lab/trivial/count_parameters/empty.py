"""A dict with nothing in it."""

from __future__ import annotations


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    return {}
