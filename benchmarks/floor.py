"""The least that grading can cost: the cells executed and the checks asked, in one process.

No isolation, no protocol between processes, no report.  ``python -m benchmarks.floor SAMPLE.ipynb ITEM,...`` does that
once, from nothing; ``class_grading.py`` does it in forks of a process that has everything imported.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from grader.choosing import read_rubric
from grader.components import COMPONENTS
from grader.follow_through import judge_all
from grader.intake.notebook import submission_from
from grader.judging import inspect_notebook, judge_item, names_used
from grader.kernel.in_process import ask_in_process
from grader.model import Execution, Item, Submission
from grader.pipeline import OpenCourse, open_course

__all__ = ["SEED", "cells_and_checks", "unmeasured"]

CHECKOUT = Path(__file__).parents[1]
SEED = 20261130


def unmeasured(items: Sequence[Item]) -> list[Item]:
    """Without the items of what code costs: that is measured against the clock, and has no floor in this sense."""
    return [item for item in items if not COMPONENTS[item.component].measured]


def cells_and_checks(submission: Submission, items: Sequence[Item], course: OpenCourse, seed: int) -> None:
    """The cells and the checks of a grading without kernel, confinement and report."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for cell in submission.cells:
        source = "\n".join(line for line in cell.source.split("\n") if not line.lstrip().startswith(("%", "!")))
        with contextlib.suppress(Exception, SystemExit):
            exec(compile(source, f"<cell {cell.number}>", "exec", dont_inherit=True), namespace)  # noqa: S102
    ask = ask_in_process(names=namespace)
    execution = Execution("none", (), (), 0.0, True)
    definitions = inspect_notebook(ask)

    def judge(item: Item, asked: Any) -> Any:
        return judge_item(
            item, asked, definitions, course.references, course.misconceptions, seed, submission, execution
        )

    judge_all(items, partial(names_used, definitions=definitions), ask, judge)


def main() -> None:
    file, only = Path(sys.argv[1]), sys.argv[2].split(",")
    course = open_course(read_rubric(CHECKOUT / "rubric.yaml"))
    items = [item for item in course.rubric.items if item.id in only]
    cells_and_checks(submission_from(file.read_bytes(), file.name), items, course, SEED)


if __name__ == "__main__":
    main()
