"""Every table of ours in a real spreadsheet: no cell computes, and text stays text."""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from grader.classroom.reports import FORMATS
from grader.lms.marks import read_marks
from grader.lms.nbgrader_csv import render
from tests.classroom.reports.sample_class import with_names
from tests.lms.results import PAYLOADS, mark, written_class

SOFFICE = shutil.which("soffice")
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"

pytestmark = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) isn't on this machine")


def formulas(file: Path) -> list[str]:
    """The formulas of a flat OpenDocument spreadsheet."""
    root = ET.parse(file).getroot()
    return [cell.get(f"{TABLE}formula", "") for cell in root.iter(f"{TABLE}table-cell") if cell.get(f"{TABLE}formula")]


def test_no_name_and_no_id_of_a_student_is_computed(tmp_path: Path) -> None:
    marks = [mark(f"{payload}{n}", "1", payload) for n, payload in enumerate(PAYLOADS)]
    tables = {
        **{
            f"{format_name}{n}": FORMATS[format_name](with_names(payload))
            for format_name in ("csv_wide", "csv_long")
            for n, payload in enumerate(PAYLOADS)
        },
        "nbgrader": render(read_marks(written_class(tmp_path / "out", marks))),
        "unguarded": "name,points\n=1+1,3\n",
    }
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_bytes(text.encode("utf-8"))
    subprocess.run(
        [
            str(SOFFICE),
            "--headless",
            f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
            "--convert-to",
            "fods",
            "--outdir",
            str(tmp_path),
            *(str(tmp_path / f"{name}.csv") for name in tables),
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    assert formulas(tmp_path / "unguarded.fods"), "this spreadsheet computes what is not guarded"
    for name in tables.keys() - {"unguarded"}:
        assert formulas(tmp_path / f"{name}.fods") == [], name
