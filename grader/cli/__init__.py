"""The command line: arguments -> one call -> exit code.  The only package that prints or exits.

``grade FILE.ipynb`` is the main job, so it needs no command's name: what isn't the name of a command is taken
for a submission.  ``--help`` imports nothing but click; the rest is imported when it's needed.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from grader import __version__
from grader.cli.assignments import assignments
from grader.cli.audit import audit
from grader.cli.award import award
from grader.cli.check import check
from grader.cli.classroom import classroom
from grader.cli.doctor import doctor
from grader.cli.explain import explain
from grader.cli.export import export
from grader.cli.export_lti import lti, lti_key
from grader.cli.files import refuse_output, write_whole
from grader.cli.hint import hint
from grader.cli.merge import merge
from grader.cli.options import LARGEST_SEED, AwardType, ItemsType, Threshold, ThresholdType, sandbox_option
from grader.cli.refusals import format_of, no_such_file, refuse_slip, refuse_stray_rubric, refuse_two_awards
from grader.cli.release import release
from grader.cli.streams import (
    Invocation,
    complain,
    for_this_terminal,
    message_of,
    print_out,
    progress,
    quiet,
    show_traceback,
)
from grader.cli.usage import language_asked, language_of, show_usage_error
from grader.cli.verify import verify
from grader.errors import CourseError, GraderError, NoSuchSubmission, UnreadableSubmission

if TYPE_CHECKING:
    from fractions import Fraction

    from grader.model import GradeReport
    from grader.timing.accelerator import Gpu

__all__ = ["FORMAT_NAMES", "commands", "main"]

GRADED, BELOW_THRESHOLD, USAGE, OUR_FAILURE = 0, 1, 2, 5
INTERRUPTED, TERMINATED = 128 + signal.SIGINT, 128 + signal.SIGTERM
# The keys of grader.reports.FORMATS, which is costly to import.
FORMAT_NAMES = (
    "terminal", "json", "html", "md", "junit", "gradescope", "github",
    "classroom50", "classroom-legacy", "prairielearn",
)  # fmt: skip
HELP = {"help_option_names": ["--help", "-h"]}

EXAMPLES = """\b
Examples:
  grade ana.ipynb
      Grade a notebook and read the report here.
  grade ana.ipynb --only softmax,attention
      Grade two items, for instance after changing a rubric.
  grade ana.ipynb --assignment foundations
      Grade another assignment of the course; `grade assignments` lists them.
  grade ana.ipynb --award residual_question=4
      Give your points for an answer that only a person can judge.
  grade ana.ipynb --seed 271828
      Repeat a grading with the seed that its report shows.
  grade ana.ipynb -o ana.html --edition student
      Write a page for the student, without what hidden checks ask and expect.
  grade ana.ipynb -o ana.json --lang es
      Write the report for programs, with its messages in Spanish.
  grade ana.ipynb --format json | jq .points
      Nothing but JSON goes to stdout.
  grade ana.ipynb --fail-under 60%
      Exit with 1 below 60 % of the points, for a CI job.

\b
Exit codes:
  0  graded, whatever the grade
  1  graded, with fewer points than --fail-under asks for
  2  the command line asks for something that doesn't exist
  3  the course's own files are wrong (rubric, references)
  4  the submission can't be read as a notebook
  5  our own failure, or a report that isn't complete
"""


class AsTheProgram(click.Context):
    """The context of the default command: usage and errors speak of ``grade``, not of ``grade submission``."""

    @property
    def command_path(self) -> str:
        return self.parent.command_path if self.parent else super().command_path


class DefaultCommand(click.Command):
    """Its help is the program's help, so it lists the commands too."""

    context_class = AsTheProgram

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        if ctx.parent is not None and isinstance(ctx.parent.command, click.Group):
            ctx.parent.command.format_commands(ctx.parent, formatter)


class Commands(click.Group):
    """``grade COMMAND ...``, and the default command for all that doesn't start with a command's name."""

    default = "submission"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in self.commands:
            refuse_slip(args, [name for name in self.commands if name != "submission"], ctx)
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (BrokenPipeError, EOFError) as error:
            # click takes these for a reader who left and for Ctrl-D, and would end with 1 without a word;
            # here they come from a connection of ours.
            raise GraderError(f"a connection of the grader broke off: {type(error).__name__}") from error


def set_debug(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.ensure_object(Invocation).debug = value


@click.group(cls=Commands, add_help_option=False)
def commands() -> None:
    """Grade notebooks that build a Transformer from scratch."""


@commands.command(cls=DefaultCommand, name=Commands.default, hidden=True, epilog=EXAMPLES, context_settings=HELP)
@click.argument("path", metavar="SUBMISSION.ipynb", type=click.Path(path_type=Path))
@click.option("--rubric", metavar="FILE", type=click.Path(path_type=Path), help="The rubric to grade by.")
@click.option("--assignment", metavar="ID", help="The assignment. By default the one that the notebook is for.")
@click.option("--only", metavar="ITEM,...", type=ItemsType(), default=(), help="Grade only these items of the rubric.")
@click.option(
    "--award",
    "awards",
    metavar="ITEM=N",
    type=AwardType(),
    multiple=True,
    help="Your points for an item that the report leaves to you, such as a free answer. May be repeated.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, LARGEST_SEED),
    help="Seed of all random choices, to repeat a grading. By default a fresh one, which the report shows.",
)
@click.option(
    "--format",
    "format_name",
    metavar="FORMAT",
    type=click.Choice(FORMAT_NAMES),
    help=f"How to report: {', '.join(FORMAT_NAMES)}. By default what FILE of -o ends in says (.json, .html, .md, "
    ".xml), else terminal.",
)
@click.option(
    "--edition",
    type=click.Choice(["teacher", "student"]),
    default="teacher",
    show_default=True,
    help="For whom the report is. The student's shows of hidden checks only what the rubric discloses.",
)
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), help="Write the report to FILE.")
@click.option("--lang", type=click.Choice(["en", "es"]), help="Language of the report. By default that of your locale.")
@sandbox_option("How to confine the notebook: auto takes the best there is; none is only for notebooks that you trust.")
@click.option(
    "--gpu",
    type=click.Choice(["auto", "require", "off"]),
    default="auto",
    show_default=True,
    help="Time torch code on a GPU: auto where there is one, else on the CPU; require leaves it ungraded without one.",
)
@click.option(
    "--fail-under",
    metavar="N|N%",
    type=ThresholdType(),
    help="Exit with 1 when fewer points are earned, or a smaller part of those that can be.",
)
@click.option("--debug", is_flag=True, expose_value=False, is_eager=True, callback=set_debug, help="Show tracebacks.")
@click.version_option(__version__, "--version", prog_name="grade", message="%(prog)s %(version)s")
def submission(
    path: Path,
    rubric: Path | None,
    assignment: str | None,
    only: tuple[str, ...],
    awards: tuple[tuple[str, Fraction], ...],
    seed: int | None,
    format_name: str | None,
    edition: str,
    output: Path | None,
    lang: str | None,
    sandbox: str,
    gpu: Gpu,
    fail_under: Threshold | None,
) -> int:
    """Run a notebook in a confined process, compare what it defines with the course's references, and report
    the points of each item with the reasons."""
    lang = lang or language_of(os.environ)
    invocation = click.get_current_context().ensure_object(Invocation)
    invocation.lang, invocation.submission = lang, str(path)
    format_name = format_name or format_of(output)
    refuse_two_awards([item for item, _ in awards])
    if output is not None:
        refuse_output(output, (path, rubric))
    if rubric is not None:
        refuse_stray_rubric(rubric)
    from grader.model import Edition
    from grader.pipeline import grade
    from grader.redact import redact
    from grader.sandbox.own_process import forbid_inspection

    forbid_inspection()

    with progress(lang) as say_progress:
        report = grade(
            path,
            rubric=rubric,
            only=only,
            awards=dict(awards),
            seed=secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed,
            sandbox=sandbox,
            gpu=gpu,
            assignment=assignment,
            progress=say_progress,
        )
    deliver(redact(report, Edition(edition)), format_name, lang, output)
    if output is not None or format_name != "terminal":  # which says it itself
        warn_of_weak_isolation(report, lang)
    if not report.complete:
        complain(advice_on(report, lang))
        return OUR_FAILURE
    if fail_under is not None and not fail_under.is_met_by(report):
        return BELOW_THRESHOLD
    return GRADED


commands.add_command(assignments)
commands.add_command(audit)
commands.add_command(award)
commands.add_command(check)
commands.add_command(classroom)
commands.add_command(doctor)
commands.add_command(export)
export.add_command(lti)
export.add_command(lti_key)
commands.add_command(verify)
commands.add_command(merge)
commands.add_command(explain)
commands.add_command(hint)
commands.add_command(release)

STUDENTS_COMMANDS = ("check", "explain", "hint")
# The students' edition has what these need, and nothing else (grader.release.wheel).
if importlib.util.find_spec("grader.release") is None:
    Commands.default = "check"
    for name in set(commands.commands) - set(STUDENTS_COMMANDS):
        del commands.commands[name]


def warn_of_weak_isolation(report: GradeReport, lang: str) -> None:
    from grader.reports.language import say
    from grader.reports.sentences import weak_isolation

    if (warning := weak_isolation(report)) is not None:
        complain(say(warning, lang))


def deliver(report: GradeReport, format_name: str, lang: str, output: Path | None) -> None:
    """The report to where it was asked for."""
    from grader.model import Text
    from grader.reports import FORMATS
    from grader.reports.inert import harmless_line, visible
    from grader.reports.language import say
    from grader.reports.wording import number

    if output is None:
        print_out(for_this_terminal(report, lang) if format_name == "terminal" else FORMATS[format_name](report, lang))
        return
    write_whole(output, FORMATS[format_name](report, lang))
    summary = Text(
        "{name}: {points} of {max_points}. The report is in {file}.",
        {
            "name": report.submission_name,
            "points": number(report.points, report.max_points),
            "max_points": number(report.max_points),
            "file": str(output),
        },
    )
    print_out(harmless_line(say(summary, lang, visible)) + "\n")


def advice_on(report: GradeReport, lang: str) -> str:
    from grader.model import Text
    from grader.reports.language import say

    advice = Text(
        "the report is not complete, which is no fault of the submission; --seed {seed} --debug shows why",
        {"seed": report.seed},
    )
    return say(advice, lang)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; nothing but an exit leaves it."""
    invocation = Invocation(lang=language_asked(sys.argv[1:] if args is None else args, os.environ))
    try:
        with ended_by_signals(), quiet(invocation):
            code = commands.main(args, prog_name="grade", standalone_mode=False, obj=invocation)
        return code if isinstance(code, int) else GRADED
    except click.ClickException as error:
        show_usage_error(error, invocation.lang)
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        complain(word_for_interrupted(invocation))
        return INTERRUPTED
    except SystemExit as error:
        if error.code == TERMINATED and invocation.goes_on:
            complain(word_for_interrupted(invocation))
        raise
    except CourseError as error:
        for problem in error.problems:  # "file:line:column: ..." at the line's start, where editors look for it
            complain(problem, lead="")
        if invocation.debug:
            show_traceback(error)
        return error.exit_code
    except NoSuchSubmission as error:
        from grader.reports.language import say

        complain(say(no_such_file(Path(invocation.submission)), invocation.lang))
        return error.exit_code
    except UnreadableSubmission as error:
        complain(f"{invocation.submission}: {message_of(error, invocation.lang)}")
        if invocation.debug:
            show_traceback(error)
        return error.exit_code
    except GraderError as error:
        complain(message_of(error, invocation.lang))
        if invocation.debug:
            show_traceback(error)
        return error.exit_code
    except Exception as error:  # noqa: BLE001 - our own mistake, whatever it is: one line, never a bare traceback
        complain(f"the grader itself failed: {type(error).__name__}: {' '.join(str(error).split())}")
        if invocation.debug:
            show_traceback(error)
        else:
            complain("this is not the submission's fault; --debug shows the traceback")
        return OUR_FAILURE


def word_for_interrupted(invocation: Invocation) -> str:
    from grader.model import Text
    from grader.reports.language import say

    if invocation.goes_on:
        return say(
            Text("interrupted; what has been graded is kept, and the same command goes on from there"), invocation.lang
        )
    return say(Text("interrupted"), invocation.lang)


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """A polite request to end unwinds the stack, so that the student's process is stopped too.

    Once is enough: `timeout` asks the process, then its group, and the second request would end what cleans up.
    """

    def end(number: int, frame: object) -> NoReturn:
        for each in wanted:
            signal.signal(each, lambda *_: None)
        raise SystemExit(128 + number)

    # One that is ignored (nohup) stays so.
    wanted = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) is signal.SIG_DFL]
    before = {number: signal.signal(number, end) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is end:
                signal.signal(number, handler)
