"""A sound notebook is read whole, and only once."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest

from grader.errors import UnreadableSubmission
from grader.intake import bounded_file, read_submission, submission_from
from grader.intake.visible import visible
from grader.model import Level, Text
from tests.intake.notebooks import GOOD, PYTHON, as_bytes, code, markdown, notebook


def test_a_good_notebook_has_no_findings(tmp_path: Path) -> None:
    """Code cells keep the numbers that students count, outputs are gone, and the hash is of the file's bytes."""
    path = tmp_path / "entrega.ipynb"
    path.write_bytes(GOOD)
    submission = read_submission(path)
    assert submission.name == "entrega.ipynb"
    assert submission.sha256 == hashlib.sha256(GOOD).hexdigest()
    assert [cell.number for cell in submission.cells] == [2, 4]
    assert submission.cells[0].source.startswith("import numpy as np\n\ndef softmax")
    assert submission.cells[1].source == "print('ñ')"
    assert submission.metadata == {
        "kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"},
        "language_info": {"name": "python", "version": "3.12.1"},
    }
    assert submission.findings == ()


def test_sources_are_those_of_nbformat() -> None:
    """On sound files our reader and nbformat agree."""
    data = as_bytes(json.loads(GOOD) | {"nbformat_minor": 4})  # before cells had ids
    theirs = [cell.source for cell in nbformat.reads(data.decode(), as_version=4).cells if cell.cell_type == "code"]
    assert [cell.source for cell in submission_from(data, "x").cells] == theirs


def test_format_3_is_converted_as_nbformat_does() -> None:
    """Worksheets become one list of cells, with the same numbers and sources."""
    old = {
        "metadata": {"name": "old"},
        "nbformat": 3,
        "nbformat_minor": 0,
        "worksheets": [
            {
                "cells": [
                    {"cell_type": "heading", "level": 1, "metadata": {}, "source": "Start"},
                    {"cell_type": "code", "collapsed": False, "input": ["a = 1\n", "b = 2"], "language": "python",
                     "metadata": {}, "outputs": [], "prompt_number": 1},
                ],
                "metadata": {},
            },
            {
                "cells": [
                    {"cell_type": "markdown", "metadata": {}, "source": "text"},
                    {"cell_type": "code", "collapsed": False, "input": "c = 3", "language": "python", "metadata": {},
                     "outputs": []},
                ],
                "metadata": {},
            },
        ],
    }  # fmt: skip
    data = as_bytes(old)
    upgraded = nbformat.reads(data.decode(), as_version=4)
    theirs = [(n, cell.source) for n, cell in enumerate(upgraded.cells, 1) if cell.cell_type == "code"]
    submission = submission_from(data, "x")
    assert [(cell.number, cell.source) for cell in submission.cells] == theirs == [(2, "a = 1\nb = 2"), (4, "c = 3")]
    assert [str(finding.message) for finding in submission.findings] == [
        "This notebook is in the old format 3; it was converted to format 4."
    ]


@pytest.mark.parametrize(
    ("spec", "info"),
    [
        ({"name": "python3", "display_name": "Python 3"}, {}),  # Colab
        ({"name": "python3", "display_name": "Python 3"}, {"name": "python"}),
        ({"name": "ir", "display_name": "R"}, {"name": "python"}),  # the kernel was changed since
        ({"name": "my-env", "display_name": "course"}, {}),
        ({"name": "xpython", "display_name": "Python 3.13 (XPython)", "language": "python"}, {"name": "python"}),
        ({"name": "conda-env-r-py", "display_name": "Python [conda env:r]"}, {}),
        ({}, {}),
    ],
)
def test_a_notebook_that_may_be_python_is_read(spec: dict[str, str], info: dict[str, str]) -> None:
    """Only what is clearly another language is refused; kernels may have any name."""
    data = as_bytes(notebook(code(), metadata={"kernelspec": spec, "language_info": info}))
    assert submission_from(data, "x").findings == ()


R_KERNEL = {"name": "ir", "display_name": "Python 3", "language": "R"}
JULIA = {"name": "julia-1.9", "display_name": "Julia 1.9", "language": "julia"}
R_CODE = ("softmax <- function(z) exp(z)/sum(exp(z))", "library(dplyr)\nx <- c(1, 2, 3)")
PYTHON_CODE = ("%matplotlib inline\nimport numpy as np", "def softmax(z):\n    return np.exp(z) / np.exp(z).sum()")


@pytest.mark.parametrize(
    ("spec", "info", "sources", "language"),
    [
        (R_KERNEL, {"name": "R"}, R_CODE, "R"),  # whose display name is a slip
        (R_KERNEL, {"name": "R"}, ("1 +", *PYTHON_CODE), None),
        (R_KERNEL, {"name": "python"}, R_CODE, "R"),
        (R_KERNEL, {"name": "python"}, ("x = 1",), None),
        (JULIA, {"name": "julia"}, PYTHON_CODE, None),  # the editor's slip
        (JULIA, {"name": "julia"}, ("f(x) = x^2", "function g(x) x end"), "Julia"),
        ({"name": "scala", "display_name": "Scala"}, {}, ("def f(x: Int): Int = x",), "Scala"),
        (R_KERNEL, {"name": "R"}, ("x" * 400_000, *PYTHON_CODE), None),
        ({"name": "python3", "display_name": "Python 3"}, {"name": "python"}, R_CODE, None),
    ],
)
def test_the_code_decides_where_the_kernel_says_another_language(
    spec: dict[str, str], info: dict[str, str], sources: tuple[str, ...], language: str | None
) -> None:
    """A wrong kernel over Python code is the editor's slip; code that isn't Python is refused by its name."""
    data = as_bytes(notebook(*map(code, sources), metadata={"kernelspec": spec, "language_info": info}))
    if language is None:
        assert len(submission_from(data, "x").cells) == len(sources)
        return
    with pytest.raises(UnreadableSubmission, match=rf"This notebook is for {language}\."):
        submission_from(data, "x")


def test_extras_of_other_tools_are_no_trouble() -> None:
    """Colab, VS Code, Kaggle and widget metadata are ignored without a word."""
    metadata = {
        **PYTHON,
        "colab": {"provenance": [], "gpuType": "T4"},
        "accelerator": "GPU",
        "kaggle": {"dataSources": []},
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"a": {"b": [1, 2]}}}},
    }
    cell = code("%pip install x", metadata={"vscode": {"languageId": "python"}, "id": "A"}, id="same")
    submission = submission_from(as_bytes(notebook(cell, cell, metadata=metadata)), "x")
    assert len(submission.cells) == 2
    assert submission.findings == ()
    assert set(submission.metadata) == {"kernelspec", "language_info"}


def test_outputs_of_many_megabytes_cost_little() -> None:
    """Outputs are dropped while parsing: 40 MiB of images in under 2 s of work."""
    image = {"output_type": "display_data", "data": {"image/png": "A" * (1 << 20)}, "metadata": {}}
    data = as_bytes(notebook(*[code(f"x = {n}", outputs=[image]) for n in range(40)]))
    start = time.process_time()
    assert len(submission_from(data, "x").cells) == 40
    assert time.process_time() - start < 2


def test_markdown_with_pasted_images_counts_for_nothing() -> None:
    """The limits are on code: a picture of 6 MB inside a markdown cell is fine."""
    data = as_bytes(notebook(markdown("![](data:image/png;base64," + "A" * 6_000_000 + ")"), code()))
    assert submission_from(data, "x").findings == ()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'{"a":' * 900_000, id="objects 900 000 deep"),
        pytest.param(b"[" * 1_900_000, id="lists 1.9 million deep"),
        pytest.param(b"[" * 30_000_000, id="lists 30 million deep"),
        pytest.param(b'{"cells":[' + b"{}," * 20_000_000 + b"{}]}", id="20 million objects"),
        pytest.param(b'{"x": ' + b"9" * 20_000_000 + b"}", id="a number of 20 million digits"),
        pytest.param(b"from " + b"a" * 30_000_000, id="one line of 30 MB, nearly Python"),
        pytest.param(
            b'{"cells": [], ' + b",".join(b'"k%d": 0' % n for n in range(300_000)) + b', "k1": 1}',
            id="300 000 keys, one of them twice",
        ),
        pytest.param(as_bytes(notebook(code("\n" * 1_000_001))), id="a cell of a million lines"),
        pytest.param(as_bytes(notebook(*[code()] * 100_000)), id="100 000 cells"),
    ],
)
def test_hostile_sizes_end_quickly(data: bytes) -> None:
    """Each is refused, or read as holding no code, within 2 s of work."""
    start = time.process_time()
    try:
        found = [finding.level for finding in submission_from(data, "x").findings]
    except UnreadableSubmission:
        found = [Level.ERROR]
    assert Level.ERROR in found
    assert time.process_time() - start < 2


def test_at_the_limits_a_notebook_is_still_read() -> None:
    """1 000 000 bytes in a cell and 5 000 000 in all, but not one more."""
    cell = code("#" * 1_000_000)
    assert len(submission_from(as_bytes(notebook(*[cell] * 5)), "x").cells) == 5
    with pytest.raises(UnreadableSubmission, match="its code is over 5000000 bytes"):
        submission_from(as_bytes(notebook(*[cell] * 5, code("x"))), "x")
    with pytest.raises(UnreadableSubmission, match="cell 1 holds more than 1000000 bytes"):
        submission_from(as_bytes(notebook(code("#" * 999_999 + "ñ"))), "x")


def test_many_broken_cells_make_few_findings() -> None:
    """A report isn't flooded: 20 remarks about cells, then their number; the good cells are kept."""
    submission = submission_from(as_bytes(notebook(*[code(None)] * 500, code("y = 2"))), "x")
    assert [cell.number for cell in submission.cells] == [501]
    assert len(submission.findings) == 21
    assert str(submission.findings[-1].message) == "There are 480 more remarks of this kind about cells."


def test_source_reaches_a_kernel_whatever_it_holds() -> None:
    """Line ends are Python's, and the text can be encoded."""
    raw = json.dumps(notebook(code("a = 1\r\nb = 2\rc = '\u2028'"), code("s = '\ud800' + '\x00'"))).encode()
    first, second = submission_from(raw, "x").cells
    assert first.source == "a = 1\nb = 2\nc = '\u2028'"
    assert second.source == "s = '\ufffd' + '\ufffd'"
    second.source.encode()


def test_a_cut_off_file_is_always_called_one() -> None:
    """Whatever byte an upload stops at, the message is the same."""
    for length in range(1, len(GOOD)):
        with pytest.raises(UnreadableSubmission, match="ends early"):
            submission_from(GOOD[:length], "x")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("entrega de José.ipynb", "entrega de José.ipynb"),
        ("a\nb\t\x1b[31m.ipynb", r"a\nb\t\x1b[31m.ipynb"),
        ("evil\u202egpj.ipynb", r"evil\u202egpj.ipynb"),
        (os.fsdecode(b"ma\xf1ana.ipynb"), r"ma\xf1ana.ipynb"),
        ("-rf $(x) 'q' {0}.ipynb", "-rf $(x) 'q' {0}.ipynb"),
        ("\ud800.ipynb", r"\ud800.ipynb"),
    ],
)
def test_file_names_are_shown_safely(name: str, shown: str) -> None:
    """Nothing in a name can move the cursor, turn the direction of writing or break an encoding."""
    submission = submission_from(GOOD, name)
    assert submission.name == shown
    submission.name.encode()


def test_visible_bounds_its_text() -> None:
    assert visible("x" * 100, 5) == "xxxxx..."


def refusal(path: Path) -> str:
    with pytest.raises(UnreadableSubmission) as caught:
        read_submission(path)
    assert isinstance(caught.value.args[0], Text)  # so that it can be said in Spanish
    return str(caught.value)


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    """A folder, a FIFO that nobody writes to, a device, a socket's absence of data: none keeps us waiting."""
    fifo = tmp_path / "hw.ipynb"
    os.mkfifo(fifo)
    assert "regular file" in refusal(fifo)
    assert "folder" in refusal(tmp_path)
    assert "regular file" in refusal(Path("/dev/zero"))
    assert "no such file" in refusal(tmp_path / "none.ipynb")
    assert "can't be read" in refusal(tmp_path / ("x" * 5000))
    assert "can't be read" in refusal(Path("a\0b.ipynb"))
    loop = tmp_path / "loop.ipynb"
    loop.symlink_to(loop)
    assert "can't be read" in refusal(loop)


def test_a_file_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """65 MiB (sparse here) is refused by name; the limit itself is still fine."""
    path = tmp_path / "huge.ipynb"
    with path.open("wb") as file:
        file.truncate(65 << 20)
    assert "too large: over 64 MiB" in refusal(path)
    path.write_bytes(GOOD)
    monkeypatch.setattr(bounded_file, "MOST_BYTES", len(GOOD))
    assert len(read_submission(path).cells) == 2
    monkeypatch.setattr(bounded_file, "MOST_BYTES", len(GOOD) - 1)
    assert "too large" in refusal(path)


def test_a_file_that_changes_is_read_once(tmp_path: Path) -> None:
    """The hash is of the very bytes that were parsed, while another thread flips the file."""
    one, two = as_bytes(notebook(code("x = 1"))), as_bytes(notebook(code("x = 2"), markdown("more")))
    cells = {hashlib.sha256(one).hexdigest(): "x = 1", hashlib.sha256(two).hexdigest(): "x = 2"}
    path, spare = tmp_path / "a.ipynb", tmp_path / "b"
    path.write_bytes(one)
    stop = threading.Event()

    def flip() -> None:
        while not stop.is_set():
            for data in (two, one):
                spare.write_bytes(data)
                spare.replace(path)

    thread = threading.Thread(target=flip)
    thread.start()
    try:
        for _ in range(200):
            submission = read_submission(path)
            assert cells[submission.sha256] == submission.cells[0].source
    finally:
        stop.set()
        thread.join()


def test_values_from_the_notebook_are_never_templates() -> None:
    """Braces in a student's text don't take part in formatting a message."""
    cell: Any = {"cell_type": "{0.__class__}{type}", "source": "x"}
    message = submission_from(as_bytes(notebook(cell, code())), "x").findings[0].message
    assert "'{0.__class__}{type}'" in str(message)
