"""A source in the percent format -> the solved notebook and the starting point, in each language."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import nbformat

from grader.errors import CourseError

__all__ = [
    "LANGUAGES",
    "Language",
    "SourceCell",
    "code_of_solved",
    "notebook",
    "notebooks_of",
    "read_source",
    "solved_as_starter",
    "starters_of",
    "write_notebooks",
]

Language: TypeAlias = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = ("en", "es")

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
TO_DO: dict[Language, str] = {
    "en": 'raise NotImplementedError("write your solution here")',
    "es": 'raise NotImplementedError("escribe aquí tu solución")',
}

_HEAD = re.compile(r"# %%(?P<markdown>\s*\[markdown\])?(?P<options>(?:\s+\w+=\w+|\s+solved|\s+starter)*)\s*$")


@dataclass(frozen=True)
class SourceCell:
    """`languages`: whose notebooks have it.  `solved` ones aren't in the starter, `starter` ones nowhere else."""

    kind: Literal["code", "markdown"]
    source: str
    languages: tuple[Language, ...]
    solved: bool
    starter: bool
    file: Path
    line: int


def read_source(folder: Path) -> list[SourceCell]:
    """The cells of all files in `folder`.  `CourseError` with the place of each fault."""
    files = sorted(folder.glob("*.py"))
    if not files:
        what = "no source of a notebook: write a file NAME.py in it, whose cells begin with '# %%'"
        raise CourseError([f"{folder}:1:1: {what} (docs/own-assignment.md)"])
    return [cell for file in files for cell in _cells(file)]


def _cells(file: Path) -> Iterator[SourceCell]:
    lines = file.read_text(encoding="utf-8").splitlines()
    heads = [(at, _HEAD.match(line)) for at, line in enumerate(lines) if line.startswith("# %%")]
    problems = [f"{file}:{at + 1}:1: '{lines[at]}' isn't understood: write '# %%'" for at, head in heads if not head]
    if problems:
        raise CourseError(problems)
    ends = [at for at, _ in heads[1:]] + [len(lines)]
    for (at, head), end in zip(heads, ends, strict=True):
        assert head is not None
        options = dict(word.partition("=")[::2] for word in head["options"].split())
        wanted: tuple[Language, ...] = tuple(lang for lang in LANGUAGES if options.get("lang", lang) == lang)
        if not wanted:
            raise CourseError([f"{file}:{at + 1}:1: unknown language '{options['lang']}': write en or es"])
        body = lines[at + 1 : end]
        if head["markdown"]:
            body = [re.sub(r"^# ?", "", line) for line in body]
        source = "\n".join(body).strip("\n")
        if source.count(BEGIN) != source.count(END):
            raise CourseError([f"{file}:{at + 1}:1: '{BEGIN}' and '{END}' must come in pairs in a cell"])
        kind: Literal["code", "markdown"] = "markdown" if head["markdown"] else "code"
        yield SourceCell(kind, source, wanted, "solved" in options, "starter" in options, file, at + 1)


def notebook(cells: Sequence[SourceCell], assignment: str, language: Language, *, solved: bool) -> dict[str, Any]:
    """The notebook (format 4.5) in `language`; the same cells always give the same bytes."""
    made: list[dict[str, Any]] = []
    for cell in cells:
        if language not in cell.languages or (cell.solved and not solved) or (cell.starter and solved):
            continue
        source = _without_markers(cell.source) if solved else _without_solutions(cell.source, language)
        # What the cell is made of, so that an id stays when another cell is added.
        digest = hashlib.sha256(f"{cell.file.name}\n{cell.source}\n{len(made)}".encode()).hexdigest()
        entry: dict[str, Any] = {"cell_type": cell.kind, "id": digest[:12], "metadata": {}}
        if cell.kind == "code":
            entry |= {"execution_count": None, "outputs": []}
        made.append({**entry, "source": source.splitlines(keepends=True)})
    return {"cells": made, "metadata": _metadata(assignment, language), "nbformat": 4, "nbformat_minor": 5}


def _metadata(assignment: str, language: Language) -> dict[str, Any]:
    return {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "grader": {"assignment": assignment, "language": language},
    }


def _without_markers(source: str) -> str:
    return "\n".join(line for line in source.splitlines() if line.strip() not in (BEGIN, END))


def _without_solutions(source: str, language: Language) -> str:
    pattern = re.compile(rf"^(?P<indent>[ \t]*){BEGIN}\s*?\n.*?{END}[ \t]*$", re.M | re.S)

    def to_do(found: re.Match[str]) -> str:
        # At a cell's top an exception would stop the notebook of whoever hasn't come to it yet.
        return f"{found['indent']}{TO_DO[language]}" if found["indent"] else "# ..."

    return pattern.sub(to_do, source)


def notebooks_of(assignment: Path) -> dict[Path, str]:
    """The files' names and contents that the source of the folder `assignment` gives."""
    cells = read_source(assignment / "source")
    made = {}
    for language in LANGUAGES:
        for name, solved in (("starter", False), ("solved", True)):
            content = notebook(cells, assignment.name, language, solved=solved)
            made[assignment / f"{name}.{language}.ipynb"] = _as_text(content)
    return made


def _as_text(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def starters_of(assignment: Path) -> dict[Language, str]:
    """What students of `assignment` start from: made of its source, else of the starters that lie there themselves."""
    if (assignment / "source").is_dir():
        made = notebooks_of(assignment)
        return {language: made[assignment / f"starter.{language}.ipynb"] for language in LANGUAGES}
    files = {language: assignment / f"starter.{language}.ipynb" for language in LANGUAGES}
    found = {language: _cleaned(file, assignment.name, language) for language, file in files.items() if file.is_file()}
    if not found:
        what = "there is nothing to start from: write starter.en.ipynb or starter.es.ipynb"
        raise CourseError([f"{assignment}:1:1: {what} (docs/own-assignment.md)"])
    return found


def _cleaned(file: Path, assignment: str, language: Language) -> str:
    """A notebook without what was printed in it, and without what an editor or a person has noted on its cells."""
    cells = []
    for number, cell in enumerate(_cells_of(file)):
        digest = hashlib.sha256(f"{number}\n{cell.source}".encode()).hexdigest()
        entry = {"cell_type": cell.cell_type, "id": digest[:12], "metadata": {}}
        if cell.cell_type == "code":
            entry |= {"execution_count": None, "outputs": []}
        cells.append({**entry, "source": cell.source.splitlines(keepends=True)})
    return _as_text({"cells": cells, "metadata": _metadata(assignment, language), "nbformat": 4, "nbformat_minor": 5})


def code_of_solved(assignment: Path) -> Iterator[tuple[Path, str]]:
    """The code cells of the solved notebooks that lie in `assignment`."""
    for file in sorted(assignment.glob("solved.*.ipynb")):
        yield from ((file, cell.source) for cell in _cells_of(file) if cell.cell_type == "code")


def solved_as_starter(assignment: Path) -> list[str]:
    """The starters that lie in `assignment` with all the code of a solved notebook in them: two files mixed up."""
    if (assignment / "source").is_dir():
        return []
    starters = {
        file: [cell.source for cell in _cells_of(file) if cell.cell_type == "code"]
        for file in sorted(assignment.glob("starter.*.ipynb"))
    }
    solved: dict[Path, list[str]] = {}
    for file, code in code_of_solved(assignment):
        solved.setdefault(file, []).append(code)
    return [
        f"{file}:1:1: it has all the code of {other.name}: is it the solved one?"
        for file, codes in starters.items()
        for other, theirs in solved.items()
        if set(theirs) <= set(codes)
    ]


def _cells_of(file: Path) -> list[Any]:
    try:
        cells: list[Any] = nbformat.read(file, as_version=4).cells
    except Exception as error:  # nbformat raises whatever its parsers do
        raise CourseError([f"{file}:1:1: this is no notebook: {error}"]) from error
    return cells


def write_notebooks(assignment: Path) -> list[Path]:
    made = notebooks_of(assignment)
    for file, text in made.items():
        file.write_text(text, encoding="utf-8")
    return list(made)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the notebooks of assignments from their sources.")
    parser.add_argument("folders", nargs="+", type=Path, help="assignments/NAME")
    for given in parser.parse_args().folders:
        for written in write_notebooks(given):
            print(written)
