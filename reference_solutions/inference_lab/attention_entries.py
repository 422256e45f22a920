"""What attention compares: every token with every token, in each head of each layer.

Vaswani et al., "Attention Is All You Need" (2017), section 4, table 1: O(n²) per layer.
"""

from __future__ import annotations

from operator import index


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """How many attention weights a model computes for `n` tokens: an (n, n) matrix for each head of each layer.

    The causal mask sets the upper half to 0; the entries are there all the same.  An exact int, however large.
    """
    return index(n_layers) * index(n_heads) * index(n) ** 2
