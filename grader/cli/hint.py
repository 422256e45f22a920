"""``grade hint ITEM``: one step of help at a time, the gentlest first, and never the code."""

from __future__ import annotations

import os
from pathlib import Path

import click

from grader.cli.in_language import StudentsCommand
from grader.cli.streams import page_width, print_lines
from grader.cli.usage import language_of

__all__ = ["hint"]

EPILOG = """\b
Examples:
  grade hint attention
      The first hint: what must hold.
  grade hint attention 2
      The next one: experiments to make.
  grade check my.ipynb --only attention
      What is wrong with your own attention, and what it looks like.
"""


@click.command(
    "hint",
    cls=StudentsCommand,
    epilog=EPILOG,
    short_help="Give a hint on an item of the assignment.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.argument("item")
@click.argument("step", required=False, default=1, type=int)
@click.option("--lang", type=click.Choice(["en", "es"]), help="Language of the hints. By default that of your locale.")
def hint(item: str, step: int, lang: str | None) -> int:
    """Give a hint on an item of the assignment, the first or the one of that STEP."""
    lang = lang or language_of(os.environ)
    from grader.errors import UsageError
    from grader.model import Text
    from grader.reports.inert import visible
    from grader.reports.language import say, title_in
    from grader.reports.lines import paragraph
    from grader.student.texts import hints, subject_named, subjects_here

    subject = subject_named(item, subjects_here(Path.cwd()))
    steps = hints(subject)
    values: dict[str, str | int | float | Text] = {"step": step, "item": item, "of": len(steps)}
    if step < 1:
        raise UsageError(Text("there is no hint {step} on {item}: there are {of}, counted from 1", values))
    width = page_width()
    print_lines(paragraph(visible(title_in(subject.title, lang)), width, style="strong"))
    if not steps:
        none = Text("There are no hints on this one: its text in the notebook says all that may be said.")
        print_lines(paragraph(say(none, lang), width))
        return 0
    if step > len(steps):
        only = Text("There are {of} hints on this one, and this is the last:", {"of": len(steps)})
        print_lines(paragraph(say(only, lang), width))
    step = min(step, len(steps))
    told = steps[step - 1]
    print_lines(paragraph(say(told.lead, lang), width))
    for point in told.points:
        print_lines(paragraph(say(point, lang), width, indent=2, lead="- "))
    values = {"item": subject.id, "step": step, "of": len(steps), "next": step + 1}
    last = Text("Hint {step} of {of}. The next: grade hint {item} {next}", values)
    if step == len(steps):
        last = Text("Hint {step} of {of}, the last one.", values)
    print_lines(paragraph(say(last, lang), width, style="faint"))
    return 0
