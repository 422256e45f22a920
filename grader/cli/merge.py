"""``grade merge``: the shards of a class, graded by the jobs of an array, become one class."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.classroom import GRADED, OPEN, course_by, seed_of, tell_of_class
from grader.cli.files import folder_to_fill
from grader.cli.streams import Invocation, complain
from grader.errors import UsageError

__all__ = ["merge"]

EPILOG = """\b
Example:
  grade class submissions/ -o part-1 --shard 1/2 --seed 7
  grade class submissions/ -o part-2 --shard 2/2 --seed 7
  grade merge part-1 part-2 -o out
      What `grade class submissions/ -o out --seed 7` would have written, byte
      for byte (but for the times of grading).

\b
Exit codes:
  0  every submission was graded
  2  a shard is missing, there twice, or of another class, course or seed
  3  the course's own files are wrong
  5  some could not be graded or read; class.html says which and why
"""


@click.command(
    "merge",
    epilog=EPILOG,
    short_help="Put the parts of a class together (`grade class --shard`).",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.argument("folders", metavar="PART...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", metavar="OUT", required=True, type=click.Path(path_type=Path), help="The folder to fill."
)
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The rubric that was graded by.")
@click.option("--anonymize", is_flag=True, help="Pseudonyms in the class's report, and no reports of students.")
def merge(folders: tuple[Path, ...], output: Path, rubric: Path | None, anonymize: bool) -> int:
    """Put the shards of a class together that `grade class --shard` left in the folders PART."""
    from grader.classroom.finish import Finish
    from grader.classroom.journal import Circumstances
    from grader.classroom.shards import merge as merged_of
    from grader.classroom.shards import shards_in
    from grader.model import Text
    from grader.reports.inert import visible
    from grader.reports.language import say

    merged = merged_of([found for folder in folders for found in shards_in(folder)])
    whole, lang = merged.whole, merged.whole.language
    click.get_current_context().ensure_object(Invocation).lang = lang
    course = course_by(rubric, None if rubric is not None else whole.assignment)
    options = whole.options(str(Path(course.path).absolute()), merged.circumstances.seed)
    circumstances = Circumstances.of(options, course)
    if circumstances != merged.circumstances:
        raise UsageError(
            Text("the course or the grader here isn't the one that the shards were graded with: merge where it is")
        )
    for note in merged.notes:
        complain(say(note, lang, visible))
    folder_to_fill(output)
    seed_of(output, options.seed)
    finish = Finish(whole.unread, options, course, output, lang, anonymize=anonymize)
    merged.write_to(finish.journal)
    finished = finish.write(merged.failed, whole.around)
    tell_of_class(finished, output, lang)
    return OPEN if finished.open_ones else GRADED
