"""What the permutation experiment prints: is f(P X) = P f(X)?  Without positions, and with them (exercise 6.4).

Vaswani et al., "Attention Is All You Need" (2017), section 3.5.
"""

from __future__ import annotations


def prediction_without_positions() -> bool:
    """Attention sees only what a token holds: permuted tokens give the permuted outputs."""
    return True


def prediction_with_positions() -> bool:
    """A token that moves gets another position added, and so another output."""
    return False
