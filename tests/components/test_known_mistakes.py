"""Every part of the course has known mistakes that are named: at least three."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.components import ASSIGNMENTS
from grader.components.component import Component
from grader.course.misconceptions import read_misconceptions

REFERENCES = Path(__file__).parents[2] / "reference_solutions"
PARTS = [(assignment, component) for assignment, components in ASSIGNMENTS.items() for component in components]


@pytest.mark.parametrize(("assignment", "component"), PARTS, ids=[part.id for _, part in PARTS])
def test_a_part_has_three_known_mistakes(assignment: str, component: Component) -> None:
    """What is measured for its cost names those of the part that it's about, too."""
    names = (component.id, component.about) if component.about else (component.id,)
    assert sum(len(read_misconceptions(REFERENCES / assignment, name)) for name in names) >= 3
