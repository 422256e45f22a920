"""The course under audit: its rubric, its references, and the items that are asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from grader.choosing import read_rubric
from grader.components import COMPONENTS, Component
from grader.course import CourseReferences, assignment_in, course_directory, load_misconceptions, load_references
from grader.errors import CourseError, UsageError
from grader.model import CheckEntry, Item, Misconception, Rubric

__all__ = ["Course", "open_course"]


@dataclass
class Course:
    """`rubric` is None where it's faulty; `problems` then says why, and each component counts by equal shares."""

    directory: Path
    references: CourseReferences
    components: Sequence[Component]
    rubric: Rubric | None
    problems: tuple[str, ...]
    seed: int

    @property
    def assignment(self) -> str:
        return self.references.folder_.name

    @cached_property
    def items(self) -> dict[str, Item]:
        """By component: its checks in all items of the rubric, with their worth in points as shares."""
        return {component.id: self._item(component) for component in self.components}

    def _item(self, component: Component) -> Item:
        own = [item for item in self.rubric.items if item.component == component.id] if self.rubric else []
        checks: list[CheckEntry] = []
        for item in own:
            total = sum((entry.share for entry in item.checks), Fraction(0))
            checks += [CheckEntry(e.id, e.share * item.points / total, e.hidden) for e in item.checks if total]
        if not checks:
            checks = [CheckEntry(id_, Fraction(1), True) for id_ in component.check_ids]
        points = sum((item.points for item in own), Fraction(0)) or Fraction(len(checks))
        return Item(component.id, {"en": component.id}, component.id, points, tuple(checks))

    def item_of_own_work(self, component: str) -> Item:
        """The item of `component` with the library calls that it forbids."""
        own = [item for item in self.rubric.items if item.component == component] if self.rubric else []
        forbidden = next((item.forbidden for item in own if item.forbidden is not None), None)
        return replace(self.items[component], forbidden=forbidden)

    def misconceptions(self, component: str) -> tuple[Misconception, ...]:
        """Those of `component` as grading knows them, without torch; loaded once.  Raises `CourseError`."""
        return self._loaded(component, with_torch=False)

    def variants(self, component: str) -> tuple[Misconception, ...]:
        """The same, to be run: with the functions and classes that need torch.  Raises `CourseError`."""
        return self._loaded(component, with_torch=True)

    def _loaded(self, component: str, with_torch: bool) -> tuple[Misconception, ...]:
        if (component, with_torch) not in self._misconceptions:
            loaded = load_misconceptions(self.references, component, with_torch=with_torch)
            self._misconceptions[component, with_torch] = loaded
        return self._misconceptions[component, with_torch]

    @cached_property
    def _misconceptions(self) -> dict[tuple[str, bool], tuple[Misconception, ...]]:
        return {}


def open_course(rubric_path: Path, only: Sequence[str], seed: int) -> Course:
    """The course whose rubric is at `rubric_path`, with the components `only` (all that the rubric has by default).

    A faulty rubric is no obstacle: its faults are kept as problems.  `CourseError` where there are no references,
    `UsageError` for an unknown component.
    """
    rubric: Rubric | None = None
    problems: tuple[str, ...] = ()
    try:
        rubric = read_rubric(rubric_path)
    except CourseError as error:
        if not rubric_path.is_file():
            raise
        problems = error.problems
    assignment = rubric.assignment if rubric else assignment_in(rubric_path)
    references = load_references(course_directory(rubric_path) / "reference_solutions", assignment)
    for id_ in only:
        if id_ not in COMPONENTS:
            raise UsageError(f"there is no component '{id_}': there are {', '.join(COMPONENTS)}")
    if rubric:
        all_of_them = tuple(dict.fromkeys(item.component for item in rubric.items))
    else:
        all_of_them = tuple(id_ for id_ in COMPONENTS if (references.folder_ / f"{id_}.py").is_file())
    components = [COMPONENTS[id_] for id_ in only or all_of_them]
    return Course(course_directory(rubric_path), references, components, rubric, problems, seed)
