"""The assignment ``building_blocks``: the parts that Transformers are built of today, one by one."""

from __future__ import annotations

from grader.components.building_blocks import (
    feed_forward,
    rope,
)
from grader.components.component import Component

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (
    feed_forward.COMPONENT,
    rope.COMPONENT,
)
