"""``grade audit``: the course grades itself."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.files import refuse_output, write_whole
from grader.cli.options import LARGEST_SEED, ItemsType
from grader.cli.streams import print_out, progress

if TYPE_CHECKING:
    from grader.audit import AuditReport

__all__ = ["audit"]

SOUND, FAULTY = 0, 3

EPILOG = """\b
Examples:
  grade audit
      The whole course, with mutants of the references: some minutes.
  grade audit --quick
      The same without the mutants.
  grade audit --quick --component attention
      While writing known-wrong variants of one component.
  grade audit --assignment foundations -v
      One assignment, with a line for everything that was tried.

\b
Exit codes:
  0  the course is sound
  2  the command line asks for something that doesn't exist
  3  a fault was found; the report says where
"""


@click.command(
    "audit",
    epilog=EPILOG,
    short_help="Grade the course itself: references and known mistakes.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The rubric of the course to audit.")
@click.option(
    "--assignment",
    "assignments",
    metavar="ID,...",
    type=ItemsType(),
    default=(),
    help="Audit only these assignments. By default all of the course.",
)
@click.option(
    "--component", "components", metavar="ID,...", type=ItemsType(), default=(), help="Audit only these components."
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="Seed of all random choices.",
)
@click.option(
    "-j", "--jobs", metavar="N", type=click.IntRange(1, 64), help="Processes to audit in. By default one for each core."
)
@click.option("--quick", is_flag=True, help="Without the mutants of the references.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(("terminal", "json")),
    help="How to report. By default json for a FILE.json of -o, else terminal.",
)
@click.option(
    "-v", "--verbose", is_flag=True, help="A line for everything that was tried, not only for what is not in order."
)
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), help="Write the report to FILE.")
def audit(
    rubric: Path | None,
    assignments: tuple[str, ...],
    components: tuple[str, ...],
    seed: int,
    jobs: int | None,
    quick: bool,
    format_name: str | None,
    verbose: bool,
    output: Path | None,
) -> int:
    """Grade the course itself: its references must earn all points, every known mistake must fail just the checks that
    it declares and be recognised, and answers without thought must earn nothing."""
    if format_name is None:
        format_name = "json" if output is not None and output.suffix.lower() == ".json" else "terminal"
    if output is not None:
        refuse_output(output, (rubric,))
    # Thousands of products of small matrices: threads would only wait for each other.  Read when NumPy is imported.
    os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    from grader.audit import audit_all
    from grader.audit.report import as_json, as_table
    from grader.model import Text

    with progress("en") as say:
        reports = audit_all(
            rubrics_to_audit(rubric, assignments, components),
            seed=seed,
            quick=quick,
            jobs=jobs or os.cpu_count() or 1,
            progress=lambda what: say(Text("{what}", {"what": what})),
        )
    if not components:
        reports = with_release(reports, rubric)
    text = as_json(reports) if format_name == "json" else as_table(reports, verbose=verbose)
    if output is None:
        print_out(text)
    else:
        write_whole(output, text)
    return SOUND if all(report.ok for report in reports) else FAULTY


def with_release(reports: Sequence[AuditReport], rubric: Path | None) -> list[AuditReport]:
    """`reports`, the first of them with a row on what students are given: nothing of the teacher's may be in it."""
    from grader.audit.rows import Outcome, Row
    from grader.course import course_directory, find_rubric
    from grader.release.bundle import leaks_of_course

    course = course_directory(find_rubric(rubric))
    if not any((course / "assignments").glob("*/source")):  # a course that has no notebooks to give
        return list(reports)
    began = time.monotonic()
    leaks = leaks_of_course(course)
    rows = [Row("release", leak.partition(": ")[0], "no leak", leak, Outcome.FAULT) for leak in leaks]
    fine = Row("release", "what students are given", "no leak", "no leak", Outcome.OK, time.monotonic() - began)
    return [replace(reports[0], rows=(*reports[0].rows, *(rows or [fine]))), *reports[1:]]


def rubrics_to_audit(
    rubric: Path | None, assignments: tuple[str, ...], components: tuple[str, ...]
) -> list[tuple[Path, tuple[str, ...]]]:
    """The rubrics, each with those of `components` that are its own (none: all of them)."""
    from grader.choosing import rubric_named, rubrics_beside, unknown
    from grader.components import ASSIGNMENTS, COMPONENTS
    from grader.errors import UsageError
    from grader.model import Text

    if rubric is not None:
        return [(rubric, components)]
    paths = rubrics_beside(None)
    for name in components:
        if name not in COMPONENTS:
            raise unknown(Text("there is no component '{name}'", {"name": name}), name, [*COMPONENTS])
    chosen: list[tuple[Path, tuple[str, ...]]] = []
    for name, path in {name: rubric_named(name, paths) for name in assignments or paths}.items():
        own = {component.id for component in ASSIGNMENTS.get(name, ())}
        asked = tuple(component for component in components if component in own)
        if asked or not components:
            chosen.append((path, asked))
    if not chosen:  # or an audit of nothing would find the course sound
        values = {"components": ", ".join(components), "assignments": ", ".join(assignments)}
        raise UsageError(Text("none of these components ({components}) is in {assignments}", values))
    return chosen
