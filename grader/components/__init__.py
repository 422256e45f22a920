"""WHAT to ask: one module per component of the course, in one package per assignment.

`COMPONENTS` is the list; a rubric names a component by its id, which is unique over all assignments.  Adding one is
a module with a `COMPONENT` and a line in its package's `COMPONENTS`.
"""

from __future__ import annotations

from grader.components import building_blocks, foundations, inference_lab, minigpt_lab, transformer, written
from grader.components.component import Component, Form, Role

__all__ = ["ASSIGNMENTS", "COMPONENTS", "MEASURED", "Component", "Form", "Role"]

# By assignment.  A rubric of a teacher's own may mix components of several.
ASSIGNMENTS: dict[str, tuple[Component, ...]] = {
    "transformer": transformer.COMPONENTS,
    "foundations": foundations.COMPONENTS,
    "building_blocks": building_blocks.COMPONENTS,
    "minigpt_lab": minigpt_lab.COMPONENTS,
    "inference_lab": inference_lab.COMPONENTS,
    "written": written.COMPONENTS,
}

COMPONENTS: dict[str, Component] = {
    component.id: component for components in ASSIGNMENTS.values() for component in components
}

# Those that judge what code costs: they come when nothing else runs.
MEASURED = frozenset(id_ for id_, component in COMPONENTS.items() if component.measured)
