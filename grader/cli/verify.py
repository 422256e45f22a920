"""``grade verify``: recorded scores against a fresh grading."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import click

from grader.cli.classroom import classroom
from grader.cli.entering import chosen_language, language_option, show, the_roster
from grader.cli.options import LARGEST_SEED, ItemsType, sandbox_option, weak_isolation_option

__all__ = ["verify"]

SAME, DIFFERENT, OPEN = 0, 1, 5

EPILOG = """\b
Examples:
  grade verify submissions/ --against scores.csv
      Scores of Classroom 50, Gradescope, nbgrader or ours.
  grade verify clones/ --against scores.json --column hw1
      Classroom 50's own file.
  grade verify submissions/ --against gradebook.csv --column "HW 1 (12345)"
      What stands in Canvas.
  grade verify submissions/ --against old/ -o new
      Last year's results; the fresh ones are kept, and the same command goes
      on after an interruption.

\b
Exit codes:
  0  every score is what grading gives
  1  some differ, or can't be compared with anything; each is listed
  2  the command line, or a file that it names, can't be used
  3  the course's own files are wrong
  5  some could not be graded; of all others the scores are right
"""


@click.command(
    "verify",
    epilog=EPILOG,
    short_help="Hold recorded scores against a fresh grading.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--against", metavar="SCORES", required=True, type=click.Path(path_type=Path), help="The scores, as they are."
)
@click.option("--column", metavar="TITLE", help="The scores' column or assignment, where there are several.")
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path), help="Keep the fresh grading here.")
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The rubric to grade by.")
@click.option("--assignment", metavar="ID", help="The assignment. By default that of most of the notebooks.")
@click.option("--only", metavar="ITEM,...", type=ItemsType(), default=(), help="Grade only these items of the rubric.")
@click.option("--roster", metavar="CSV", type=click.Path(path_type=Path), help="The students with all their ids.")
@click.option("-j", "--jobs", metavar="N", type=click.IntRange(1, 256), help="Processes. By default one for each core.")
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, LARGEST_SEED),
    help="Seed of all random choices. By default that of SCORES, else a fresh one.",
)
@sandbox_option("How to confine the notebooks.")
@weak_isolation_option
@language_option
@click.pass_context
def verify(
    ctx: click.Context,
    paths: tuple[Path, ...],
    against: Path,
    column: str | None,
    output: Path | None,
    rubric: Path | None,
    assignment: str | None,
    only: tuple[str, ...],
    roster: Path | None,
    jobs: int | None,
    seed: int | None,
    sandbox: str,
    allow_weak_isolation: bool,
    lang: str | None,
) -> int:
    """Grade submissions again, and list every recorded score that isn't what grading gives. For scores that came from
    where students could change them: a job in their own repository, for instance."""
    from grader.lms.marks import FILE, read_marks
    from grader.lms.scores import read_scores
    from grader.lms.verifying import Verdict, compared
    from grader.model import Text

    lang = chosen_language(lang)
    recorded = read_scores(against, column)  # what's wrong with them is said before the grading
    if seed is None and (against.is_dir() or against.name == FILE):
        seed = read_marks(against).seed
    kept = output is not None
    with ExitStack() as stack:
        if output is None:
            output = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="grade-verify-")))
        if against.is_dir():
            _with_awards_of(against, output)
        ctx.invoke(
            classroom,
            paths=paths,
            output=output,
            rubric=rubric,
            assignment=assignment,
            only=only,
            roster=roster,
            jobs=jobs,
            seed=seed,
            lang=lang,
            sandbox=sandbox,
            allow_weak_isolation=allow_weak_isolation,
            kept=kept,
        )
        comparisons = compared(read_marks(output).marks, recorded, the_roster(roster))
    count = Counter(one.verdict for one in comparisons)
    total = Text(
        "Scores that are what grading gives: {same}; that are not: {differ}; not graded: {open}.",
        {
            "same": count[Verdict.SAME],
            "differ": count[Verdict.DIFFERS],
            "open": count[Verdict.NOT_GRADED],
        },
    )
    told = [
        Text("  {student}: {reason}", {"student": one.student, "reason": one.reason})
        for verdict in (Verdict.DIFFERS, Verdict.NOT_GRADED)
        for one in comparisons
        if one.verdict is verdict and one.reason is not None
    ]
    show([total, *told], lang)
    if count[Verdict.DIFFERS]:
        return DIFFERENT
    return OPEN if count[Verdict.NOT_GRADED] else SAME


def _with_awards_of(recorded: Path, output: Path) -> None:
    """What a teacher gave is no result of grading: it's the same in both, where the answers are the same bytes."""
    from grader.classroom.awards import Awards
    from grader.cli.files import folder_to_fill

    given = Awards.read(recorded)
    if given.count and not Awards.read(output).count:
        folder_to_fill(output)
        given.write(output)
