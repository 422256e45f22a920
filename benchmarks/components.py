"""What stands behind each part of the course, and what it costs: checks, known mistakes, and seconds to grade it.

    python -m benchmarks.components [ROUNDS] > docs/component-figures.md

Each assignment's solved notebook is graded ROUNDS times (5 by default), in a confined kernel; the seconds of a part are
the median of what passed between the moment when the grader turned to it and the moment when it turned to the next.
Run it on an otherwise idle machine.  The exit code is 1 where a part has fewer than three known mistakes.
"""

from __future__ import annotations

import datetime
import statistics
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.command import number_for
from benchmarks.machine import machine
from grader.choosing import read_rubric
from grader.components import COMPONENTS
from grader.course import course_directory, find_rubric, rubrics_of
from grader.course.misconceptions import read_misconceptions
from grader.model import Rubric, Text
from grader.pipeline import grade
from grader.reports.language import title_in
from grader.score import open_for_review

FEWEST = 3
SEED = 1

INTRODUCTION = """\
# Figures of the components

For each part of each assignment: its checks, the known mistakes that are named, and the seconds that it takes to grade
in the solved notebook. Written by `python -m benchmarks.components` on {date}: {machine}, level of isolation
`{level}`, median of {rounds} gradings, one at a time. What comes before (reading the file, starting the kernel, running
the cells) and after is paid once for a notebook, and stands in the last line of each table.

What is measured for its cost has the known mistakes of the part whose code it is beside its own: *1 + 17* are one of
its own and seventeen of that part. On a busy machine all seconds are longer: compare them with each other."""


@dataclass(frozen=True)
class Measured:
    """Seconds by item, and those that belong to no item; of one grading."""

    items: dict[str, float]
    around: float
    isolation: str


def measured(rubric: Rubric, notebook: Path) -> Measured:
    """One grading.  Where the notebook has faults, its seconds are not those of a solved one.

    What a teacher has to look at is no fault.
    """
    turns: list[tuple[str, float]] = []

    def note(text: Text) -> None:
        turns.append((str(text.values.get("item", "")), time.perf_counter()))

    began = time.perf_counter()
    report = grade(notebook, seed=SEED, rubric=Path(rubric.path), gpu="off", progress=note)
    ended = time.perf_counter()
    if report.points + sum(map(open_for_review, report.items)) != report.max_points:
        raise SystemExit(f"{notebook}: {report.points} of {report.max_points} points")
    ends = [*(moment for _, moment in turns[1:]), ended]
    items: dict[str, float] = {}
    for (item, start), end in zip(turns, ends, strict=True):
        if item:
            items[item] = items.get(item, 0.0) + end - start
    return Measured(items, ended - began - sum(items.values()), report.isolation)


def known_mistakes(rubric: Rubric, component: str) -> tuple[int, int]:
    """The component's own, and those of the part that it's about."""
    folder = course_directory(find_rubric()) / "reference_solutions" / rubric.assignment
    about = COMPONENTS[component].about
    return len(read_misconceptions(folder, component)), len(read_misconceptions(folder, about)) if about else 0


def table(rubric: Rubric, rounds: list[Measured]) -> Iterator[str]:
    yield f"\n## {title_in(rubric.title, 'en')} (`{rubric.assignment}`)\n"
    yield "| component | checks | known mistakes | seconds |\n|---|---|---|---|"
    for item in rubric.items:
        own, about = known_mistakes(rubric, item.component)
        mistakes = f"{own} + {about}" if about else f"{own}"
        seconds = statistics.median(one.items[item.id] for one in rounds)
        checks = ", ".join(f"`{entry.id}`" for entry in item.checks)
        title = f"{title_in(item.title, 'en')} (`{item.component}`)"
        yield f"| {title} | {len(item.checks)}: {checks} | {mistakes} | {seconds:.2f} |"
    yield f"| reading, kernel, cells, report | | | {statistics.median(one.around for one in rounds):.2f} |"


def main() -> int:
    count = number_for(__doc__, "rounds", 5, "gradings of each solved notebook")
    top = find_rubric()
    rubrics = [read_rubric(path) for path in rubrics_of(course_directory(top)).values()]
    lines: list[str] = []
    level = ""
    for rubric in rubrics:
        notebook = course_directory(top) / "assignments" / rubric.assignment / "solved.en.ipynb"
        rounds = [measured(rubric, notebook) for _ in range(count)]
        level = rounds[0].isolation
        lines += table(rubric, rounds)
        print(f"{rubric.assignment} measured", file=sys.stderr)
    date = datetime.datetime.now(tz=datetime.UTC).date()
    title, *paragraphs = INTRODUCTION.format(
        date=date, machine=machine("torch", "numpy"), level=level, rounds=count
    ).split("\n\n")
    print("\n\n".join([title, *(textwrap.fill(each, 118) for each in paragraphs)]))
    print("\n".join(lines))
    few = {
        item.component
        for rubric in rubrics
        for item in rubric.items
        if sum(known_mistakes(rubric, item.component)) < FEWEST
    }
    for component in sorted(few):
        print(f"{component} has fewer than {FEWEST} known mistakes", file=sys.stderr)
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main())
