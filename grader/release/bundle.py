"""The folder that students are given: where to start, what to check with, and how."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.audit.notebooks import ask_notebook
from grader.choosing import read_rubric
from grader.components import COMPONENTS
from grader.components.own import own_components
from grader.course import course_directory, load_references, rubrics_of
from grader.errors import CourseError, UsageError
from grader.model import Rubric, Text
from grader.release.leaks import Secrets, leaks_in, leaks_in_history, secrets_of
from grader.release.notebooks import Language, solved_as_starter, starters_of
from grader.release.recording import record
from grader.release.wheel import wheel_name, write_wheel
from grader.student.public import SUFFIX, PublicChecks

__all__ = ["Released", "given_files", "leaks_of_course", "release", "secrets_of_course"]

README: dict[Language, str] = {
    "en": """\
# {title}

Work in `{name}.en.ipynb`. To check it here, with Python 3.11 or newer:

    python -m venv .venv
    .venv/bin/pip install -r requirements.txt      (Windows: .venv\\Scripts\\pip)
    .venv/bin/grade check {name}.en.ipynb

`grade check` runs the saved notebook and says what holds and what doesn't yet, as often as you like, and without a
network. `--watch` checks again whenever you save. `grade hint ITEM` helps by small steps, and `grade explain MISTAKE`
says more of what a report names. The public checks are a part of what the grade asks: it draws inputs of its own.
""",
    "es": """\
# {title}

Trabaja en `{name}.es.ipynb`. Para comprobarlo aquí, con Python 3.11 o posterior:

    python -m venv .venv
    .venv/bin/pip install -r requirements.txt      (Windows: .venv\\Scripts\\pip)
    .venv/bin/grade check {name}.es.ipynb

`grade check` ejecuta el notebook guardado y dice qué se cumple y qué todavía no, tantas veces como quieras y sin red.
Con `--watch` vuelve a comprobarlo cada vez que guardas. `grade hint APARTADO` ayuda paso a paso y `grade explain ERROR`
explica mejor lo que nombra un informe. Las comprobaciones públicas son una parte de lo que mira la nota: esta usa
además entradas propias.
""",
}


@dataclass(frozen=True, eq=False)
class Released:
    """The files that were written, and what is public in them."""

    files: tuple[Path, ...]
    public: PublicChecks


def release(
    rubric_path: Path, folder: Path, *, overwrite: bool = False, progress: Callable[[str], None] = lambda _: None
) -> Released:
    """Write the students' folder of the assignment whose rubric is at `rubric_path`.

    Nothing is written where something would leak (`CourseError`, with every leak), or where a file that is there
    already would change (`UsageError`), unless `overwrite` says so.
    """
    rubric = read_rubric(rubric_path)
    course = course_directory(rubric_path)
    secrets = secrets_of_course(course)
    # Where the folder isn't there yet, a repository around it would take it in all the same.
    around = next(there for there in [folder.absolute(), *folder.absolute().parents] if there.is_dir())
    _refuse(leaks_in_history(around, secrets))
    _refuse(solved_as_starter(course / "assignments" / rubric.assignment))
    with tempfile.TemporaryDirectory() as made:
        draft = Path(made)
        public = _public_part(rubric, course, progress)
        (draft / f"{rubric.assignment}{SUFFIX}").write_text(public.as_json(), encoding="utf-8")
        progress("the students' edition")
        for name, data in given_files(course, [rubric]):
            (draft / name).write_bytes(data)
        write_wheel(draft, own=_own_components(course))
        progress("looking for leaks")
        _refuse(leaks_in(draft, secrets))
        return Released(_moved(draft, folder, overwrite), public)


def given_files(course: Path, rubrics: Sequence[Rubric]) -> Iterator[tuple[str, bytes]]:
    """What students of `rubrics`' assignments are given beside the public checks and the wheel, by file name."""
    for rubric in rubrics:
        name = rubric.assignment
        starters = starters_of(course / "assignments" / name)
        for language, text in starters.items():
            yield f"{name}.{language}.ipynb", text.encode()
        parts = (README[language].format(name=name, title=rubric.title[language]) for language in starters)
        more = "*(En español, más abajo.)*\n\n" if len(starters) > 1 else ""
        yield "README.md", "\n".join(parts).replace("\n\n", f"\n\n{more}", 1).encode()
    needs = [
        f"./{wheel_name()}",
        *(["torch"] if _needs_torch(course, rubrics) else []),
        "matplotlib",
        "tqdm",
        "jupyterlab",
    ]
    yield "requirements.txt", "".join(f"{line}\n" for line in needs).encode()


def _needs_torch(course: Path, rubrics: Sequence[Rubric]) -> bool:
    """The grader's own notebooks import it; of another subject's, those that have something to write in it alone.

    It takes several gigabytes, and nobody is kept from installing it.
    """
    own = {component.id: component for component in own_components(course).values()}
    asked = {item.component for rubric in rubrics for item in rubric.items}
    return any(id_ not in own or any(form.library == "torch" for form in own[id_].forms) for id_ in asked)


def secrets_of_course(course: Path) -> Secrets:
    """What must not leave the course, and isn't in the notebooks to start from anyway."""
    shown: list[str] = []
    for path in _released(course):
        shown += starters_of(path).values()
    return secrets_of(course, _cell_texts(shown), _answered_on_paper())


def leaks_of_course(course: Path) -> list[str]:
    """Leaks in what any assignment's students are given, but for the public checks, which `release` looks at."""
    names = {path.name for path in _released(course)}
    paths = [path for name, path in rubrics_of(course).items() if name in names]
    rubrics = [read_rubric(path) for path in paths]
    with tempfile.TemporaryDirectory() as made:
        for name, data in given_files(course, rubrics):
            (Path(made) / name).write_bytes(data)
        write_wheel(Path(made), own=_own_components(course))
        return leaks_in(Path(made), secrets_of_course(course))


def _released(course: Path) -> list[Path]:
    """The folders of assignments whose students can be given something to start from."""
    folders = (path for path in sorted((course / "assignments").glob("*")) if path.is_dir())
    return [path for path in folders if (path / "source").is_dir() or any(path.glob("starter.*.ipynb"))]


def _own_components(course: Path) -> list[Path]:
    """The course's own components, but for those whose checks hold the answers."""
    on_paper = _answered_on_paper()
    return [file for file, component in own_components(course).items() if component.id not in on_paper]


def _cell_texts(notebooks: Sequence[str]) -> Iterator[str]:
    for text in notebooks:
        yield from ("".join(cell["source"]) for cell in json.loads(text)["cells"])


def _answered_on_paper() -> frozenset[str]:
    """Components whose right answer is the solution."""
    return frozenset(
        id_
        for id_, component in COMPONENTS.items()
        if all(role.kind == "value" for form in component.forms for role in form.roles)
    )


def _public_part(rubric: Rubric, course: Path, progress: Callable[[str], None]) -> PublicChecks:
    references = load_references(course / "reference_solutions", rubric.assignment)
    solved = (course / "assignments" / rubric.assignment).glob("solved.*.ipynb")
    asks = []
    for path in sorted(solved):
        progress(path.name)
        asks.append(ask_notebook(path)[0])
    return record(rubric, references, asks, progress)


def _refuse(leaks: Sequence[str]) -> None:
    if leaks:
        more = [f"... and {len(leaks) - 20} more"] if len(leaks) > 20 else []
        raise CourseError(["nothing was written: students would be given what they must not have", *leaks[:20], *more])


def _moved(draft: Path, folder: Path, overwrite: bool) -> tuple[Path, ...]:
    """The files of `draft` in `folder`; nothing is moved where one would replace another."""
    made = sorted(draft.iterdir())
    for file in made:
        there = folder / file.name
        if there.exists() and not overwrite and (not there.is_file() or there.read_bytes() != file.read_bytes()):
            raise UsageError(
                Text("{file} is there already, and another: take an empty folder, or --overwrite", {"file": str(there)})
            )
    folder.mkdir(parents=True, exist_ok=True)
    for file in made:
        shutil.copyfile(file, folder / file.name)
    return tuple(folder / file.name for file in made)
