"""The arguments, by other names."""

from __future__ import annotations


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    return {
        "embeddings": vocab_size,
        "attention": n_heads,
        "ffn": d_model,
        "norms": n_layers,
        "head": vocab_size,
        "total": context,
    }
