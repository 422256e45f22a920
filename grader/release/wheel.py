"""The students' edition of the grader as a wheel: what checks a notebook, and nothing of the course's own.

It is written here rather than by a build tool: a wheel is a zip with three files of metadata, so it needs no network
and no build environment, the same source gives the same bytes, and what goes in is what a student's commands import.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import re
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader import __version__
from grader.components.own import FOLDER, OWN_COURSE
from grader.errors import CourseError

__all__ = ["NAME", "student_files", "wheel_name", "write_wheel"]

PACKAGE = Path(__file__).parents[1]
NAME = "transformer_grader_student"

# What a student's commands begin with.  All that these import comes along, and no more.
ROOTS = ("grader.cli", "grader.student")
COMMANDS = (
    "grader.cli.check",
    "grader.cli.explain",
    "grader.cli.hint",
    "grader.cli.files",
    "grader.cli.in_language",
    "grader.cli.options",
    "grader.cli.streams",
    "grader.cli.usage",
    "grader.cli.__main__",
)
# These run in the notebook's process, as files rather than as imports.
INSIDE = "grader.inside"
# Nothing of a student's commands may need the teacher's packages.
TEACHERS = ("grader.audit", "grader.classroom", "grader.doctor", "grader.lms", "grader.release")
# Where a fixed answer is all there is, the check holds the answer.
ANSWERS = "grader.components.written"
NO_COMPONENTS = '''"""Exercises on paper have no checks in the students' edition: they would hold the right answers."""

COMPONENTS = ()
'''
DATA = ("py.typed", "locale/*/LC_MESSAGES/*.mo", "reports/*.json", "reports/page/*")
# Of the project's dependencies, those that a student needs; torch only for the parts that are written in it.
DEPENDENCIES = ("numpy", "nbformat", "nbclient", "jupyter_client", "ipykernel", "PyYAML", "click", "rich", "jinja2")
EXTRAS = {"torch": ("torch",)}


def student_files(package: Path = PACKAGE, own: Sequence[Path] = ()) -> Iterator[tuple[str, bytes]]:
    """The files of the edition, as paths below the installation and their contents; `own` are a course's components.

    Raises `CourseError` where a student's command would need a teacher's package.
    """
    modules = _needed(package, own)
    problems = [
        f"{_file(package, name)}:1:1: {name} is needed by a student's command: import it from the teacher's alone"
        for name in modules
        if name.startswith(TEACHERS)
    ]
    if problems:
        raise CourseError(problems)
    for name in modules:
        file = _file(package, name)
        content = NO_COMPONENTS.encode() if name == ANSWERS else file.read_bytes()
        yield f"grader/{file.relative_to(package).as_posix()}", content
    for file in own:
        yield f"grader/{OWN_COURSE}/{FOLDER}/{file.name}", file.read_bytes()
    for pattern in DATA:
        for file in sorted(package.glob(pattern)):
            yield f"grader/{file.relative_to(package).as_posix()}", file.read_bytes()


def _needed(package: Path, own: Sequence[Path]) -> list[str]:
    """The modules that a student's commands import, at once or later, and those of the notebook's process."""
    inside = [f"{INSIDE}.{file.stem}" for file in package.glob("inside/*.py") if file.stem != "__init__"]
    student = [f"grader.student.{file.stem}" for file in package.glob("student/*.py") if file.stem != "__init__"]
    found: set[str] = set()
    left = [*ROOTS, *COMMANDS, INSIDE, *inside, *student]
    left += [name for file in own for name in _imported(file, file.stem, later=True)]
    while left:
        name = left.pop()
        file = _file(package, name)
        if name in found or not file.is_file():  # a name that a package defines itself
            continue
        found.add(name)
        if name == ANSWERS:
            continue
        # The teacher's commands are known to the command line, and import what they need when they run.
        later = not name.startswith("grader.cli") or name in COMMANDS
        parents = [name.rsplit(".", depth)[0] for depth in range(1, name.count(".") + 1)]
        left += [*parents, *_imported(file, name, later=later)]
    return sorted(found)


def _file(package: Path, module: str) -> Path:
    path = package.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _imported(file: Path, module: str, *, later: bool) -> Iterator[str]:
    """What `file` imports of the grader; with `later`, inside of functions too."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree) if later else tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("grader"))
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parent = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
                base = f"{parent}.{base}".rstrip(".")
            if base.partition(".")[0] == "grader":
                yield base
                yield from (f"{base}.{alias.name}" for alias in node.names)


def wheel_name() -> str:
    return f"{NAME}-{__version__}-py3-none-any.whl"


def write_wheel(folder: Path, package: Path = PACKAGE, own: Sequence[Path] = ()) -> Path:
    """The wheel in `folder`, with the components `own` of a course.

    Raises `CourseError` where this grader's own project file isn't there.
    """
    files = [*student_files(package, own), *_metadata(package.parent)]
    info = f"{NAME}-{__version__}.dist-info"
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files)
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode()))
    path = folder / wheel_name()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files:
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data)
    return path


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")


def _metadata(project: Path) -> Iterator[tuple[str, bytes]]:
    file = project / "pyproject.toml"
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
    except FileNotFoundError:
        what = "the students' edition is made of the grader's own project"
        raise CourseError([f"{file}:1:1: there is no such file: {what}: run it from a checkout"]) from None
    asked = {re.split(r"[<>=!~;\[ ]", line, maxsplit=1)[0]: line for line in told["dependencies"]}
    lines = [
        "Metadata-Version: 2.3",
        f"Name: {NAME.replace('_', '-')}",
        f"Version: {__version__}",
        "Summary: Check your own notebooks of the course Transformers from scratch.",
        f"Requires-Python: {told['requires-python']}",
        f"License-Expression: {told['license']}",
        *(f"Requires-Dist: {asked[name]}" for name in DEPENDENCIES),
        *(f"Provides-Extra: {extra}" for extra in EXTRAS),
        *(f'Requires-Dist: {asked[name]}; extra == "{extra}"' for extra, own in EXTRAS.items() for name in own),
    ]
    info = f"{NAME}-{__version__}.dist-info"
    yield f"{info}/METADATA", ("\n".join(lines) + "\n").encode()
    yield f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: grade release\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{info}/entry_points.txt", b"[console_scripts]\ngrade = grader.cli:main\n"
    yield f"{info}/licenses/LICENSE", (project / "LICENSE").read_bytes()
