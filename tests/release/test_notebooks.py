"""The students' notebooks are made of one source, and say what it says."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from grader.errors import CourseError
from grader.release.notebooks import BEGIN, END, SourceCell, notebook, notebooks_of, read_source

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path.parent for path in (ROOT / "assignments").glob("*/source"))

# Lines of solutions that a starting point shows as well: what every class and every evaluation has; the forward of
# the model that the lab gives, which a forward with a cache repeats; and on paper, the matrix that isn't chosen and the
# quotes in which a text is written.
GIVEN_TOO = {
    "super().__init__()",
    "with torch.no_grad():",
    "x = x + block.ffn(block.norm2(x))",
    "return self.head(self.norm(x))",
    "x = x + bloque.ffn(bloque.norma2(x))",
    "return self.salida(self.norma(x))",
    "look_W_K = None",
    "W_K_mirada = None",
    'residual_answer = """',
    'respuesta_residual = """',
}

SOURCE = '''\
# %% [markdown] lang=en
# # Softmax
#
# Formula $e^z$.
# %% [markdown] lang=es
# # La softmax
# %%
import numpy as np


def softmax(z, axis=-1):
    """Rows to probabilities."""
    ### BEGIN SOLUTION
    e = np.exp(z)
    return e / e.sum(axis)
    ### END SOLUTION
# %% lang=es solved
hola = 1
### BEGIN SOLUTION
adios = 2
### END SOLUTION
'''


def source(folder: Path, text: str = SOURCE) -> Path:
    (folder / "source").mkdir(parents=True)
    (folder / "source" / "01_softmax.py").write_text(text, encoding="utf-8")
    return folder


def test_each_language_has_its_own_prose_and_all_the_code(tmp_path: Path) -> None:
    cells = read_source(source(tmp_path / "a") / "source")
    english = notebook(cells, "a", "en", solved=True)["cells"]
    spanish = notebook(cells, "a", "es", solved=True)["cells"]
    assert next("".join(c["source"]) for c in english) == "# Softmax\n\nFormula $e^z$."
    assert next("".join(c["source"]) for c in spanish) == "# La softmax"
    assert [c["cell_type"] for c in english] == ["markdown", "code"]
    assert [c["cell_type"] for c in spanish] == ["markdown", "code", "code"]
    assert "return e / e.sum(axis)" in "".join(english[1]["source"])
    assert "SOLUTION" not in json.dumps(spanish)


def test_the_starting_point_has_no_solution(tmp_path: Path) -> None:
    made = notebooks_of(source(tmp_path / "a"))
    for language in ("en", "es"):
        text = made[tmp_path / "a" / f"starter.{language}.ipynb"]
        assert "np.exp" not in text
        assert "SOLUTION" not in text
        assert "hola" not in text
        assert "NotImplementedError" in text
        assert json.loads(text)["metadata"]["grader"] == {"assignment": "a", "language": language}


def test_a_cell_of_the_starting_point_is_in_nothing_else(tmp_path: Path) -> None:
    made = notebooks_of(source(tmp_path / "a", "# %% starter\nanswer = None\n# %% solved lang=en\nanswer = 42\n"))
    cells = {file.name: json.loads(text)["cells"] for file, text in made.items()}
    sources = {name: ["".join(cell["source"]) for cell in found] for name, found in cells.items()}
    assert sources == {
        "starter.en.ipynb": ["answer = None"],
        "solved.en.ipynb": ["answer = 42"],
        "starter.es.ipynb": ["answer = None"],
        "solved.es.ipynb": [],
    }


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# %% [markdwn]\n", "isn't understood"),
        ("# %% lang=fr\n", "unknown language 'fr'"),
        ("# %%\n    ### BEGIN SOLUTION\n", "in pairs"),
    ],
)
def test_a_fault_of_the_source_is_told_with_its_place(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(CourseError) as told:
        notebooks_of(source(tmp_path / "a", "# %%\nx = 1\n" + text))
    assert "01_softmax.py:3:1:" in told.value.problems[0]
    assert fault in told.value.problems[0]


@pytest.mark.parametrize("assignment", SOURCES, ids=lambda path: path.name)
def test_the_notebooks_are_those_of_the_source(assignment: Path) -> None:
    """`make notebooks` writes them."""
    for file, text in notebooks_of(assignment).items():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is out of date: run `make notebooks`"
        nbformat.validate(nbformat.reads(text, as_version=4))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("assignment", SOURCES, ids=lambda path: path.name)
def test_no_line_of_a_solution_is_in_the_starting_point(assignment: Path, language: str) -> None:
    """Neither in code nor in prose, and not those of the other language either."""
    starter = json.loads((assignment / f"starter.{language}.ipynb").read_text(encoding="utf-8"))
    shown = "\n".join("".join(cell["source"]) for cell in starter["cells"])
    hidden = {line for cell in read_source(assignment / "source") for line in solution_lines(cell)}
    assert hidden, "the source has no solutions"
    # A shorter line (`else:`) gives nothing away.
    assert [line for line in sorted(hidden - GIVEN_TOO) if len(line) >= 12 and line in shown] == []


def solution_lines(cell: SourceCell) -> list[str]:
    """The lines between the markers; all of a code cell that only the solved notebook has."""
    found, within = [], False
    for line in map(str.strip, cell.source.splitlines()):
        if line in (BEGIN, END):
            within = line == BEGIN
        elif within or (cell.solved and cell.kind == "code"):
            found.append(line)
    return found
