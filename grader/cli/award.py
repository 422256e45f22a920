"""``grade award``: the points that a teacher gave, out of a table, into a class that is graded already."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.classroom import GRADED, course_by, tell
from grader.cli.entering import chosen_language
from grader.cli.streams import complain
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.classroom.shards import GradedClass
    from grader.model import GradeReport, Rubric

__all__ = ["award"]

REFUSED = 2

EPILOG = """\b
Examples:
  grade award out
      Take the points from out/to_review.csv, as you have filled it in.
  grade award out part-of-berta.csv
      Take them from a copy of it, for instance from each of several markers.

\b
In the table:
  points        all points of the item, from "earned" to "maximum" (7.5 or
                7,5); an empty cell changes nothing, and - takes points back
  comment       what the student is told beside them, if you like

\b
Exit codes:
  0  the points are in all reports; what has none still waits
  2  the table can't be used: each row at fault is told, and none counts
  3  the course's own files are wrong
  5  the disk failed; the same command goes on
"""


@click.command(
    "award",
    epilog=EPILOG,
    short_help="Enter your points for what only a person can judge.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
@click.argument("table", metavar="[TABLE.csv]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The rubric that was graded by, if it was moved."
)
def award(folder: Path, table: Path | None, rubric: Path | None) -> int:
    """Enter the points of a table into the class in OUT, which `grade class` or `grade merge` filled: all reports
    are written anew, and no notebook is run. The table is OUT/to_review.csv, or a copy of it."""
    from grader.classroom import review_table
    from grader.classroom.awards import Awards
    from grader.classroom.finish import Finish
    from grader.classroom.journal import JOURNAL, Circumstances, Journal
    from grader.classroom.shards import GradedClass
    from grader.model import Text
    from grader.reports.inert import visible
    from grader.reports.language import say

    chosen_language(None)
    graded = GradedClass.read(folder)
    whole, lang = graded.shard.whole, chosen_language(graded.shard.whole.language)
    course = _course_of(graded, rubric)
    options = whole.options(str(Path(course.path).absolute()), graded.shard.circumstances.seed)
    circumstances = Circumstances.of(options, course)
    if circumstances != graded.shard.circumstances:
        values = {"folder": str(folder)}
        raise UsageError(
            Text("the course or the grader isn't the one that {folder} was graded with: `grade class` it first", values)
        )
    journal = Journal(folder / JOURNAL, circumstances)

    @cache
    def report_of(sha256: str) -> GradeReport | None:
        kept = journal.find(sha256)
        return None if kept is None else kept.report_by(course)

    before = Awards.read(folder)
    file = table if table is not None else folder / review_table.FILE
    rows = review_table.read(file)
    taken = review_table.taken(rows, whole.unread, report_of, before)
    if taken.problems:
        complain(say(Text("{file}: nothing was entered", {"file": str(file)}), lang))
        for problem in taken.problems:
            complain(say(problem, lang, visible), lead="  ")
        return REFUSED
    finish = Finish(whole.unread, options, course, folder, lang, awards=taken.awards)
    finished = finish.write(graded.shard.failed, whole.around)
    told = Text(
        "Answers with your points: {count}; still waiting: {waiting}. The report is in {file}.",
        {"count": taken.awards.count, "waiting": finished.waiting, "file": str(finished.page)},
    )
    tell(told, lang)
    return GRADED


def _course_of(graded: GradedClass, rubric: Path | None) -> Rubric:
    kept = Path(graded.rubric)
    if rubric is None and not kept.is_file():  # of another machine, or moved: the course that is here
        return course_by(None, graded.shard.whole.assignment)
    return course_by(rubric or kept, None)
