"""``grade release ASSIGNMENT -o DIR``: what students are given."""

from __future__ import annotations

import os
from pathlib import Path

import click

from grader.cli.files import folder_to_write
from grader.cli.streams import print_out, progress
from grader.cli.usage import language_of

__all__ = ["release"]

EPILOG = """\b
Examples:
  grade release transformer -o out/transformer
      The notebooks to start from, the public checks, and the students'
      edition of the grader.

\b
Nothing is written if anything that students must not have would be in it:
text of the references or of a solution, outputs, metadata, a seed that a
grading may draw; in a file, in the wheel, or in the history of a git
repository around DIR.

\b
Exit codes:
  0  written
  2  the command line asks for something that doesn't exist
  3  the course's own files are wrong, or something would leak
"""


@click.command(
    "release",
    epilog=EPILOG,
    short_help="Write the folder that students are given.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.argument("assignment")
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder to write.",
)
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The top rubric of another course.")
@click.option("--overwrite", is_flag=True, help="Replace files that are in DIR already.")
@click.option(
    "--lang", type=click.Choice(["en", "es"]), help="Language of the messages. By default that of your locale."
)
def release(assignment: str, folder: Path, rubric: Path | None, overwrite: bool, lang: str | None) -> int:
    """Write the folder that students of an assignment are given."""
    lang = lang or language_of(os.environ)
    # Thousands of products of small matrices: threads would only wait for each other.  Read when NumPy is imported.
    os.environ |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    from grader.choosing import rubric_named, rubrics_beside
    from grader.model import Text
    from grader.release.bundle import release as write
    from grader.reports.inert import visible
    from grader.reports.language import say

    chosen = rubric_named(assignment, rubrics_beside(rubric))
    folder_to_write(folder)
    with progress(lang) as told:
        released = write(
            chosen,
            folder,
            overwrite=overwrite,
            progress=lambda what: told(Text("{what}", {"what": what})),
        )
    print_out("".join(f"{visible(str(file))}\n" for file in released.files))
    items = released.public.items
    shown = sum(len({id_ for ids in item.checks.values() for id_ in ids}) for item in items)
    values: dict[str, str | int | float | Text] = {
        "public": shown,
        "all": shown + sum(item.hidden for item in items),
    }
    summary = Text("{public} of {all} checks are public, on cases that no grading draws. No leak was found.", values)
    print_out(say(summary, lang) + "\n")
    return 0
