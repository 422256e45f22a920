"""The attention matrix has an entry for each pair of tokens.

Vaswani et al., "Attention Is All You Need" (2017), table 1.
"""

from __future__ import annotations

TOKENS = 128_000


def entries_128k() -> int:
    """Of one head in one layer, those that a causal mask blocks included."""
    return attention_entries(TOKENS)


def entries_growth() -> float:
    """With twice as many tokens."""
    return attention_entries(2 * TOKENS) / attention_entries(TOKENS)


def attention_entries(n: int) -> int:
    """Each of n queries meets each of n keys."""
    return n * n
