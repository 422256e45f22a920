"""The assignment ``inference_lab``: what using a model costs: parameters, memory, a cache of keys and values."""

from __future__ import annotations

from grader.components.component import Component

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = ()
