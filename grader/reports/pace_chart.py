"""What a student's code costs beside the limit and our own version, as a table whose rows have bars on one scale.

A table and not a drawing alone: the numbers can be read, copied and heard; the bars are their echo.
"""

from __future__ import annotations

import math
from typing import Any

from grader.model import Text
from grader.reports.language import say

__all__ = ["pace_chart"]

SHORTEST_BAR = 0.7  # percent: what is there can be seen
ROOM = 1.04  # the limit's line isn't the chart's edge


def pace_chart(message: Text | None, lang: str) -> dict[str, Any] | None:
    """Of a message of a measurement (`grader.checks.pace`), else None.  Widths and places are in percent.

    ``wall`` and ``most`` are a ratio of times and its limit, of code that waits; ``ratio`` and ``limit`` are of costs.
    """
    values = message.values if message is not None else {}
    if "rounds" not in values:
        return None
    times = {"wall", "most"} <= set(values)
    yours, limit = (_number(values.get(name)) for name in (("wall", "most") if times else ("ratio", "limit")))
    if yours is None or limit is None:
        return None
    scale = max(yours, limit, 1.0) * ROOM
    title = (
        Text("How long your code takes, as a multiple of our own version")
        if times
        else Text("What your code costs, as a multiple of our own version")
    )
    rows = (
        (Text("Your code"), yours, "bad" if yours > limit else "good"),
        (Text("The limit"), limit, "limit"),
        (Text("Our own version"), 1.0, "own"),
    )
    return {
        "title": say(title, lang),
        "limit": f"{100 * limit / scale:.4g}",
        "rows": [
            {
                "label": say(label, lang),
                "times": f"{_shown(value)} ×",
                "style": style,
                "width": f"{max(100 * value / scale, SHORTEST_BAR):.4g}",
            }
            for label, value, style in rows
        ],
    }


def _number(value: object) -> float | None:
    """As the message has it, so that chart and message say the same."""
    try:
        number = float(str(value))
    except ValueError:
        return None
    return number if math.isfinite(number) and number > 0 else None


def _shown(value: float) -> str:
    return f"{value:g}" if value < 1e6 else f"{value:.2g}"
