"""Judging one component of a notebook's source, as the pipeline does, with a student in our own process."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

from grader.components import ASSIGNMENTS, COMPONENTS
from grader.components.finding import names_to_inspect
from grader.course import load_misconceptions
from grader.course.references import CourseReferences, load_references
from grader.judging import judge_item
from grader.model import (
    Cell,
    CheckEntry,
    Execution,
    Inspect,
    Item,
    ItemGrade,
    Misconception,
    Returned,
    Submission,
    Verdict,
    definitions_from,
)
from grader.timing.own_code import OwnCodeBench
from tests.fake_student import fake_student

__all__ = ["edited", "failed", "judge", "messages", "references", "verdicts"]

IMPORTS = "import math\nimport numpy as np\nimport torch\nimport torch.nn.functional as F"


@cache
def references(assignment: str = "transformer") -> CourseReferences:
    return load_references(Path(__file__).parents[2] / "reference_solutions", assignment)


def assignment_of(component: str) -> str:
    return next(name for name, components in ASSIGNMENTS.items() if COMPONENTS[component] in components)


@cache
def _misconceptions(component: str) -> tuple[Misconception, ...]:
    return load_misconceptions(references(assignment_of(component)), component)


def judge(
    component: str,
    source: str,
    seed: int,
    *,
    diagnosed: bool = False,
    timed: bool = True,
    only: Collection[str] | None = None,
) -> ItemGrade:
    """The grade of `component` in a notebook of `IMPORTS` and `source`, one point for each check.

    `only` some of them may be asked.  Only where it's to be `diagnosed` are the known-wrong variants tried, which takes
    longer.
    """
    ask = fake_student(IMPORTS, source)
    reply = ask(Inspect(names_to_inspect([COMPONENTS[component]])))
    assert isinstance(reply, Returned)
    ids = COMPONENTS[component].check_ids
    checks = tuple(CheckEntry(id_, Fraction(1), False) for id_ in ids if only is None or id_ in only)
    return judge_item(
        Item(component, {"en": component}, component, Fraction(len(checks)), checks),
        ask,
        definitions_from(reply.value),
        references(assignment_of(component)),
        misconceptions=_misconceptions if diagnosed else lambda component: (),
        seed=seed,
        submission=Submission("test.ipynb", "", (Cell(1, IMPORTS), Cell(2, textwrap.dedent(source))), {}),
        execution=Execution("none", (), (), 0.0, True),
        bench=OwnCodeBench() if timed else None,
    ).grade


def verdicts(component: str, source: str, seed: int) -> Mapping[str, Verdict]:
    found = {check.id: check.verdict for check in judge(component, source, seed).checks}
    assert Verdict.UNGRADABLE not in found.values(), "a check of ours broke"
    return found


def failed(component: str, source: str, seed: int) -> set[str]:
    """Ids of the checks that earn nothing (those that don't apply aside)."""
    fine = {Verdict.PASSED, Verdict.NOT_APPLICABLE}
    return {id_ for id_, verdict in verdicts(component, source, seed).items() if verdict not in fine}


def messages(component: str, source: str, seed: int = 1) -> Mapping[str, str]:
    """What the student reads of each check that has something to say, in English."""
    checks = judge(component, source, seed).checks
    return {check.id: str(check.message) for check in checks if check.message is not None}


def edited(source: str, changes: Mapping[str, str]) -> str:
    """`source` with each of `changes`, which must hit: a mistake that isn't made would be no test."""
    for old, new in changes.items():
        assert old in source, old
        source = source.replace(old, new)
    return source
