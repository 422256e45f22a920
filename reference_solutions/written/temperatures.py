"""A temperature for a task with one right answer, and one for a task with many (exercise 6.7).

Holtzman et al., "The Curious Case of Neural Text Degeneration" (2019), section 3.
"""

from __future__ import annotations


def code_temperature() -> float:
    """Nearly always the likeliest token."""
    return 0.2


def names_temperature() -> float:
    """As varied as the model itself."""
    return 1.0
