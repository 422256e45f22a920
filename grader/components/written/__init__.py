"""The assignment ``written``: the exercises on paper, as variables and small functions."""

from __future__ import annotations

from grader.components.component import Component

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = ()
