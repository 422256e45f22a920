"""What the commands have in common that enter a class's grades elsewhere: their options, what they read and say."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from grader.cli.files import refuse_output, write_whole
from grader.cli.streams import Invocation, print_out
from grader.cli.usage import language_of
from grader.errors import CourseError, UsageError

if TYPE_CHECKING:
    from grader.classroom.roster import Roster
    from grader.lms.entering import Plan
    from grader.lms.marks import ClassMarks
    from grader.model import Text

__all__ = [
    "ENTERED",
    "HELD_BACK",
    "HELP",
    "WRITTEN",
    "choosing",
    "chosen_language",
    "deliver",
    "entering",
    "items_of",
    "language_option",
    "refuse",
    "results_argument",
    "roster_option",
    "show",
    "the_roster",
    "whole_marks",
    "with_example",
]

ENTERED, HELD_BACK = 0, 1
HELP = {"help_option_names": ["--help", "-h"]}
EPILOG = """\b
Exit codes:
  0  every final grade is entered, or was there
  1  some are not: the lines below "To be looked at" say whose and why
  2  the command line, or a file that it names, can't be used
  5  the disk or the platform failed; the same command goes on
"""
WRITTEN = """\b
Exit codes:
  0  written
  2  the command line, or a file that it names, can't be used
  5  the disk failed
"""


def with_example(command: str, what: str) -> str:
    return f"\b\nExample:\n  {command}\n      {what}\n\n{EPILOG}"


_Command = TypeVar("_Command", bound=Callable[..., object])

results_argument = click.argument("results", metavar="OUT", type=click.Path(path_type=Path))
roster_option = click.option(
    "--roster", metavar="CSV", type=click.Path(path_type=Path), help="The students with all their ids, to find them by."
)
language_option = click.option(
    "--lang", type=click.Choice(["en", "es"]), help="Language of what is written. By default that of your locale."
)


def choosing(command: _Command) -> _Command:
    """The options that all ways of entering grades have: which of them are entered, and how that is told."""
    for option in (
        language_option,
        roster_option,
        click.option("--partial", is_flag=True, help="Enter grades of some items only (`grade class --only`)."),
        click.option(
            "--allow-other-assignment",
            "allow_other",
            is_flag=True,
            help="Enter the grades of notebooks too that say they are for another assignment.",
        ),
        click.option("--allow-decrease", is_flag=True, help="Lower grades too, where the result is lower."),
    ):
        command = option(command)
    return command


def entering(command: _Command) -> _Command:
    """The options that all ways of entering grades into a file have."""
    command = choosing(command)
    for option in (
        click.option("--dry-run", is_flag=True, help="Say what would change, and write nothing."),
        click.option(
            "-o",
            "--output",
            metavar="FILE",
            type=click.Path(path_type=Path),
            help="The file to write, for the import. Not needed with --dry-run.",
        ),
    ):
        command = option(command)
    return command


def chosen_language(lang: str | None) -> str:
    lang = lang or language_of(os.environ)
    click.get_current_context().ensure_object(Invocation).lang = lang
    return lang


def refuse(output: Path | None, source: Path, dry_run: bool) -> None:
    """Before anything is read: is there a place for what is written?"""
    from grader.model import Text

    if output is None:
        if not dry_run:
            raise UsageError(Text("name the file to write with -o, or see what would change with --dry-run"))
        return
    refuse_output(output, (source,))


def whole_marks(results: Path, partial: bool, allow_other: bool) -> ClassMarks:
    """The marks in `results`; those of some items only would pass for those of the whole, so `partial` must say so.

    With `allow_other` it doesn't matter which assignment a notebook says that it's for.
    """
    from grader.lms.marks import read_marks
    from grader.model import Text

    marks = read_marks(results)
    missing = [item for item in items_of(marks.assignment) if item not in marks.items]
    if missing and not partial:
        values = {"items": ", ".join(missing)}
        raise UsageError(
            Text("these items of the assignment were not graded: {items}; --partial enters the grades anyway", values)
        )
    if not allow_other:
        return marks
    return replace(marks, marks=tuple(replace(mark, of_another=False) for mark in marks.marks))


def items_of(assignment: str) -> list[str]:
    """The items of this course's assignment that have points; none where there is no such assignment."""
    from grader.choosing import read_rubric
    from grader.course import find_rubric, rubrics_of

    try:
        rubric = rubrics_of(find_rubric().parent).get(assignment)
        return [item.id for item in read_rubric(rubric).items if item.points] if rubric is not None else []
    except CourseError:  # an installation without a course, whose results come from elsewhere
        return []


def the_roster(file: Path | None) -> Roster | None:
    if file is None:
        return None
    from grader.classroom.roster import read_roster

    return read_roster(file)


def deliver(made: Plan, output: Path | None, dry_run: bool, lang: str) -> int:
    from grader.lms.telling import lines
    from grader.model import Text

    if output is not None and not dry_run:
        write_whole(output, made.file)
    show(list(lines(made.entries, made.without, made.maximum, dry_run=dry_run)), lang)
    if output is not None and not dry_run:
        show([Text("The file to import is {file}.", {"file": str(output)})], lang)
    return ENTERED if made.is_whole else HELD_BACK


def show(texts: Sequence[Text], lang: str) -> None:
    from grader.reports.inert import harmless_line, visible
    from grader.reports.language import say

    print_out("".join(f"{harmless_line(say(text, lang, visible))}\n" for text in texts))
