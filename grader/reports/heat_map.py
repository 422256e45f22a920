"""A matrix that came back beside the right one, as tables whose cells are coloured by their numbers.

Tables and not drawings: the numbers can be read, copied and heard; the colour is only their echo.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from grader.model import Figure, Text
from grader.reports.inert import visible
from grader.reports.language import say

__all__ = ["SHADES", "heat_map", "shade"]

SHADES = 5  # of each sign, beside that of 0


def heat_map(figure: Figure, lang: str, found_as: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """What the template draws: a caption, and one or two tables of cells with a text, a shade and a mark.

    `found_as` are the student's own names by role.
    """
    row, column = figure.corner[-2:]
    shown = [figure.got] if figure.expected is None else [figure.got, figure.expected]
    largest = max((abs(x) for block in shown for line in block for x in line if math.isfinite(x)), default=0.0)
    # Where most of them differ, frames all over the place show nothing.
    few = 2 * sum(map(sum, figure.differs)) <= sum(map(len, figure.differs))
    differs = figure.differs if few else tuple((False,) * len(line) for line in figure.differs)
    whole = len(figure.got) == figure.shape[-2] and len(figure.got[0]) == figure.shape[-1]
    return {
        "title": say(_title(figure, found_as), lang, visible),
        "part": "" if whole and len(figure.shape) == 2 else say(_part(figure), lang),
        "columns": list(range(column, column + len(figure.got[0]))),
        "got": _table(figure.got, differs, row, largest),
        "expected": None if figure.expected is None else _table(figure.expected, differs, row, largest),
        "differs": any(map(any, differs)),
    }


def _title(figure: Figure, found_as: Mapping[str, str]) -> Text:
    name = found_as.get(figure.role, figure.role)
    if figure.part == "weights":
        return Text("The weights of {role}: row = query, column = key", {"role": name})
    return Text("The values of {role}", {"role": name})


def _part(figure: Figure) -> Text:
    """Which part of a larger array it is, as Python would index it."""
    ends = (len(figure.got), len(figure.got[0]))
    axes = [str(index) for index in figure.corner[:-2]]
    axes += [f"{start}:{start + length}" for start, length in zip(figure.corner[-2:], ends, strict=True)]
    shape = ", ".join(map(str, figure.shape))
    return Text("The part [{part}] of an array of shape ({shape}).", {"part": ", ".join(axes), "shape": shape})


def _table(
    block: Sequence[Sequence[float]], differs: Sequence[Sequence[bool]], first: int, largest: float
) -> list[dict[str, Any]]:
    return [
        {
            "n": n,
            "cells": [
                {"text": _number(x), "shade": Markup(shade(x, largest)), "differs": off}  # noqa: S704  a name of ours
                for x, off in zip(line, marks, strict=True)
            ],
        }
        for n, (line, marks) in enumerate(zip(block, differs, strict=True), start=first)
    ]


def shade(value: float, largest: float) -> str:
    """The class of a cell: ``p1`` to ``p5`` for positive numbers, ``n1`` to ``n5`` for negative ones, ``z`` for 0."""
    if math.isnan(value):
        return "nan"
    if value == 0 or not largest:
        return "z" if math.isfinite(value) else ("p5" if value > 0 else "n5")
    level = SHADES if math.isinf(value) else min(math.ceil(abs(value) / largest * SHADES), SHADES)
    return f"{'p' if value > 0 else 'n'}{level}"


def _number(value: float) -> str:
    """At most six characters: a cell is narrow."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == int(value) and abs(value) < 1000:
        text = str(int(value))
    elif 0.005 <= abs(value) < 100:
        text = f"{value:.2f}"
    else:
        text = f"{value:.0e}" if abs(value) >= 1e4 or abs(value) < 0.005 else f"{value:.0f}"
    return text.replace("-", "−").replace("e+0", "e").replace("e−0", "e−")
