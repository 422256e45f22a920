"""Grades a case as the pipeline does, follow-through and diagnosis included, with the student in our own process.

The corpus is code of ours, so nothing needs to be confined; ``tests/kernel`` shows that a kernel answers the same.
"""

from __future__ import annotations

import ast
import contextlib
import io
import random
import warnings
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np
import torch

from grader.components import COMPONENTS, MEASURED
from grader.components.finding import candidates
from grader.course import load_misconceptions, load_references, load_rubric
from grader.course.references import CourseReferences
from grader.follow_through import judge_all
from grader.judging import Judged, inspect_notebook, judge_item, names_used
from grader.model import (
    Ask,
    Cell,
    CheckGrade,
    Definitions,
    Execution,
    Item,
    ItemGrade,
    Misconception,
    NoReply,
    Rubric,
    Submission,
    Verdict,
)
from grader.own_work import CONCEPTS
from tests.fake_student import fake_student
from tests.submissions.corpus import Case

__all__ = ["failed", "grade_case", "misconceptions", "rubric"]

ROOT = Path(__file__).parents[2]
FINE = {Verdict.PASSED, Verdict.NOT_APPLICABLE}


@cache
def rubric() -> Rubric:
    return load_rubric(ROOT / "rubric.yaml", {c.id: c.check_ids for c in COMPONENTS.values()}, CONCEPTS)


@cache
def references() -> CourseReferences:
    return load_references(ROOT / "reference_solutions", "transformer")


@cache
def misconceptions(component: str) -> tuple[Misconception, ...]:
    return load_misconceptions(references(), component)


def grade_case(case: Case, seed: int) -> dict[str, ItemGrade]:
    """The grades by item: of a right submission those that it implements, of a wrong one those that its cells touch.

    What the base has and the mistake can't reach is the same in every case; the samples' own tests grade it.
    """
    with _in_order():
        ask = fake_student(*case.cells)
        definitions = inspect_notebook(ask)
        assert not isinstance(definitions, NoReply)
        # What code costs has tests of its own, and where the code is wrong it isn't measured.
        graded = [item for item in rubric().items if item.component not in MEASURED]
        items = [item for item in graded if _concerns(case, item, definitions)]
        grades = judge_all(
            items,
            partial(names_used, definitions=definitions),
            ask,
            lambda item, through: _judged(case, item, through, definitions, seed),
        )
    return {grade.id: grade for grade in grades}


def failed(grade: ItemGrade) -> set[str]:
    """Ids of the checks that earned nothing."""
    lost: list[CheckGrade] = [check for check in grade.checks if check.verdict not in FINE]
    return {check.id for check in lost}


def _judged(case: Case, item: Item, ask: Ask, definitions: Definitions, seed: int) -> Judged:
    return judge_item(
        item,
        ask,
        definitions,
        references(),
        misconceptions,
        seed,
        Submission(case.name, "", tuple(Cell(number, source) for number, source in enumerate(case.cells, 1)), {}),
        Execution("none", (), (), 0.0, True),
    )


def _concerns(case: Case, item: Item, definitions: Definitions) -> bool:
    if case.claim.kind == "right":
        return item.id in case.claim.items
    found = {d.name for c in candidates(COMPONENTS[item.component], definitions) for d in c.found.values()}
    return bool((found | names_used(item, definitions)) & _defined(case.own))


def _defined(cells: tuple[str, ...]) -> set[str]:
    nodes = [node for cell in cells for node in ast.parse(cell).body]
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}


@contextlib.contextmanager
def _in_order() -> Iterator[None]:
    """What a submission sets for its whole process is set back, and what it prints isn't shown."""
    dtype, threads = torch.get_default_dtype(), torch.get_num_threads()
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    torch.set_num_threads(1)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        torch.set_default_dtype(dtype)
        torch.set_num_threads(threads)
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.set_rng_state(states[2])
