"""What becomes of each kind of broken file, exactly: refused with a reason, or read with findings."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from dataclasses import dataclass
from typing import Any

import pytest

from grader.errors import UnreadableSubmission
from grader.intake import submission_from
from grader.model import Level, Text
from tests.intake.notebooks import GOOD, as_bytes, code, markdown, notebook

INFO, WARN = Level.INFO, Level.WARNING
NO_CODE = (Level.ERROR, "There is no code in this notebook")


@dataclass(frozen=True)
class Refused:
    """The message must hold `phrase`."""

    name: str
    data: bytes
    phrase: str


@dataclass(frozen=True)
class Read:
    """The code cells, by number, and all findings: level, start of the message, cell."""

    name: str
    data: bytes
    cells: dict[int, str]
    findings: tuple[tuple[Level, str, int | None], ...]


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


def without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: item for name, item in value.items() if name != key}


def kernel(**spec: str) -> dict[str, Any]:
    return notebook(code(), metadata={"kernelspec": spec})


def changed(old: str, new: str) -> bytes:
    assert old in DUMPED
    return DUMPED.replace(old, new, 1).encode()


def read(name: str, data: bytes, *findings: tuple[Any, ...], cells: dict[int, str] | None = None) -> Read:
    """A row of the table; each finding is a level, the start of its message, and perhaps a cell."""
    told = tuple((level, start, cell[0] if cell else None) for level, start, *cell in findings)
    return Read(name, data, {1: "x = 1"} if cells is None else cells, told)


def after_a(name: str, cell: Any, *warnings: str) -> Read:
    """A broken cell, and a good one after it that keeps its number."""
    return read(name, as_bytes(notebook(cell, code())), *((WARN, start, 1) for start in warnings), cells={2: "x = 1"})


ONE = notebook(code())
DUMPED = json.dumps(ONE)
OLD = {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": [{"cell_type": "code", "input": "x"}]}]}
SAGE = notebook(code(), metadata={"language_info": {"name": "sage"}})
CONFLICT = GOOD.replace(b' "nbformat": 4,', b'<<<<<<< HEAD\n "nbformat": 4,\n=======\n "nbformat": 4,\n>>>>>>> b', 1)
CONFLICT_LINE = CONFLICT[: CONFLICT.index(b"<<<<")].count(b"\n") + 1
LATIN = as_bytes(notebook(code("# ñ"))).decode().encode("latin-1")

REFUSED = [
    Refused("empty", b"", "empty"),
    Refused("white space", b" \r\n\t\n", "empty"),
    Refused("zero bytes", b"\x00" * 4096, "empty"),
    Refused("HTML", b"\n<!DOCTYPE html>\n<html><body>Log in</body></html>", "an HTML page"),
    Refused("HTML in lower case, with a BOM", b"\xef\xbb\xbf<html lang='es'>", "an HTML page"),
    Refused("XML", b"<?xml version='1.0'?><a/>", "an XML file"),
    Refused("PDF", b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
    Refused("zip", zipped("hw.ipynb"), "a zip archive"),
    Refused("empty zip", zipped(), "a zip archive"),
    Refused("docx", zipped("[Content_Types].xml", "word/document.xml"), "a Word document"),
    Refused("xlsx", zipped("[Content_Types].xml", "xl/workbook.xml"), "a spreadsheet"),
    Refused("old doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600, "an Office document"),
    Refused("rtf", b"{\\rtf1\\ansi hello}", "an RTF document"),
    Refused("gzip", gzip.compress(GOOD), "a gzip archive"),
    Refused("PNG", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a PNG image"),
    Refused("JPEG", b"\xff\xd8\xff\xe0\x00\x10JFIF", "a JPEG image"),
    Refused("macOS companion", b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X", "companion file of macOS"),
    Refused("LFS", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "git lfs pull"),
    Refused("Python", b"# my homework\nimport numpy as np\n\ndef f():\n    pass\n", "a Python script"),
    Refused("percent script", b"# %%\nx = 1\n", "a Python script"),
    Refused("prose", "Hola, aquí está mi práctica".encode(), "its text starts with 'Hola,"),
    Refused("escape sequences", b"\x1b]0;owned\x07 hello", "its text starts with '\\x1b]0;owned\\x07"),
    Refused("Latin-1", LATIN, f"byte {LATIN.index(0xF1) + 1} (0xf1, on line"),
    Refused("UTF-16 without its end", b"\xff\xfe" + DUMPED.encode("utf-16-le")[:-1], "UTF-16 text, and is damaged"),
    Refused("merge conflict", CONFLICT, f"merge conflict at line {CONFLICT_LINE}"),
    Refused("merge conflict, CRLF", CONFLICT.replace(b"\n", b"\r\n"), f"merge conflict at line {CONFLICT_LINE}"),
    Refused("merge conflict at the top", b"<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n", "merge conflict at line 1"),
    Refused("cut in a word", b'{"cells": [], "metadata": nul', "ends early"),
    Refused("cut in a string", b'{"cells": [{"cell_type": "co', "ends early"),
    Refused("cut in an escape", b'{"cells": ["\\u00', "ends early"),
    Refused("cut in a character", DUMPED[:60].encode() + b"\xc3", "ends early"),
    Refused("cut, then zeros", GOOD[:200] + b"\x00" * 500, "ends early"),
    Refused("comma too many", b'{"cells": [],\n "metadata": {},\n}', "damaged: it stops being valid JSON at line "),
    Refused("comma missing", b'{"cells": []\n "metadata": {}}', "valid JSON at line 2, column 2"),
    Refused("raw line break in a string", b'{"cells": ["a\nb"]}', "valid JSON at line 1, column 14"),
    Refused("trailing garbage", DUMPED.encode() + b"\n}]}", "something more, from line 2, column 1"),
    Refused("two documents", DUMPED.encode() * 2, "something more, from line 1, column "),
    Refused("top-level list", b'[{"cell_type": "code"}]', "it is JSON, but a list"),
    Refused("top-level null", b"null", "it is JSON, but null"),
    Refused("top-level text", b'"cells"', "it is JSON, but text"),
    Refused("top-level number", b"42", "it is JSON, but a number"),
    Refused("top-level true", b"true", "it is JSON, but true or false"),
    Refused("other JSON", b'{"name": "x", "version": "1.0"}', "a JSON object without 'cells'"),
    Refused("empty object", b"{}", "a JSON object without 'cells'"),
    Refused("no cells", as_bytes(without(ONE, "cells")), "a JSON object without 'cells'"),
    Refused("cells null", as_bytes(notebook(cells=None)), "its 'cells' are null"),
    Refused("cells an object", as_bytes(notebook(cells={"0": code()})), "its 'cells' are an object"),
    Refused("cells text", as_bytes(notebook(cells="x")), "its 'cells' are text"),
    Refused("format 1", as_bytes({"nbformat": 1, "cells": [{"cell_type": "code", "code": "x"}]}), "very old format (1"),
    Refused("format 2", as_bytes({"nbformat": 2, "worksheets": [{"cells": []}]}), "very old format (2"),
    Refused("worksheets without cells", as_bytes({"nbformat": 3, "worksheets": [{}]}), "one of its 'worksheets'"),
    Refused("worksheets null", as_bytes({"nbformat": 3, "worksheets": None}), "a JSON object without 'cells'"),
    Refused("nested too deeply", b'{"a":' * 50_000, "nested too deeply"),
    Refused("too many cells", as_bytes(notebook(*[code()] * 10_001)), "more than 10000 cells"),
    Refused("a cell too large", as_bytes(notebook(code("x" * 1_000_001))), "cell 1 holds more than"),
    Refused("too much code", as_bytes(notebook(*[code("x" * 900_000)] * 6)), "its code is over"),
    Refused("too many values", b'{"cells": [' + b"1," * 8_000_001 + b"1]}", "millions of values"),
    Refused("R by kernel name", as_bytes(kernel(name="ir", display_name="R")), "is for R."),
    Refused("Julia", as_bytes(kernel(name="julia-1.9", display_name="Julia 1.9.4", language="julia")), "is for Julia."),
    Refused("C++", as_bytes(kernel(name="xcpp17", display_name="C++17")), "is for C++."),
    Refused(
        "R by language",
        as_bytes(notebook(code(), metadata={"language_info": {"name": "R"}, "kernelspec": {"name": "env"}})),
        "is for R.",
    ),
]

READ = [
    read("BOM", b"\xef\xbb\xbf" + as_bytes(ONE), (INFO, "The file starts with a byte order mark")),
    read("UTF-16 LE", b"\xff\xfe" + DUMPED.encode("utf-16-le"), (INFO, "The file is in UTF-16")),
    read("UTF-16 BE", b"\xfe\xff" + DUMPED.encode("utf-16-be"), (INFO, "The file is in UTF-16")),
    read("UTF-32", DUMPED.encode("utf-32"), (INFO, "The file is in UTF-32")),
    read("UTF-16 without BOM", DUMPED.encode("utf-16-le"), (INFO, "The file is in UTF-16")),
    read("CRLF file", as_bytes(ONE).replace(b"\n", b"\r\n")),
    read("zeros after the end", as_bytes(ONE) + b"\x00" * 100, (WARN, "The file ends in zero bytes")),
    read("format missing", as_bytes(without(ONE, "nbformat")), (INFO, "The notebook doesn't say its format")),
    read("format 99", as_bytes({**ONE, "nbformat": 99}), (INFO, "The notebook says its format is 99;")),
    read("format text", as_bytes({**ONE, "nbformat": "4"}), (INFO, "The notebook says its format is 4;")),
    read("format 4.0", as_bytes({**ONE, "nbformat": 4.0}), (INFO, "The notebook says its format is 4.0;")),
    read("format true", as_bytes({**ONE, "nbformat": True}), (INFO, "The notebook says its format is True;")),
    read("format null", as_bytes({**ONE, "nbformat": None}), (INFO, "The notebook says its format is null;")),
    read("format list", as_bytes({**ONE, "nbformat": [4]}), (INFO, "The notebook says its format is a list;")),
    read("format 3 with cells", as_bytes({**ONE, "nbformat": 3}), (INFO, "The notebook says its format is 3;")),
    read("format 3", as_bytes(OLD), (INFO, "This notebook is in the old format 3"), cells={1: "x"}),
    read(
        "format missing, old",
        as_bytes(without(OLD, "nbformat")),
        (INFO, "This notebook is in the old f"),
        cells={1: "x"},
    ),
    read("no metadata", as_bytes(without(ONE, "metadata")), (INFO, "The notebook's metadata are missing")),
    read("metadata list", as_bytes({**ONE, "metadata": []}), (INFO, "The notebook's metadata are missing")),
    read("metadata odd inside", as_bytes({**ONE, "metadata": {"kernelspec": [1], "language_info": {"name": 3}}})),
    read("NaN", changed('"metadata": {}', '"metadata": NaN'), (INFO, "The file holds NaN")),
    read("long number", changed("null", "9" * 5000)),
    read("cells twice", changed('"cells":', '"cells": [], "cells":'), (WARN, "The key 'cells' is there twice")),
    read(
        "source twice", changed('"source":', '"source": "old", "source":'), (WARN, "The key 'source' is there twice", 1)
    ),
    read("keys twice in metadata", changed('"metadata": {}', '"metadata": {"a": 1, "a": 2}')),
    read("no cells at all", as_bytes(notebook()), NO_CODE, cells={}),
    read("only markdown", as_bytes(notebook(markdown())), NO_CODE, cells={}),
    read("only empty code", as_bytes(notebook(code(""), code(" \n"))), NO_CODE, cells={1: "", 2: " \n"}),
    after_a("null cell", None, "This cell was skipped: it is null, not an object"),
    after_a("cell of text", "x", "This cell was skipped: it is text, not an object"),
    after_a("source null", code(None), "This cell was skipped: its source is null, not text"),
    after_a("source number", code(7), "This cell was skipped: its source is a number"),
    after_a("source object", code({}), "This cell was skipped: its source is an object"),
    after_a(
        "source list with null", code(["a", None]), "This cell was skipped: its source is a list with other things"
    ),
    after_a("source missing", without(code(), "source"), "This cell was skipped: it has no source"),
    after_a("type unknown", {"cell_type": "sql", "source": "x"}, "This cell was skipped: its type is unknown ('sql')"),
    after_a("type missing", {"source": "x"}, "This cell was skipped: it doesn't say its type"),
    after_a("raw cell", {"cell_type": "raw", "source": "x"}),
    after_a("markdown with a broken source", markdown(None)),
    read(
        "type missing, with outputs",
        as_bytes(notebook(without(code(), "cell_type"))),
        (WARN, "This cell doesn't say its", 1),
    ),
    read("source a list", as_bytes(notebook(code(["a\n", "b"]))), cells={1: "a\nb"}),
    read("source an empty list", as_bytes(notebook(code([]), code())), cells={1: "", 2: "x = 1"}),
    read("input for source", as_bytes(notebook({**without(code(), "source"), "input": "x = 1"}))),
    read("outputs missing", as_bytes(notebook(without(code(), "outputs")))),
    read("outputs null", as_bytes(notebook(code(outputs=None)))),
    read(
        "NUL in source",
        as_bytes(notebook(code("a\x00b"))),
        (WARN, "This cell holds characters", 1),
        cells={1: "a\ufffdb"},
    ),
    read("half a surrogate", changed("x = 1", "\\ud83d"), (WARN, "This cell holds characters", 1), cells={1: "\ufffd"}),
    read("a whole pair", changed("x = 1", "\\ud83c\\udf93"), cells={1: "🎓"}),
    read("ids long or odd", as_bytes(notebook(code(id="x" * 10_000), code(id=None))), cells={1: "x = 1", 2: "x = 1"}),
    read("ids the same", as_bytes(notebook(code(id="a"), code(id="a"))), cells={1: "x = 1", 2: "x = 1"}),
    read("unknown language", as_bytes(SAGE), (WARN, "The notebook says its language is sage")),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row.name)
def test_refused_with_a_reason(row: Refused) -> None:
    with pytest.raises(UnreadableSubmission) as caught:
        submission_from(row.data, "x.ipynb")
    message = caught.value.args[0]
    assert isinstance(message, Text)  # so that it can be said in Spanish
    assert row.phrase in str(message)
    assert str(message).isprintable()
    assert len(str(message)) < 250


@pytest.mark.parametrize("row", READ, ids=lambda row: row.name)
def test_read_with_findings(row: Read) -> None:
    submission = submission_from(row.data, "x.ipynb")
    assert {cell.number: cell.source for cell in submission.cells} == row.cells
    found = [(finding.level, str(finding.message), finding.cell) for finding in submission.findings]
    assert [(level, cell) for level, _, cell in found] == [(level, cell) for level, _, cell in row.findings]
    for (_, message, _), (_, start, _) in zip(found, row.findings, strict=True):
        assert message.startswith(start)
