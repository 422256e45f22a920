"""Does anything that students are given hold what they must not have?

Looked for in every file, in what a wheel packs, and in the history of a git repository around the folder:

- text of the references, of the known mistakes' code, of trivial answers and of the solutions, as runs of lines that
  stand nowhere else in what students are given on purpose;
- notebooks with outputs, execution counts, attachments, or metadata beyond their own;
- public checks with a seed that a grading may draw, or with answers to exercises on paper;
- files by the names of the teacher's own.

In the grader's own code a single line of code is no sign either: a check of attention must divide by √d_k somewhere.
In a course's own components it is one.

A line is compared without its indentation.  What is short or says nothing (``return x``, an import) is no sign of
anything by itself, nor is a signature, which the exercise gives; three lines on end are, whatever they are.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import re
import subprocess
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.model.python_source import syntax_tree
from grader.release.notebooks import BEGIN, END, code_of_solved, read_source
from grader.student.public import SUFFIX

__all__ = ["Secrets", "leaks_in", "leaks_in_history", "secrets_of"]

TELLING_CHARACTERS = 40
RUN = 3
LARGEST_SEED = 2**31 - 1
MOST_BLOB_BYTES = 32 << 20
NAMES = re.compile(r"(^|/)(reference_solutions|misconceptions|rubric\.ya?ml|solved\.[\w.]*ipynb|mutants\.ya?ml)(/|$)")
GRADERS_OWN = re.compile(r"\.whl/grader/(?!own_course/)[\w/]+\.py$")
NOTEBOOK_METADATA = {"kernelspec", "language_info", "grader"}


@dataclass(frozen=True, eq=False)
class Secrets:
    """`lines` that tell by themselves and `runs` of lines, each with the place that it comes from.

    `digests` are those of whole files; `answers` names components whose answers are the solution.
    """

    lines: Mapping[str, str]
    runs: Mapping[tuple[str, ...], str]
    digests: Mapping[str, str]
    answers: frozenset[str]


def secrets_of(course: Path, shown: Iterable[str], answers: Collection[str] = ()) -> Secrets:
    """What must not leave the course in the folder `course`.  `shown` are texts that students are given on purpose."""
    known: set[str] = set()
    known_runs: set[tuple[str, ...]] = set()
    for text in shown:
        lines = _lines(text)
        known.update(lines)
        known_runs.update(_runs(lines))
    found: dict[str, str] = {}
    runs: dict[tuple[str, ...], str] = {}
    digests: dict[str, str] = {}
    for place, text in _secret_texts(course):
        lines = _lines(text)
        found |= {line: place for line in lines if len(line) >= TELLING_CHARACTERS and line not in known}
        runs |= {run: place for run in _runs(lines) if run not in known_runs}
    for file in _secret_files(course):
        digests[_blob_digest(file.read_bytes())] = str(file.relative_to(course))
    return Secrets(found, runs, digests, frozenset(answers))


def _secret_files(course: Path) -> Iterator[Path]:
    for pattern in ("reference_solutions/**/*.py", "reference_solutions/**/*.yaml", "assignments/*/source/*.py"):
        yield from (file for file in sorted(course.glob(pattern)) if file.stat().st_size)
    yield from sorted(course.glob("assignments/**/solved*.ipynb"))
    yield from sorted([*course.glob("rubric.yaml"), *course.glob("assignments/*/rubric.yaml")])


def _secret_texts(course: Path) -> Iterator[tuple[str, str]]:
    for file in sorted((course / "reference_solutions").rglob("*.py")):
        text = file.read_text(encoding="utf-8", errors="replace")
        # What is said of a known mistake is for students; its code isn't.
        yield str(file.relative_to(course)), _code_of(text) if "misconceptions" in file.parts else text
    for source in sorted((course / "assignments").glob("*/source")):
        for cell in read_source(source):
            within = cell.solved and cell.kind == "code"
            place = f"{cell.file.relative_to(course)}:{cell.line}"
            part: list[str] = []
            for line in cell.source.splitlines():
                if line.strip() in (BEGIN, END):
                    within = line.strip() == BEGIN
                    yield place, "\n".join(part)
                    part = []
                elif within:
                    part.append(line)
            yield place, "\n".join(part)
    for assignment in sorted((course / "assignments").glob("*")):
        if not (assignment / "source").is_dir():
            yield from ((str(file.relative_to(course)), text) for file, text in code_of_solved(assignment))


def _code_of(text: str) -> str:
    try:
        body = syntax_tree(text).body
    except SyntaxError:
        return text
    documented = body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return "\n".join(text.splitlines()[(body[0].end_lineno or 0) if documented else 0 :])


def _lines(text: str) -> list[str]:
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.splitlines())
    return [line for line in lines if line and not _says_nothing(line)]


def _says_nothing(line: str) -> bool:
    # A number by its name is data: public answers have as many as the exercise's own example, which it shows.
    if re.fullmatch(r'"\w+": [-+.\deE]+,?', line):
        return True
    return line.startswith(("import ", "from ", "__all__", "def ", "class ")) or not re.search(r"\w", line)


def _runs(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for at in range(len(lines) - RUN + 1):
        run = tuple(lines[at : at + RUN])
        if sum(map(len, run)) >= TELLING_CHARACTERS:
            yield run


def _blob_digest(data: bytes) -> str:
    """As git names the content of a file."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


# What is given


def leaks_in(folder: Path, secrets: Secrets) -> list[str]:
    """Every leak in the files of `folder` and in the git history around it, as ``file: what``."""
    found: list[str] = []
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if ".git" in file.relative_to(folder).parts:
            continue
        if file.is_symlink():
            found.append(f"{name}: a link, which may lead anywhere")
        elif file.is_file():
            found += _leaks_of(name, file.read_bytes(), secrets)
    return [*found, *leaks_in_history(folder, secrets)]


def _leaks_of(name: str, data: bytes, secrets: Secrets) -> Iterator[str]:
    if NAMES.search(name):
        yield f"{name}: a file of the teacher's, by its name"
    if _blob_digest(data) in secrets.digests:
        yield f"{name}: it is {secrets.digests[_blob_digest(data)]}"
    if data.startswith(b"PK\3\4"):
        yield from _leaks_of_archive(name, data, secrets)
        return
    text = data.decode("utf-8", errors="replace")
    if name.endswith(".ipynb"):
        yield from _leaks_of_notebook(name, text, secrets)
    elif name.endswith(SUFFIX):
        yield from _leaks_of_checks(name, text, secrets)
    yield from _leaks_of_text(name, text, secrets)


def _leaks_of_archive(name: str, data: bytes, secrets: Secrets) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            if not entry.is_dir():
                yield from _leaks_of(f"{name}/{entry.filename}", archive.read(entry), secrets)


def _leaks_of_text(name: str, text: str, secrets: Secrets) -> Iterator[str]:
    lines = _lines(text)
    own = bool(GRADERS_OWN.search(name))
    places = {secrets.lines[line] for line in lines if line in secrets.lines and not (own and _is_code(line))}
    places |= {secrets.runs[run] for run in _runs(lines) if run in secrets.runs}
    for place in sorted(places):
        yield f"{name}: text of {place}"


def _leaks_of_notebook(name: str, text: str, secrets: Secrets) -> Iterator[str]:
    try:
        body: Any = json.loads(text)
        cells = body["cells"]
    except (ValueError, KeyError, TypeError):
        yield f"{name}: it can't be read as a notebook, so nobody knows what is in it"
        return
    extra = sorted(set(body.get("metadata", {})) - NOTEBOOK_METADATA)
    extra += sorted(set(body.get("metadata", {}).get("grader", {})) - {"assignment", "language"})
    if extra:
        yield f"{name}: metadata of the notebook: {', '.join(extra)}"
    for number, cell in enumerate(cells, start=1):
        if cell.get("outputs"):
            yield f"{name}: cell {number} has outputs"
        if cell.get("execution_count") is not None:
            yield f"{name}: cell {number} has been run"
        if cell.get("metadata") or cell.get("attachments"):
            yield f"{name}: cell {number} has metadata or attachments"
        source = cell.get("source", "")
        source = source if isinstance(source, str) else "".join(source)
        if BEGIN in source or END in source:
            yield f"{name}: cell {number} marks a solution"
        yield from _leaks_of_text(f"{name}, cell {number}", source, secrets)


def _leaks_of_checks(name: str, text: str, secrets: Secrets) -> Iterator[str]:
    try:
        body: Any = json.loads(text)
        seed, answered = body["seed"], {*body["references"], *body["constants"]}
        answered |= {id_.partition("/")[0] for id_ in body["outputs"]}
    except (ValueError, KeyError, TypeError):
        yield f"{name}: it can't be read as public checks, so nobody knows what is in it"
        return
    if type(seed) is not int or seed <= LARGEST_SEED:
        yield f"{name}: a grading may draw its seed too"
    for component in sorted(answered & secrets.answers):
        yield f"{name}: answers to {component}, whose answers are the solution"


def _is_code(line: str) -> bool:
    """A comment or a docstring is none: prose doesn't come out the same twice."""
    try:
        body = syntax_tree(line).body
    except SyntaxError:
        return False
    return bool(body) and not (isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))


# Git


def leaks_in_history(folder: Path, secrets: Secrets) -> list[str]:
    """Leaks in any object of the git repository around `folder`: committed, staged or left behind."""
    if not _git(folder, "rev-parse", "--git-dir"):
        return []
    objects = _git(folder, "rev-list", "--objects", "--all", "--reflog", "--indexed-objects").decode()
    names = dict(line.split(" ", 1) for line in objects.splitlines() if " " in line)
    listed = _git(folder, "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype) %(objectsize)")
    blobs = [
        digest
        for digest, kind, size in (line.split(" ") for line in listed.decode().splitlines())
        if kind == "blob" and int(size) <= MOST_BLOB_BYTES
    ]
    whole = [d for d in blobs if d in secrets.digests]
    if whole:  # which is enough: in a course's own repository, to read all the rest would take minutes
        return [f"git history: {names.get(digest, digest[:12])} is {secrets.digests[digest]}" for digest in whole]
    found: list[str] = []
    for digest in blobs:
        data = _git(folder, "cat-file", "blob", digest)
        found += [f"git history: {leak}" for leak in _leaks_of(names.get(digest, digest[:12]), data, secrets)]
    return found


def _git(folder: Path, *arguments: str) -> bytes:
    """What git says; nothing where there is no repository, or no git."""
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments, no shell
            ["git", "-C", str(folder), *arguments],  # noqa: S607 - the git that the teacher uses
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return b""
    return done.stdout
