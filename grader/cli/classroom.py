"""``grade class``: many submissions in one command."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grader.cli.files import folder_to_fill
from grader.cli.options import LARGEST_SEED, ItemsType, ShardType, sandbox_option, weak_isolation_option
from grader.cli.streams import Invocation, complain, print_out, progress
from grader.cli.usage import language_of
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.classroom.finish import Finished
    from grader.classroom.run import Entry, Progress
    from grader.model import Rubric, Text

__all__ = ["GRADED", "OPEN", "classroom", "course_by", "seed_of", "tell", "tell_of_class"]

GRADED, OPEN = 0, 5
RUN_FILE = "run.json"
QUIET_SECONDS = 10.0

EPILOG = """\b
Examples:
  grade class submissions/ -o out
      A folder of notebooks, or of folders, one for each student.
  grade class moodle.zip -o out --roster students.csv --lang es
      What Moodle, Canvas or Gradescope export; by the roster, who is missing.
  grade class submissions/ -o out
      Once more, after an interruption or with late submissions: what is done
      isn't done again.
  grade class submissions/ -o out --regrade failed
      Grade those again that could not be graded.
  grade class submissions/ -o out --scheduler tcp://head:8786
      On a Dask cluster whose workers see the course at the same path.
  grade class submissions/ -o part-3 --shard 3/8 --seed 7
      The third of eight parts, as a job of a job array; then
      `grade merge part-* -o out`.

\b
In OUT:
  class.html    the class; also class.json, grades.csv and grades-long.csv
  students/     each student's report for the teacher, with the evidence of
                hidden checks
  feedback/     each student's page, to hand back: without it
  to_review.csv the answers that wait for your points, to fill in; then
                `grade award OUT`
  changes.html  after a regrading (also .json): who stands otherwise, and why
  .journal/     what has been graded; keep it to go on later

\b
Exit codes:
  0  every submission found was graded
  2  the command line asks for something that doesn't exist
  3  the course's own files are wrong
  5  some could not be graded or read; class.html says which and why
"""


@click.command(
    "class",
    epilog=EPILOG,
    short_help="Grade a class, in parallel, each notebook by itself.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", metavar="OUT", required=True, type=click.Path(path_type=Path), help="The folder to fill."
)
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The rubric to grade by.")
@click.option("--assignment", metavar="ID", help="The assignment. By default that of most of the notebooks.")
@click.option("--only", metavar="ITEM,...", type=ItemsType(), default=(), help="Grade only these items of the rubric.")
@click.option("--roster", metavar="CSV", type=click.Path(path_type=Path), help="The students, to find who is missing.")
@click.option("-j", "--jobs", metavar="N", type=click.IntRange(1, 256), help="Processes. By default one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster to grade on, such as tcp://head:8786.")
@click.option(
    "--shard",
    metavar="I/N",
    type=ShardType(),
    help="Grade only the I-th of N parts of the class, for a job array; `grade merge` puts them together.",
)
@click.option(
    "--regrade",
    type=click.Choice(["changed", "failed", "all"]),
    default="changed",
    show_default=True,
    help="What to grade again: what has changed, also what could not be graded, or everything.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, LARGEST_SEED),
    help="Seed of all random choices. By default that of OUT's last run, else a fresh one.",
)
@click.option("--anonymize", is_flag=True, help="Pseudonyms in the class's report, and no reports of students.")
@click.option(
    "--lang", type=click.Choice(["en", "es"]), help="Language of the reports. By default that of your locale."
)
@sandbox_option("How to confine the notebooks.")
@weak_isolation_option
def classroom(
    paths: tuple[Path, ...],
    output: Path,
    rubric: Path | None,
    assignment: str | None,
    only: tuple[str, ...],
    roster: Path | None,
    jobs: int | None,
    scheduler: str | None,
    shard: tuple[int, int] | None,
    regrade: Literal["changed", "all", "failed"],
    seed: int | None,
    anonymize: bool,
    lang: str | None,
    sandbox: str,
    allow_weak_isolation: bool,
    kept: bool = True,  # no option: whether `output` is there afterwards
) -> int:
    """Grade a class: collect the submissions, grade them in parallel, each confined by itself, and write the class's
    report. Nothing is lost: what has been graded is on the disk at once, and the same command goes on from there."""
    lang = lang or language_of(os.environ)
    invocation = click.get_current_context().ensure_object(Invocation)
    invocation.lang = lang
    from grader.choosing import chosen_items
    from grader.classroom.finish import Finish
    from grader.classroom.gather import gather
    from grader.classroom.look_alikes import look_alikes
    from grader.classroom.run import grade_entries
    from grader.classroom.shards import Class, Shard, part_of
    from grader.classroom.worker import GradingOptions, confinement
    from grader.sandbox.own_process import forbid_inspection

    forbid_inspection()
    for path in paths:
        if not path.exists():
            raise UsageError(f"there is nothing at {path}")
    course = None if rubric is None and assignment is None else course_by(rubric, assignment)
    if course is not None:
        chosen_items(course, only)  # before anything is written or read
    if shard is not None and seed is None:
        raise UsageError(_one_seed())
    folder_to_fill(output)
    seed = seed_of(output, seed)
    entries, around = gather(paths, roster, [output], lang)
    if not entries and roster is None and not around.attention and not around.held:
        raise UsageError(_nothing_in(paths))
    if course is None:
        course = _course_of(entries, lang)
        chosen_items(course, only)
    options = GradingOptions(str(Path(course.path).absolute()), seed, sandbox, only, allow_weak_isolation)
    if scheduler is None:  # else each machine of the cluster asks itself
        confinement(options)
    part = entries
    if shard is not None:
        own = frozenset(part_of((entry.sha256 for entry in entries), *shard))
        part = [entry for entry in entries if entry.sha256 in own]
    finish = Finish(entries, options, course, output, lang, anonymize=anonymize)
    invocation.goes_on = kept
    with display(lang) as show:
        failed = grade_entries(
            part,
            options,
            course,
            finish.journal,
            jobs=jobs or os.cpu_count() or 1,
            scheduler=scheduler,
            regrade=regrade,
            progress=show,
            graded=finish.graded if shard is None else lambda *_: None,  # a part isn't shown as a class
        )
    # Only now: it takes seconds in a large class, and nobody is to wait for the first result.
    around = replace(around, attention=[*around.attention, *look_alikes(entries, course, lang)])
    if shard is not None:
        whole = Class.of(course.assignment, lang, options, entries, around)
        Shard(*shard, finish.circumstances, whole, failed).write(output)
        tell(_of_shard(shard, len(part), len(failed)), lang)
        return OPEN if failed else GRADED
    finished = finish.write(failed, around)
    tell_of_class(finished, output, lang, kept=kept)
    return OPEN if finished.open_ones else GRADED


def course_by(rubric: Path | None, assignment: str | None) -> Rubric:
    """The rubric at `rubric`, else that of `assignment`, else the core one's."""
    from grader.choosing import read_rubric, rubric_named, rubrics_beside

    if rubric is None:
        known = rubrics_beside(None)
        rubric = rubric_named(assignment or next(iter(known)), known)
    course = read_rubric(rubric)
    if assignment not in (None, course.assignment):
        raise UsageError(f"{rubric} is for the assignment '{course.assignment}', not '{assignment}'")
    return course


def _course_of(entries: Sequence[Entry], lang: str) -> Rubric:
    """The rubric of what most notebooks are for; the core one's where none of them tells."""
    from grader.choosing import assignment_by_names
    from grader.classroom.majority import majority
    from grader.course import find_rubric, rubrics_of
    from grader.model import Text

    found = majority(entries, rubrics_of(find_rubric().parent), assignment_by_names)
    if found is None:
        return course_by(None, None)
    if not found.clear:
        known = ", ".join((found.assignment, *found.others))
        raise UsageError(f"the notebooks are for several assignments ({known}): say --assignment with one of them")
    if found.assignment != course_by(None, None).assignment or found.others:
        said = Text(
            "Graded as the assignment {assignment}: {count} of {of} notebooks are for it.",
            {"assignment": found.assignment, "count": found.count, "of": found.of},
        )
        tell(said, lang)
    return course_by(None, found.assignment)


def _nothing_in(paths: Sequence[Path]) -> Text:
    from grader.model import Text

    return Text(
        "there is no submission in {paths}: name the folder or the archive that the notebooks are in",
        {"paths": ", ".join(map(str, paths))},
    )


def _one_seed() -> Text:
    from grader.model import Text

    return Text("--shard needs --seed, the same one for all shards: say any number")


def _of_shard(shard: tuple[int, int], count: int, failed: int) -> Text:
    from grader.model import Text

    return Text(
        "Shard {shard}: {count} submissions, {failed} could not be graded. `grade merge` puts all shards together.",
        {"shard": f"{shard[0]}/{shard[1]}", "count": count, "failed": failed},
    )


def tell(text: Text, lang: str) -> None:
    from grader.reports.inert import visible
    from grader.reports.language import say

    print_out(say(text, lang, visible) + "\n")


def tell_of_class(finished: Finished, output: Path, lang: str, *, kept: bool = True) -> None:
    from grader.classroom.finish import CHANGES_PAGE
    from grader.model import Text

    graded = len(finished.results.results) - finished.open_ones
    if not kept:
        counts: dict[str, str | int | float | Text] = {"count": graded, "open": finished.open_ones}
        tell(Text("{count} submissions graded, {open} could not be. With -o the report is kept.", counts), lang)
        return
    tell(
        Text(
            "{count} submissions graded, {open} could not be. The report, with what needs your attention, is in "
            "{file}.",
            {"count": graded, "open": finished.open_ones, "file": str(finished.page)},
        ),
        lang,
    )
    if finished.waiting and finished.table is not None:
        values: dict[str, str | int | float | Text] = {
            "count": finished.waiting,
            "file": str(finished.table),
            "folder": str(output),
        }
        tell(Text("Answers that wait for you: {count}. Fill in {file}, then run grade award {folder}.", values), lang)
    if finished.changes:
        values = {
            "count": len(finished.changes.students),
            "file": str(output / CHANGES_PAGE),
        }
        tell(
            Text("Students who stand otherwise than after the last run: {count}. {file} says who and why.", values),
            lang,
        )


def seed_of(output: Path, asked: int | None) -> int:
    """`asked`, else that of the folder's last run, so that it can be gone on with, else a fresh one; kept there."""
    from grader.classroom.journal import write_atomically

    file = output / RUN_FILE
    if asked is None and file.exists():
        return _kept_seed(file)
    seed = secrets.randbelow(LARGEST_SEED + 1) if asked is None else asked
    write_atomically(file, json.dumps({"seed": seed}) + "\n")
    return seed


def _kept_seed(file: Path) -> int:
    """A file that doesn't say it is refused: with another seed all of the class would be graded again, unasked."""
    from grader.model import Text

    try:
        seed = json.loads(file.read_text(encoding="utf-8"))["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        seed = None
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise UsageError(
            Text(
                "{file} doesn't say the seed of the last run: say it with --seed, or remove the file for a fresh one",
                {"file": str(file)},
            )
        )
    return seed


@contextmanager
def display(lang: str) -> Iterator[Callable[[Progress], None]]:
    """One changing line on a terminal; elsewhere a line now and then, fit for a log."""
    from grader.model import Text
    from grader.reports.inert import visible
    from grader.reports.language import say

    last, told = -QUIET_SECONDS, 0

    def text(state: Progress) -> Text:
        graded = max(state.done - state.known, 0)
        values: dict[str, str | int | float | Text] = {
            "done": state.done,
            "total": state.total,
            "rate": f"{60 * graded / state.seconds:.0f}" if state.seconds and graded else "-",
            "open": state.open,
            "left": _clock(state.seconds_left),
        }
        if state.slow:
            values["notebooks"] = ", ".join(f"{name} {_clock(spent)}" for name, spent in state.slow)
            # By the pace so far, what is left would grow for as long as they hang.
            return Text("{done} of {total}; still under way: {notebooks}", values)
        return Text("{done} of {total}; {rate} a minute; {left} left; {open} could not be graded", values)

    with progress(lang) as say_progress:

        def show(state: Progress) -> None:
            nonlocal last, told
            say_progress(text(state))
            now = time.monotonic()
            # Not before there is something to tell: a log's "0 of 200" would stand there while others are done.
            due = state.done > told and (now - last >= QUIET_SECONDS or state.done == state.total)
            if due and not sys.stderr.isatty():
                last, told = now, state.done
                complain(say(text(state), lang, visible))

        yield show


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
