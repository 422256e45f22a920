"""Reference pages that are made from the code and the course: components with their checks, ways of judging, the known
mistakes, and the exit codes of the commands.

Written anew at each build into ``docs/generated`` (not kept in git), so that they can't be out of date.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import click

from grader import checks
from grader.choosing import read_rubric
from grader.cli import commands, submission
from grader.components import COMPONENTS, Component
from grader.course import course_directory, find_rubric, rubrics_of
from grader.course.misconceptions import read_misconceptions
from grader.model import Rubric
from grader.reports.language import title_in
from grader.reports.markdown import prose
from grader.reports.wording import number

__all__ = ["write_pages"]


def write_pages(folder: Path) -> None:
    """``components.md``, ``checks.md``, ``exit-codes.md`` and ``misconceptions-<assignment>.md`` into `folder`."""
    folder.mkdir(exist_ok=True)
    top = find_rubric()
    rubrics = [read_rubric(path) for path in rubrics_of(course_directory(top)).values()]
    _write(folder / "components.md", _components(rubrics))
    _write(folder / "checks.md", _checks())
    _write(folder / "exit-codes.md", _exit_codes())
    references = course_directory(top) / "reference_solutions"
    for rubric in rubrics:
        _write(folder / f"misconceptions-{rubric.assignment}.md", _misconceptions(rubric, references))


def _write(file: Path, lines: Iterable[str]) -> None:
    text = "\n".join(lines) + "\n"
    if not file.is_file() or file.read_text(encoding="utf-8") != text:  # unchanged pages aren't built again
        file.write_text(text, encoding="utf-8")


def _components(rubrics: Iterable[Rubric]) -> Iterable[str]:
    yield "# Assignments, components and checks\n"
    yield "What each assignment asks, under which names it's looked for, and what each check is worth."
    for rubric in rubrics:
        yield f"\n## {title_in(rubric.title, 'en')} (`{rubric.assignment}`)\n"
        for item in rubric.items:
            component = COMPONENTS[item.component]
            yield f"### {title_in(item.title, 'en')}: {number(item.points)} points\n"
            yield f"{_documentation(_module_of(component))}\n"
            for form in component.forms:
                roles = "; ".join(
                    " or ".join(f"`{name}`" for name in (role.name, *role.aliases)) for role in form.roles
                )
                yield f"As a {prose(form.title, 'en')}: {roles}.\n"
            titles = {
                check.id: prose(check.title, "en").replace("|", "\\|")
                for form in component.forms
                for check in form.checks
            }
            yield "| check | share |\n|---|---|"
            yield from (f"| {titles[entry.id]} (`{entry.id}`) | {number(entry.share)} |" for entry in item.checks)
            yield ""


def _module_of(component: Component) -> ModuleType:
    return next(
        module
        for name, module in list(sys.modules.items())
        if name.startswith("grader.components.") and getattr(module, "COMPONENT", None) is component
    )


def _documentation(module: ModuleType) -> str:
    """A module's docstring as Markdown: what names another module or class is only code here."""
    text = inspect.cleandoc(module.__doc__ or "")
    return re.sub(r":\w+:`~?([^`]*)`", r"`\1`", text)


def _checks() -> Iterable[str]:
    yield "# Ways of judging\n"
    yield (
        "A check of a component is one of these, or built of them; the [components](components.md) say which checks "
        "there are. Each paragraph is the docstring of a module in `grader/checks/`."
    )
    for found in sorted(pkgutil.iter_modules(checks.__path__), key=lambda found: found.name):
        module = importlib.import_module(f"{checks.__name__}.{found.name}")
        yield f"\n## `{found.name}`\n\n{_documentation(module)}"


def _exit_codes() -> Iterable[str]:
    yield "# Exit codes\n"
    yield (
        "How a command ended, for scripts and CI jobs. The texts are those of `--help`. Ctrl-C ends any of them with "
        "130, and a request to end (SIGTERM) with 143."
    )
    for name, command in _commands("grade", commands):
        told = re.findall(r"^  (\d)  (.*)$", (command.epilog or "").partition("Exit codes:")[2], re.M)
        if told:
            yield f"\n## `{name}`\n\n| code | meaning |\n|---|---|"
            yield from (f"| {code} | {meaning} |" for code, meaning in told)


def _commands(name: str, group: click.Group) -> Iterator[tuple[str, click.Command]]:
    for own, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _commands(f"{name} {own}", command)
        else:
            yield ("grade SUBMISSION.ipynb" if command is submission else f"{name} {own}"), command


def _misconceptions(rubric: Rubric, references: Path) -> Iterable[str]:
    yield f"# Known mistakes: {title_in(rubric.title, 'en')}\n"
    yield (
        "A wrong answer that equals the answer of one of these gets its text. "
        "`grade explain NAME` shows one, in English or Spanish."
    )
    for component in dict.fromkeys(item.component for item in rubric.items):
        known = read_misconceptions(references / rubric.assignment, component)
        if not known:
            continue
        yield f"\n## {component}\n"
        for one in known:
            yield f"### {prose(one.title, 'en')}\n\n`{one.id}`\n"
            yield f"{prose(one.done, 'en')}\n\n{prose(one.why, 'en')}\n\n*Try:* {prose(one.hint, 'en')}\n"
