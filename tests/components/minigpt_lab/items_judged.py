"""Several items of one notebook's source judged together, as the assignment does, so that follow-through takes part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from grader.components import COMPONENTS
from grader.course import load_misconceptions, load_rubric
from grader.follow_through import judge_all
from grader.judging import Judged, inspect_notebook, judge_item, names_used
from grader.model import Ask, Execution, Item, ItemGrade, Misconception, Submission
from grader.own_work import CONCEPTS
from tests.components.judged import IMPORTS, references
from tests.fake_student import fake_student

__all__ = ["items_judged"]

ASSIGNMENT = Path(__file__).parents[3] / "assignments" / "minigpt_lab"


def _none(component: str) -> tuple[Misconception, ...]:
    return ()


def items_judged(ids: Sequence[str], source: str, *, diagnosed: bool = True) -> Mapping[str, ItemGrade]:
    """The items `ids` of one notebook, as the assignment judges them.

    Where they are `diagnosed`, with misconceptions by name, which takes longer.
    """
    ask = fake_student(IMPORTS, source)
    definitions = inspect_notebook(ask)
    rubric = load_rubric(ASSIGNMENT / "rubric.yaml", {c.id: c.check_ids for c in COMPONENTS.values()}, CONCEPTS)
    items = [item for item in rubric.items if item.id in ids]
    course, submission = references("minigpt_lab"), Submission("x.ipynb", "", (), {})
    ran = Execution("none", (), (), 0.0, True)

    def judged(item: Item, through: Ask) -> Judged:
        known = partial(load_misconceptions, course) if diagnosed else _none
        return judge_item(item, through, definitions, course, known, 1, submission, ran)

    return {g.id: g for g in judge_all(items, partial(names_used, definitions=definitions), ask, judged)}
