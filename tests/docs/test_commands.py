"""What README and the documentation tell a reader to type is something that there is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grader.cli import commands, submission

TOP = Path(__file__).parents[2]
PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").glob("*.md"))]
BLOCK = re.compile(r"^ *```(?:sh|bash|console)\n(.*?)^ *```", re.M | re.S)
# What a shell would have put there.
FILLED_IN = {"$SLURM_ARRAY_TASK_ID": "1", "$SLURM_ARRAY_TASK_COUNT": "16", "$SLURM_CPUS_PER_TASK": "4"}


def grade_commands(text: str) -> Iterator[list[str]]:
    """The arguments of each `grade` in the blocks of a page that are to be typed."""
    for block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            typed = line.strip().removeprefix("$ ")
            # `grade`, `.venv/bin/grade`, `srun grade`; up to where the shell takes over.
            found = re.search(r"(?:^|[\s('])(?:\S*/)?grade((?: +(?:\"[^\"]*\"|'[^']*'|[^\s|;>()'#]+))+)", typed)
            if found is not None and not typed.startswith("#"):
                told = found[1]
                for name, value in FILLED_IN.items():
                    told = told.replace(name, value)
                yield shlex.split(told)


ALL = [
    pytest.param(arguments, id=f"{page.stem}: {' '.join(arguments)}")
    for page in PAGES
    for arguments in grade_commands(page.read_text(encoding="utf-8"))
]


def parse(arguments: list[str]) -> None:
    """As the program does it, without running anything.  Files of the example needn't be there."""
    try:
        context: click.Context = commands.make_context("grade", list(arguments))
        while isinstance(group := context.command, click.Group):
            name, command, rest = group.resolve_command(context, [*context._protected_args, *context.args])
            assert command is not None
            context = command.make_context(name, rest, parent=context)
    except click.exceptions.Exit:  # --help and --version
        return
    except click.BadParameter as error:
        is_a_file = isinstance(getattr(error.param, "type", None), click.Path)
        if isinstance(error, click.MissingParameter) or not is_a_file:
            raise


@pytest.mark.parametrize("arguments", ALL)
def test_a_command_on_a_page_is_one_that_the_program_takes(arguments: list[str]) -> None:
    parse(arguments)


def test_the_pages_have_commands() -> None:
    """The search above finds what it looks for: on each how-to, and in all ways of writing a command."""
    found = {page.stem: list(grade_commands(page.read_text(encoding="utf-8"))) for page in PAGES}
    assert sum(map(len, found.values())) > 60
    for name in ("README", "github", "classroom50", "gradescope", "canvas", "moodle", "slurm", "gpu", "docker"):
        assert name == "docker" or found[name], name
    assert ["doctor"] in found["slurm"]
    assert any(arguments[0] == "check" for arguments in found["compruebalo-tu-mismo"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["ana.ipynb", "--formt", "json"],
        ["ana.ipynb", "--format", "pdf"],
        ["export", "blackboard", "out"],
        ["class", "in"],
    ],
)
def test_a_command_that_the_program_refuses_would_be_found(arguments: list[str]) -> None:
    with pytest.raises((click.UsageError, SystemExit)):
        parse(arguments)


def test_readme_gives_the_exit_codes_of_the_program() -> None:
    told = re.findall(r"^\| (\d) \| (.*) \|$", (TOP / "README.md").read_text(encoding="utf-8"), re.M)
    plain = [(code, meaning.replace("`", "")) for code, meaning in told]
    assert plain == re.findall(r"^  (\d)  (.*)$", submission.epilog or "", re.M)
