"""``grade assignments``: what can be graded, and for how many points."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from grader.cli.streams import print_out
from grader.cli.usage import language_of

__all__ = ["assignments"]

EPILOG = """\b
Examples:
  grade assignments
      The assignments of the course, their items and points.
  grade assignments --format json | jq -r '.[].assignment'
      Their names.
"""


@click.command(
    "assignments",
    epilog=EPILOG,
    short_help="List the assignments with their items and points.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The top rubric of another course.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(("terminal", "json")),
    default="terminal",
    show_default=True,
    help="How to list them.",
)
@click.option("--lang", type=click.Choice(["en", "es"]), help="Language of the titles. By default that of your locale.")
def assignments(rubric: Path | None, format_name: str, lang: str | None) -> int:
    """List the assignments of the course with their items and points."""
    lang = lang or language_of(os.environ)
    from grader.choosing import read_rubric, rubrics_beside
    from grader.reports.inert import visible
    from grader.reports.language import title_in
    from grader.reports.lines import columns
    from grader.reports.wording import number, rounded

    paths = rubrics_beside(rubric).values()
    rubrics = [read_rubric(path) for path in paths]
    if format_name == "json":
        body = [
            {
                "assignment": one.assignment,
                "title": title_in(one.title, lang),
                "max_points": rounded(one.max_points),
                "rubric": str(path),
                "items": [
                    {"id": item.id, "title": title_in(item.title, lang), "points": rounded(item.points)}
                    for item in one.items
                ],
            }
            for path, one in zip(paths, rubrics, strict=True)
        ]
        print_out(json.dumps(body, ensure_ascii=False, indent=2) + "\n")
        return 0
    lines: list[str] = []
    for one in rubrics:
        wide = max((columns(title_in(item.title, lang)) for item in one.items), default=0)
        lines += [f"{one.assignment}  {title_in(one.title, lang)} ({number(one.max_points)})"]
        for item in one.items:
            title = title_in(item.title, lang)
            lines.append(f"  {title}{' ' * (wide - columns(title))}  {number(item.points):>4}  {item.id}")
        lines.append("")
    print_out("\n".join(map(visible, lines)).rstrip("\n") + "\n")
    return 0
