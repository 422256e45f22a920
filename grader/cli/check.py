"""``grade check NOTEBOOK``: a student's own check, with the public cases of their assignment."""

from __future__ import annotations

import contextlib
import os
import signal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.in_language import StudentsCommand
from grader.cli.options import ItemsType, sandbox_option
from grader.cli.streams import Invocation, complain, page_width, print_lines, progress
from grader.cli.usage import language_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grader.student.check import Checker
    from grader.student.public import PublicChecks

__all__ = ["check"]

PASSING, FAILING, OUR_FAILURE = 0, 1, 5

EPILOG = """\b
Examples:
  grade check transformer.en.ipynb
      Check your notebook.  Save it first: what counts is the file.
  grade check transformer.en.ipynb --only softmax,attention
      Two items of it.
  grade check transformer.en.ipynb --watch
      Check again each time you save; keys: n(ext) h(int) a(ll) q(uit).
  grade hint softmax
  grade explain softmax/no_max_subtraction
      Help by small steps; more on a mistake that a report names.

\b
Exit codes:
  0  all public checks pass; the grade uses hidden ones too
  1  some don't, or something isn't written yet
  2  the command line asks for something that doesn't exist
  4  the file can't be read as a notebook
  5  our own failure
"""


@click.command(
    "check",
    cls=StudentsCommand,
    epilog=EPILOG,
    short_help="Check your own notebook with the public cases.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.argument("path", metavar="NOTEBOOK", type=click.Path(path_type=Path))
@click.option("--only", metavar="ITEM,...", type=ItemsType(), default=(), help="Check only these items.")
@click.option("--watch", is_flag=True, help="Check again whenever the notebook is saved.")
@click.option("--lang", type=click.Choice(["en", "es"]), help="Language. By default the notebook's, or your locale's.")
@click.option(
    "--checks",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Where the public checks are. By default beside the notebook.",
)
@sandbox_option("How to confine the notebook: auto takes the best there is.")
def check(path: Path, only: tuple[str, ...], watch: bool, lang: str | None, folder: Path | None, sandbox: str) -> int:
    """Run a notebook and check it with the public cases of its assignment, as often as you like."""
    from grader.intake import read_submission
    from grader.student.check import Checker
    from grader.student.naming import id_of_item
    from grader.student.page import lines
    from grader.student.status import ticking

    invocation = click.get_current_context().ensure_object(Invocation)
    invocation.submission = str(path)
    submission = read_submission(path)
    lang = lang or _language(submission.metadata) or language_of(os.environ)
    invocation.lang = lang
    public = _public_checks(path, folder, submission.metadata)
    only = tuple(id_of_item(name, public.items) for name in only)
    doing = partial(progress, lang)
    with _closed(Checker(public, submission.source, sandbox)) as checker:
        if watch:
            from grader.student.watch import Watch

            return Watch(checker, path, only, lang, print_lines, page_width, doing).run()
        with ticking(doing) as tell:
            checked = checker.check(path, only, progress=tell)
    print_lines(lines(checked, lang, page_width()))
    if checked.is_our_failure:
        complain(_our_failure(lang))
        return OUR_FAILURE
    return FAILING if checked.fails else PASSING


@contextlib.contextmanager
def _closed(checker: Checker) -> Iterator[Checker]:
    """Closes it at the end, and isn't kept from that by a second Ctrl-C."""
    try:
        yield checker
    finally:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            checker.close()
        finally:
            signal.signal(signal.SIGINT, before)


def _our_failure(lang: str) -> str:
    from grader.model import Text
    from grader.reports.language import say

    return say(Text("part of it could not be checked, which is no fault of yours; please tell your teacher"), lang)


def _language(metadata: Mapping[str, object]) -> str | None:
    part = metadata.get("grader")
    said = part.get("language") if isinstance(part, dict) else None
    return said if said in ("en", "es") else None


def _public_checks(path: Path, folder: Path | None, metadata: Mapping[str, object]) -> PublicChecks:
    """Those of the assignment that the notebook is for, beside it or in `folder`."""
    from grader.errors import UsageError
    from grader.model import Text
    from grader.student.public import PublicChecks
    from grader.student.texts import find_public

    found = find_public(folder or path.absolute().parent) or find_public(Path.cwd())
    part = metadata.get("grader")
    said = part.get("assignment") if isinstance(part, dict) else None
    if said in found:
        return PublicChecks.read(found[str(said)])
    if len(found) == 1 and said is None:
        return PublicChecks.read(next(iter(found.values())))
    if not found:
        raise UsageError(
            Text(
                "there are no public checks beside {file}: keep the notebook in the folder that you were given, or "
                "name that folder with --checks",
                {"file": str(path)},
            )
        )
    raise UsageError(
        Text(
            "{file} is for the assignment {assignment}, and the public checks here are for {known}",
            {"file": str(path), "assignment": str(said or "?"), "known": ", ".join(found)},
        )
    )
