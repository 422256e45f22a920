"""What the sample report looks like in each format, kept in files so that every change of it is seen.

``python -m tests.reports.golden`` writes them anew; read the difference before committing it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from grader.reports import FORMATS, terminal
from tests.reports.sample_report import sample_report

__all__ = ["FOLDER", "RENDERINGS"]

FOLDER = Path(__file__).with_name("golden")
RENDERINGS: Mapping[str, Callable[[], str]] = {
    "terminal_en.txt": lambda: FORMATS["terminal"](sample_report(), "en"),
    "terminal_es.txt": lambda: FORMATS["terminal"](sample_report(), "es"),
    "colour_en.ansi": lambda: terminal.render(sample_report(), "en"),
    "report_en.json": lambda: FORMATS["json"](sample_report(), "en"),
    "report_es.json": lambda: FORMATS["json"](sample_report(), "es"),
}

if __name__ == "__main__":
    for name, render in RENDERINGS.items():
        (FOLDER / name).write_text(render(), encoding="utf-8")
