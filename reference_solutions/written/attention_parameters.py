"""How many parameters a multi-head attention has, d_model = 512, with 8 and with 16 heads (exercise 6.3).

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.2, with biases.
"""

from __future__ import annotations

D_MODEL = 512


def attention_parameters(n_heads: int) -> int:
    """4(d² + d): more heads are narrower in the same proportion."""
    d_head = D_MODEL // n_heads
    queries_keys_values = 3 * n_heads * (D_MODEL * d_head + d_head)
    output = n_heads * d_head * D_MODEL + D_MODEL
    return queries_keys_values + output


def attention_parameters_8() -> int:
    """1 050 624."""
    return attention_parameters(8)


def attention_parameters_16() -> int:
    """The same."""
    return attention_parameters(16)
