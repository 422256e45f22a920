"""What is refused before anything runs: slips of the hand that would cost a grading, or end in a strange error."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.usage import Refused

if TYPE_CHECKING:
    from grader.model import Text

__all__ = ["format_of", "no_such_file", "refuse_slip", "refuse_stray_rubric", "refuse_two_awards"]

# Where a suffix means one format only.
FORMAT_OF_SUFFIX = {".json": "json", ".html": "html", ".md": "md", ".xml": "junit", ".txt": "terminal", "": "terminal"}


def format_of(output: Path | None) -> str:
    """The format that the name of the file means.  `Refused` where it means none: nobody wants a PDF of plain text."""
    suffix = output.suffix.lower() if output is not None else ""
    if suffix in FORMAT_OF_SUFFIX:
        return FORMAT_OF_SUFFIX[suffix]
    from grader.model import Text

    known = ", ".join(name for name in FORMAT_OF_SUFFIX if name)
    reason = Text(
        "{suffix} is no format of a report; a file may end in {known}, or say --format.",
        {"suffix": suffix, "known": known},
    )
    raise Refused(reason, param_hint="'-o'")


def refuse_slip(args: Sequence[str], commands: Sequence[str], ctx: click.Context) -> None:
    """A word that is no file and nearly a command is a slip of the hand: say so rather than look for a notebook."""
    word = next(iter(args), "")
    near = difflib.get_close_matches(word, commands, n=1, cutoff=0.7)
    if near and "." not in word and not Path(word).exists():
        from grader.model import Text

        reason = Text("there is no such command. Did you mean {near}?", {"near": near[0]})
        raise Refused(reason, ctx, param_hint=f"'{word}'")


def refuse_two_awards(items: Sequence[str]) -> None:
    """Which of two would count is a guess."""
    twice = next((item for item in items if items.count(item) > 1), None)
    if twice is not None:
        from grader.model import Text

        raise Refused(Text("{item} is given points twice.", {"item": twice}), param_hint="'--award'")


def refuse_stray_rubric(rubric: Path) -> None:
    """A rubric is read with the references beside it: a copy somewhere else has none."""
    from grader.course import course_directory

    course = course_directory(rubric)
    if rubric.is_file() and not (course / "reference_solutions").is_dir():
        from grader.model import Text

        reason = Text(
            "{file} isn't in a course: there is no reference_solutions in {folder}. Put the copy beside the rubric "
            "that it's a copy of.",
            {"file": str(rubric), "folder": str(course)},
        )
        raise Refused(reason, param_hint="'--rubric'")


def no_such_file(path: Path) -> Text:
    """What to say of a notebook that isn't there: the nearest name that is."""
    from grader.model import Text

    folder = path.parent
    there = [p.name for p in folder.glob("*.ipynb")] if folder.is_dir() else []
    near = difflib.get_close_matches(path.name, there, n=1)
    if near:
        values = {"file": str(path), "near": str(folder / near[0])}
        return Text("{file} doesn't exist: did you mean {near}?", dict(values))
    return Text("{file} doesn't exist.", {"file": str(path)})
