"""``grade class``: many submissions in one command."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grader.cli.options import LARGEST_SEED, ItemsType
from grader.cli.streams import Invocation, complain, print_out, progress
from grader.cli.usage import language_of
from grader.errors import SandboxUnavailable, UsageError

if TYPE_CHECKING:
    from grader.classroom.run import Progress
    from grader.model import Text

__all__ = ["classroom"]

GRADED, OPEN = 0, 5
RUN_FILE = "run.json"
QUIET_SECONDS = 10.0

EPILOG = """\b
Examples:
  grade class submissions/ -o out
      A folder of notebooks, or of folders, one for each student.
  grade class moodle.zip -o out --roster students.csv --lang es
      What Moodle, Canvas or Gradescope export; who is missing is told by the roster.
  grade class submissions/ -o out
      Once more, after an interruption or with late submissions: what is done isn't done again.
  grade class submissions/ -o out --regrade failed
      Grade those again that could not be graded.
  grade class submissions/ -o out --scheduler tcp://head:8786
      On a Dask cluster whose workers see the course at the same path.

\b
In OUT:
  class.html, class.json, grades.csv, grades-long.csv   the class
  students/                                            each student's report
  .journal/                                            what has been graded; keep it to go on later

\b
Exit codes:
  0  every submission found was graded
  2  the command line asks for something that doesn't exist
  3  the course's own files are wrong
  5  some could not be graded or read; class.html says which and why
"""


@click.command("class", epilog=EPILOG, context_settings={"help_option_names": ["--help", "-h"]})
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", metavar="OUT", required=True, type=click.Path(path_type=Path), help="The folder to fill."
)
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The rubric to grade by.")
@click.option("--assignment", metavar="ID", help="The assignment. By default the core one.")
@click.option("--only", metavar="ITEM,...", type=ItemsType(), default=(), help="Grade only these items of the rubric.")
@click.option("--roster", metavar="CSV", type=click.Path(path_type=Path), help="The students, to find who is missing.")
@click.option("-j", "--jobs", metavar="N", type=click.IntRange(1, 256), help="Processes. By default one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster to grade on, such as tcp://head:8786.")
@click.option(
    "--regrade",
    type=click.Choice(["changed", "failed", "all"]),
    default="changed",
    show_default=True,
    help="What to grade again: what has changed, also what could not be graded, or everything.",
)
@click.option(
    "--seed", metavar="N", type=click.IntRange(0, LARGEST_SEED), help="By default that of the folder's last run."
)
@click.option("--anonymize", is_flag=True, help="Pseudonyms in the class's report, and no reports of students.")
@click.option(
    "--lang", type=click.Choice(["en", "es"]), help="Language of the reports. By default that of your locale."
)
@click.option(
    "--sandbox",
    type=click.Choice(["auto", "bubblewrap", "landlock", "uid", "none"]),
    default="auto",
    show_default=True,
    help="How to confine the notebooks.",
)
@click.option("--allow-weak-isolation", is_flag=True, help="Grade although notebooks can't be isolated in full here.")
def classroom(
    paths: tuple[Path, ...],
    output: Path,
    rubric: Path | None,
    assignment: str | None,
    only: tuple[str, ...],
    roster: Path | None,
    jobs: int | None,
    scheduler: str | None,
    regrade: Literal["changed", "all", "failed"],
    seed: int | None,
    anonymize: bool,
    lang: str | None,
    sandbox: str,
    allow_weak_isolation: bool,
) -> int:
    """Grade a class: collect the submissions, grade them in parallel, each confined by itself, and write the class's
    report. Nothing is lost: what has been graded is on the disk at once, and the same command goes on from there."""
    lang = lang or language_of(os.environ)
    click.get_current_context().ensure_object(Invocation).lang = lang
    from grader.choosing import chosen_items, did_you_mean, read_rubric
    from grader.classroom.collect import collect
    from grader.classroom.collection import slug_of
    from grader.classroom.run import Entry, grade_class
    from grader.classroom.worker import GradingOptions
    from grader.course import find_rubric, rubrics_of
    from grader.model import Text
    from grader.reports.inert import visible
    from grader.reports.language import say
    from grader.sandbox import choose
    from grader.sandbox.own_process import forbid_inspection

    forbid_inspection()
    confinement = choose(sandbox)
    if confinement.level != "full" and not allow_weak_isolation:
        raise SandboxUnavailable(
            Text(
                "notebooks would be isolated at the level {level} only ({reason}). `grade doctor` says what is "
                "missing; --allow-weak-isolation grades all the same",
                {"level": confinement.level, "reason": confinement.shortfall or sandbox},
            )
        )
    if rubric is None:
        known = rubrics_of(find_rubric().parent)
        name = assignment or next(iter(known))
        if name not in known:
            raise UsageError(f"there is no assignment '{name}'{did_you_mean(name, list(known))}")
        rubric = known[name]
    course = read_rubric(rubric)
    if assignment not in (None, course.assignment):
        raise UsageError(f"{rubric} is for the assignment '{course.assignment}', not '{assignment}'")
    chosen_items(course, only)
    for path in paths:
        if not path.exists():
            raise UsageError(f"there is nothing at {path}")
    try:
        output.mkdir(parents=True, exist_ok=True)
        seed = seed if seed is not None else seed_of(output)
    except OSError as error:
        raise UsageError(f"the folder {output} can't be written: {error.strerror}") from error

    def told(text: Text) -> str:
        return say(text, lang, visible)

    collection = collect(list(paths), roster, leave_out=[output])
    # Those who handed in together have one submission and a row each.
    entries = [
        Entry(student.id, student.name, one.source, one.file_name, one.sha256, one.read)
        for one in collection.collected
        for student in (one.student, *one.others)
    ]
    from grader.classroom.results import Attention, Result

    attention = [
        Attention(
            entry.kind.value,
            f"{told(entry.what)} {told(entry.remedy)}".strip(),
            entry.student.id if entry.student is not None else "",
            entry.sources,
        )
        for entry in collection.attention
    ]
    options = GradingOptions(str(rubric.absolute()), seed, lang, sandbox, only)
    with display(lang) as show:
        results = grade_class(
            entries,
            options,
            course,
            output / ".journal",
            jobs=jobs or os.cpu_count() or 1,
            scheduler=scheduler,
            regrade=regrade,
            held=[
                Result(e.student.id, e.student.name, ", ".join(e.sources), "", None, f"{told(e.what)} {told(e.remedy)}")
                for e in collection.attention
                if e.held and e.student is not None
            ],
            attention=attention,
            missing=[student.id for student in collection.missing],
            progress=show,
        )
    from grader.classroom.writing import write_class

    slugs = {entry.student: slug_of(entry.student) for entry in entries}
    written = write_class(results, output, slugs, anonymize=anonymize)
    open_ones = [result for result in results.results if result.report is None or not result.report["complete"]]
    print_out(
        told(
            Text(
                "{count} submissions graded, {open} could not be. The report, with what needs your attention, is in "
                "{file}.",
                {"count": len(results.results) - len(open_ones), "open": len(open_ones), "file": str(written)},
            )
        )
        + "\n"
    )
    return OPEN if open_ones else GRADED


def seed_of(output: Path) -> int:
    """That of the folder's last run, so that it can be gone on with; else a fresh one, which is kept there."""
    from grader.classroom.journal import write_atomically

    file = output / RUN_FILE
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))["seed"]
        if isinstance(kept, int) and not isinstance(kept, bool) and 0 <= kept <= LARGEST_SEED:
            return kept
    except (OSError, ValueError, KeyError, TypeError):
        pass
    fresh = secrets.randbelow(LARGEST_SEED + 1)
    write_atomically(file, json.dumps({"seed": fresh}) + "\n")
    return fresh


@contextmanager
def display(lang: str) -> Iterator[Callable[[Progress], None]]:
    """One changing line on a terminal; elsewhere a line now and then, fit for a log."""
    from grader.model import Text
    from grader.reports.inert import visible
    from grader.reports.language import say

    last = 0.0

    def text(state: Progress) -> Text:
        graded = max(state.done - state.known, 0)
        values: dict[str, str | int | float | Text] = {
            "done": state.done,
            "total": state.total,
            "rate": f"{60 * graded / state.seconds:.0f}" if state.seconds and graded else "-",
            "open": state.open,
            "left": _clock(state.seconds_left),
        }
        return Text("{done} of {total}; {rate} a minute; {left} left; {open} could not be graded", values)

    with progress(lang) as say_progress:

        def show(state: Progress) -> None:
            nonlocal last
            say_progress(text(state))
            now = time.monotonic()
            if not sys.stderr.isatty() and (now - last >= QUIET_SECONDS or state.done == state.total):
                last = now
                complain(say(text(state), lang, visible))

        yield show


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
