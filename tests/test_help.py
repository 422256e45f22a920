"""``--help`` of each command: whole, within 80 columns, and the same words for the same thing."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from grader.cli import commands, submission
from tests.docs.test_commands import parse


def all_commands(group: click.Group = commands, name: str = "grade") -> Iterator[tuple[str, click.Command]]:
    for own, command in group.commands.items():
        whole = name if command is submission else f"{name} {own}"
        yield whole, command
        if isinstance(command, click.Group):
            yield from all_commands(command, whole)


COMMANDS = dict(all_commands())
each = pytest.mark.parametrize("name", COMMANDS)


def help_of(name: str) -> str:
    command = COMMANDS[name]
    parent = click.Context(commands, info_name="grade") if command is submission else None  # which lists the commands
    # With its settings, since click keeps the option --help that it makes for the first context.
    context = click.Context(command, parent, name, terminal_width=80, **command.context_settings)
    return command.get_help(context)


@each
def test_help_fits_into_80_columns(name: str) -> None:
    assert not [line for line in help_of(name).splitlines() if len(line) > 80]


@each
def test_no_summary_of_a_command_is_cut(name: str) -> None:
    assert not [line for line in help_of(name).splitlines() if line.endswith("...") and not line.startswith("Usage")]


@each
def test_each_option_says_what_it_does(name: str) -> None:
    options = [one for one in COMMANDS[name].params if isinstance(one, click.Option)]
    assert not [option.opts for option in options if not option.help]


@each
def test_each_value_by_default_is_shown_where_there_is_a_choice(name: str) -> None:
    options = [one for one in COMMANDS[name].params if isinstance(one, click.Option)]
    chosen = [one for one in options if isinstance(one.type, click.Choice) and isinstance(one.default, str)]
    assert not [option.opts for option in chosen if not option.show_default]


@each
def test_each_example_is_a_command_that_the_program_takes(name: str) -> None:
    for example in re.findall(r"^  (grade .*)$", COMMANDS[name].epilog or "", re.M):
        parse(shlex.split(example.partition(" | ")[0])[1:])


def test_commands_that_share_an_assignment_by_default_say_it_alike() -> None:
    """`grade verify` grades a class, and so takes what `grade class` takes."""
    told = {
        name: {one.name: (one.help, one.metavar) for one in COMMANDS[name].params if isinstance(one, click.Option)}
        for name in ("grade class", "grade verify")
    }
    shared = ("rubric", "assignment", "only", "jobs", "sandbox", "allow_weak_isolation")
    assert {one: told["grade class"][one] for one in shared} == {one: told["grade verify"][one] for one in shared}


def test_every_command_that_writes_or_judges_has_its_exit_codes() -> None:
    """`docs/generated/exit-codes.md` is made of them."""
    lists = {"grade export", "grade hint", "grade explain", "grade assignments"}
    assert {name for name, command in COMMANDS.items() if "Exit codes:" not in (command.epilog or "")} == lists
