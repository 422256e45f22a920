"""Entries of one attention matrix at 128 000 tokens, and how they grow when there are twice as many tokens."""

from __future__ import annotations

from grader.checks.measure import COUNTS, Measure, Unit
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

ENTRIES, GROWTH = "entries_128k", "entries_growth"

# 128 KiTokens (131 072) would be 4.9 % more.
_ENTRIES = Text("Three digits are enough: up to 1 percent apart counts as the same.")
_GROWTH = Text("By which factor does the number of entries grow?")

COMPONENT = Component(
    "attention_entries_exercise",
    (
        Form(
            "python",
            Text("numbers"),
            "numpy",
            (
                Role(ENTRIES, "value", (), 0, ("entradas_128k",), optional=True),
                Role(GROWTH, "value", (), 0, ("crecimiento_entradas",), optional=True),
            ),
            (
                Measure(
                    "entries",
                    Text("entries at 128 000 tokens"),
                    "attention_entries_exercise",
                    ENTRIES,
                    COUNTS,
                    0.01,
                    _ENTRIES,
                ),
                Measure(
                    "growth",
                    Text("with twice as many tokens"),
                    "attention_entries_exercise",
                    GROWTH,
                    (Unit(Text("times"), 1.0),),
                    0.01,
                    _GROWTH,
                ),
            ),
        ),
    ),
)
