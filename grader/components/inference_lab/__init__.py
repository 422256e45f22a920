"""The assignment ``inference_lab``: what a model costs when it's used: parameters, memory, and a cache of keys and values."""

from __future__ import annotations

from grader.components.component import Component

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = ()
