"""``grade explain MISTAKE``: what a known mistake is, why it matters, and what to try."""

from __future__ import annotations

import os
from pathlib import Path

import click

from grader.cli.in_language import StudentsCommand
from grader.cli.streams import page_width, print_lines
from grader.cli.usage import language_of

__all__ = ["explain"]

EPILOG = """\b
Examples:
  grade explain
      The mistakes that the course knows, by item.
  grade explain attention/no_scaling
      What it is, why it matters, and what to try.
  grade explain no_scaling --lang es
      The same in Spanish; the item may be left out.
"""


@click.command(
    "explain",
    cls=StudentsCommand,
    epilog=EPILOG,
    short_help="Explain a known mistake, as the report names it.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.argument("name", metavar="[MISTAKE]", required=False)
@click.option("--lang", type=click.Choice(["en", "es"]), help="Language of the texts. By default that of your locale.")
def explain(name: str | None, lang: str | None) -> int:
    """Explain a known mistake, as the report names it; without a name, list them."""
    lang = lang or language_of(os.environ)
    from grader.model import Text
    from grader.reports.inert import visible
    from grader.reports.language import say, title_in
    from grader.reports.lines import paragraph
    from grader.student.texts import mistake_named, subjects_here

    subjects = subjects_here(Path.cwd())
    width = page_width()
    if name is None:
        for subject in (subject for subject in subjects if subject.mistakes):
            heading = f"{title_in(subject.title, lang)} ({subject.assignment})"
            print_lines(paragraph(visible(heading), width, style="strong"))
            for mistake in subject.mistakes:
                print_lines(paragraph(say(mistake.title, lang), width, indent=2, lead="- "))
                print_lines(paragraph(mistake.id, width, indent=4, style="faint"))
            print_lines([()])
        return 0
    for number, mistake in enumerate(mistake_named(name, subjects)):
        if number:
            print_lines([()])
        print_lines(paragraph(say(mistake.title, lang), width, style="strong"))
        print_lines(paragraph(mistake.id, width, style="faint"))
        print_lines(paragraph(say(Text("{done} {why}", {"done": mistake.done, "why": mistake.why}), lang), width))
        print_lines(paragraph(say(mistake.hint, lang), width, lead=f"{say(Text('Try'), lang)}: ", lead_style="good"))
    return 0
