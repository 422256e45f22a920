"""Reference pages that are made from the course: its components with their checks, and the known mistakes.

Written anew at each build into ``docs/generated`` (not kept in git), so that they can't be out of date.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from grader.choosing import read_rubric
from grader.components import COMPONENTS
from grader.course import course_directory, find_rubric, rubrics_of
from grader.course.misconceptions import read_misconceptions
from grader.model import Rubric
from grader.reports.language import title_in
from grader.reports.markdown import prose
from grader.reports.wording import number

__all__ = ["write_pages"]


def write_pages(folder: Path) -> None:
    """``components.md`` and ``misconceptions-<assignment>.md`` into `folder`."""
    folder.mkdir(exist_ok=True)
    top = find_rubric()
    rubrics = [read_rubric(path) for path in rubrics_of(course_directory(top)).values()]
    _write(folder / "components.md", _components(rubrics))
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
