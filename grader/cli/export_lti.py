"""``grade export lti`` and ``lti-key``: grades into any platform that knows LTI 1.3."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.entering import (
    ENTERED,
    HELD_BACK,
    HELP,
    WRITTEN,
    choosing,
    chosen_language,
    language_option,
    results_argument,
    show,
    the_roster,
    whole_marks,
    with_example,
)
from grader.cli.streams import print_out, progress

if TYPE_CHECKING:
    from grader.lms.lti_grades import Push, Pushed
    from grader.model import Text

__all__ = ["lti", "lti_key"]


@click.command(
    "lti",
    epilog=with_example("grade export lti out --registration moodle.toml", "See what would change; --yes does it."),
    short_help="Enter the grades into any platform with LTI 1.3.",
    context_settings=HELP,
)
@results_argument
@click.option(
    "--registration", metavar="TOML", required=True, type=click.Path(path_type=Path), help="Who we are to the platform."
)
@click.option("--yes", is_flag=True, help="Enter the grades. Without it, only what would change is said.")
@choosing
def lti(
    results: Path,
    registration: Path,
    allow_decrease: bool,
    allow_other: bool,
    partial: bool,
    yes: bool,
    roster: Path | None,
    lang: str | None,
) -> int:
    """Enter the grades into a platform that knows LTI 1.3 (its Assignment and Grade Services). The registration is a
    file: docs/integrations.md. After an interruption the same command goes on: what is there isn't entered again."""
    lang = chosen_language(lang)
    _installed()
    from grader.lms.entering import HELD
    from grader.lms.lti_grades import Pushed, connected, planned, push
    from grader.lms.lti_registration import read_registration
    from grader.lms.telling import lines

    marks = whole_marks(results, partial, allow_other)
    connection = connected(read_registration(registration))
    plan = planned(connection, marks, allow_decrease=allow_decrease, roster=the_roster(roster))
    done = Pushed((), {})
    if yes:
        with progress(lang) as say_progress:
            done = push(connection, plan, marks, say_progress)
    show(list(lines(plan.entries, plan.without, plan.item.maximum, dry_run=not yes)), lang)
    show(list(_told(plan, done, yes)), lang)
    held = any(entry.outcome in HELD for entry in plan.entries)
    return HELD_BACK if done.not_kept or held else ENTERED


@click.command(
    "lti-key", epilog=WRITTEN, short_help="Print the public half of a tool's key for LTI 1.3.", context_settings=HELP
)
@click.argument("key", metavar="PEM", type=click.Path(path_type=Path))
@language_option
def lti_key(key: Path, lang: str | None) -> int:
    """Print the public half of a tool's key, for the platform's administrator (a JWK Set). Where there is no such file
    yet, a new key is made and written to it; keep that to yourself."""
    import json

    chosen_language(lang)
    _installed()
    from grader.lms.lti_registration import make_key, public_keys, read_key

    if not key.exists():
        make_key(key)
    print_out(f"{json.dumps(public_keys(read_key(key)), indent=2)}\n")
    return ENTERED


def _installed() -> None:
    """Raises UsageError where what the extra `lti` brings isn't there."""
    from importlib.util import find_spec

    from grader.errors import UsageError
    from grader.model import Text

    if not all(map(find_spec, ("jwt", "cryptography", "requests"))):
        raise UsageError(Text("this needs PyJWT and requests: pip install 'transformer-grader[lti]'"))


def _told(plan: Push, done: Pushed, yes: bool) -> Iterator[Text]:
    from grader.lms.entering import Outcome
    from grader.model import Text

    labels = {entry.mark.student: entry.mark.label for entry in plan.entries}
    title = {"title": plan.item.title}
    if not plan.item.url and any(entry.outcome is Outcome.CHANGED for entry in plan.entries):
        yield Text("The column {title} was made.", title) if yes else Text("The column {title} would be made.", title)
    if done.refused:
        yield Text("The platform refused:")
    for student, reason in done.refused.items():
        yield Text("  {student}: {reason}", {"student": labels[student], "reason": reason})
    unseen = [entry.mark.label for entry in done.not_kept if entry.mark.student not in done.refused]
    if unseen:
        names = {"students": "; ".join(unseen)}
        yield Text("These grades aren't to be seen in the platform: {students}.", names)
    if not yes:
        yield Text("Nothing was changed in {title}; --yes does it.", title)
