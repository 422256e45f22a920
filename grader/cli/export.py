"""``grade export``: a class's results to where grades are kept."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.entering import (
    ENTERED,
    HELD_BACK,
    HELP,
    WRITTEN,
    choosing,
    chosen_language,
    deliver,
    entering,
    language_option,
    refuse,
    results_argument,
    roster_option,
    show,
    the_roster,
    whole_marks,
    with_example,
)
from grader.cli.files import refuse_output, write_whole
from grader.cli.streams import progress
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.lms.entering import Entry

__all__ = ["export"]


@click.group("export", short_help="Enter a class's grades into Canvas, Moodle and others.", context_settings=HELP)
def export() -> None:
    """Enter a class's grades elsewhere: OUT is the folder that `grade class` filled."""


@export.command(
    "canvas",
    epilog=with_example(
        'grade export canvas out --gradebook Grades.csv --column "HW 1" -o import.csv',
        "Then, in Canvas: Grades > Import.",
    ),
    short_help="Enter the grades into a gradebook that Canvas exported.",
    context_settings=HELP,
)
@results_argument
@click.option("--gradebook", metavar="CSV", required=True, type=click.Path(path_type=Path), help="Canvas's export.")
@click.option("--column", metavar="TITLE", required=True, help='The assignment\'s column, such as "HW 1 (12345)".')
@entering
def canvas(
    results: Path,
    gradebook: Path,
    column: str,
    output: Path | None,
    dry_run: bool,
    allow_decrease: bool,
    allow_other: bool,
    partial: bool,
    roster: Path | None,
    lang: str | None,
) -> int:
    """Enter the grades into a gradebook that Canvas exported, for Grades > Import. One column changes; every other
    byte stays."""
    from grader.lms.canvas_csv import gradebook as read_gradebook
    from grader.lms.entering import plan
    from grader.lms.given import read_given

    lang = chosen_language(lang)
    refuse(output, gradebook, dry_run)
    sheet = read_gradebook(read_given(gradebook), column, str(gradebook))
    marks = whole_marks(results, partial, allow_other).marks
    made = plan(sheet, marks, allow_decrease=allow_decrease, roster=the_roster(roster))
    return deliver(made, output, dry_run, lang)


@export.command(
    "canvas-api",
    epilog=with_example(
        "grade export canvas-api out --url https://lms.edu --course 7 --assignment 8",
        "See what would change; --yes does it.",
    ),
    context_settings=HELP,
)
@results_argument
@click.option("--url", metavar="URL", required=True, help="Canvas's address, such as https://canvas.example.edu.")
@click.option("--course", metavar="N", type=int, required=True, help="The course's number, as its address has it.")
@click.option("--assignment", metavar="N", type=int, required=True, help="The assignment's number.")
@click.option("--pages", is_flag=True, help="Attach each student's page to a comment, once.")
@click.option("--rubric", is_flag=True, help="Fill the assignment's rubric: a criterion for each item, by its title.")
@click.option("--yes", is_flag=True, help="Enter the grades. Without it, only what would change is said.")
@choosing
def canvas_api(
    results: Path,
    url: str,
    course: int,
    assignment: int,
    pages: bool,
    rubric: bool,
    allow_decrease: bool,
    allow_other: bool,
    partial: bool,
    yes: bool,
    roster: Path | None,
    lang: str | None,
) -> int:
    """Enter the grades into Canvas through its API. The access token is read from the variable CANVAS_TOKEN. After an
    interruption the same command goes on: what is there isn't entered again."""
    from grader.lms.canvas_api import connected, planned, push
    from grader.lms.entering import HELD
    from grader.lms.telling import lines
    from grader.model import Text

    lang = chosen_language(lang)
    token = os.environ.get("CANVAS_TOKEN", "")
    if not token:
        raise UsageError(Text("put the access token into the variable CANVAS_TOKEN"))
    marks = whole_marks(results, partial, allow_other)
    there = connected(url, token, course, assignment)
    plan = planned(there, marks, allow_decrease=allow_decrease, pages=pages, rubric=rubric, roster=the_roster(roster))
    not_kept: Sequence[Entry] = ()
    if yes:
        with progress(lang) as say_progress:
            not_kept = push(there, plan, say_progress)
    show(list(lines(plan.entries, plan.without, there.maximum, dry_run=not yes)), lang)
    if plan.pages:
        count = {"count": len(plan.pages)}
        show([Text("Pages attached: {count}.", count) if yes else Text("Pages to attach: {count}.", count)], lang)
    if plan.rubrics:
        count = {"count": len(plan.rubrics)}
        show([Text("Rubrics filled: {count}.", count) if yes else Text("Rubrics to fill: {count}.", count)], lang)
    if not_kept:
        names = {"students": "; ".join(entry.mark.label for entry in not_kept)}
        show([Text("Canvas took these grades and doesn't show them: {students}.", names)], lang)
    if not yes:
        show([Text("Nothing was changed in {title}; --yes does it.", {"title": there.title})], lang)
    return HELD_BACK if not_kept or any(entry.outcome in HELD for entry in plan.entries) else ENTERED


@export.command(
    "moodle",
    epilog=with_example(
        "grade export moodle out --worksheet Grades.csv -o import.csv",
        "Then, in Moodle: Upload grading worksheet.",
    ),
    short_help="Enter the grades into Moodle's grading worksheet.",
    context_settings=HELP,
)
@results_argument
@click.option("--worksheet", metavar="CSV", required=True, type=click.Path(path_type=Path), help="Moodle's worksheet.")
@entering
def moodle(
    results: Path,
    worksheet: Path,
    output: Path | None,
    dry_run: bool,
    allow_decrease: bool,
    allow_other: bool,
    partial: bool,
    roster: Path | None,
    lang: str | None,
) -> int:
    """Enter the grades into a grading worksheet that Moodle gave (English, Spanish, German or French). One column
    changes; every other byte stays."""
    from grader.lms.entering import plan
    from grader.lms.given import read_given
    from grader.lms.moodle_worksheet import worksheet as read_worksheet

    lang = chosen_language(lang)
    refuse(output, worksheet, dry_run)
    sheet = read_worksheet(read_given(worksheet), str(worksheet))
    marks = whole_marks(results, partial, allow_other).marks
    made = plan(sheet, marks, allow_decrease=allow_decrease, roster=the_roster(roster))
    return deliver(made, output, dry_run, lang)


@export.command(
    "moodle-feedback",
    epilog=with_example(
        "grade export moodle-feedback out --worksheet Grades.csv -o feedback.zip",
        "Then, in Moodle: Upload multiple feedback files in a zip.",
    ),
    short_help="Pack the students' pages for Moodle's upload.",
    context_settings=HELP,
)
@results_argument
@click.option("--worksheet", metavar="CSV", required=True, type=click.Path(path_type=Path), help="Moodle's worksheet.")
@click.option(
    "-o", "--output", metavar="ZIP", required=True, type=click.Path(path_type=Path), help="The zip to upload."
)
@roster_option
@language_option
def moodle_feedback(results: Path, worksheet: Path, output: Path, roster: Path | None, lang: str | None) -> int:
    """Pack each student's page for Moodle's "Upload multiple feedback files in a zip"."""
    from grader.lms.given import read_given
    from grader.lms.marks import read_marks
    from grader.lms.moodle_feedback import feedback_zip
    from grader.lms.moodle_worksheet import worksheet as read_worksheet
    from grader.model import Text

    lang = chosen_language(lang)
    refuse_output(output, (worksheet,))
    made = feedback_zip(read_marks(results), read_worksheet(read_given(worksheet), str(worksheet)), the_roster(roster))
    write_whole(output, made.file)
    show([Text("Pages in {file}: {count}.", {"count": made.count, "file": str(output)})], lang)
    if made.left_out:
        show([Text("To be looked at:")], lang)
        told = [Text("  {student}: {reason}", {"student": mark.label, "reason": why}) for mark, why in made.left_out]
        show(told, lang)
    return HELD_BACK if made.left_out else ENTERED


@export.command("nbgrader", epilog=WRITTEN, context_settings=HELP)
@results_argument
@click.option(
    "-o", "--output", metavar="CSV", required=True, type=click.Path(path_type=Path), help="The file to write."
)
@language_option
def nbgrader(results: Path, output: Path, lang: str | None) -> int:
    """Write the table that `nbgrader export` writes."""
    from grader.lms.marks import read_marks
    from grader.lms.nbgrader_csv import render
    from grader.model import Text

    lang = chosen_language(lang)
    refuse_output(output, ())
    marks = read_marks(results)
    write_whole(output, render(marks))
    show([Text("Students in {file}: {count}.", {"count": len(marks.marks), "file": str(output)})], lang)
    return ENTERED


@export.command("gradescope", epilog=WRITTEN, short_help="Write an autograder for Gradescope.", context_settings=HELP)
@click.option("-o", "--output", metavar="ZIP", required=True, type=click.Path(path_type=Path), help="The zip to write.")
@click.option("--assignment", metavar="ID", help="The assignment. By default the core one.")
@click.option(
    "--time-limit",
    metavar="MINUTES",
    type=click.IntRange(2, 40),
    default=10,
    show_default=True,
    help="Gradescope's limit, as the assignment's settings have it; the grading ends a minute before.",
)
@click.option("--notebook", metavar="NAME", default="", help="The name a submission must have. By default any one.")
@click.option(
    "--edition",
    type=click.Choice(["teacher", "student"]),
    default="student",
    show_default=True,
    help="The teacher's has hidden tests with the evidence of hidden checks; students then see no total.",
)
@click.option(
    "--lang", type=click.Choice(["en", "es"]), help="Language of the reports. By default that of your locale."
)
def gradescope(
    output: Path, assignment: str | None, time_limit: int, notebook: str, edition: str, lang: str | None
) -> int:
    """Write an autograder for Gradescope: the grader, the course, every package's version, and its two scripts. Upload
    it in the assignment's settings; there, choose at least 2 GB of memory."""
    from grader.choosing import rubric_named, rubrics_beside
    from grader.course import course_directory
    from grader.lms.gradescope_zip import Settings, autograder_zip
    from grader.model import Text

    lang = chosen_language(lang)
    refuse_output(output, ())
    known = rubrics_beside(None)
    name = assignment or next(iter(known))
    course = course_directory(rubric_named(name, known))
    write_whole(output, autograder_zip(course, Settings(name, lang, edition, time_limit, notebook)))
    show([Text("The autograder is {file}. Each result says how it was isolated.", {"file": str(output)})], lang)
    return ENTERED
