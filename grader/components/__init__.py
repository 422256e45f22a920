"""WHAT to ask: one module per component of the course.

`COMPONENTS` is the list; a rubric names a component by its id.  Adding one is a module
here with a `COMPONENT` and a line below.
"""

from __future__ import annotations

from grader.components import (
    attention,
    block,
    generation,
    kv_cache,
    masks,
    minigpt,
    multihead,
    positional_encoding,
    softmax,
)
from grader.components.component import Component, Form, Role

__all__ = ["COMPONENTS", "Component", "Form", "Role"]

COMPONENTS: dict[str, Component] = {
    component.id: component
    for component in (
        softmax.COMPONENT,
        attention.COMPONENT,
        masks.COMPONENT,
        multihead.COMPONENT,
        block.COMPONENT,
        positional_encoding.COMPONENT,
        minigpt.COMPONENT,
        generation.COMPONENT,
        kv_cache.COMPONENT,
    )
}
