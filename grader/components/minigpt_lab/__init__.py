"""The assignment ``minigpt_lab``: a character model that is trained, saved and made to write."""

from __future__ import annotations

from grader.components.component import Component

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = ()
