"""What the sample report looks like in each format, kept in files so that every change of it is seen.

``python -m tests.reports.golden`` writes them anew; read the difference before committing it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from grader.model import Edition
from grader.redact import redact
from grader.reports import FORMATS, terminal
from tests.reports.sample_report import complete_sample_report, sample_report

__all__ = ["FOLDER", "RENDERINGS"]

FOLDER = Path(__file__).with_name("golden")
RENDERINGS: Mapping[str, Callable[[], str]] = {
    "terminal_en.txt": lambda: FORMATS["terminal"](sample_report(), "en"),
    "terminal_es.txt": lambda: FORMATS["terminal"](sample_report(), "es"),
    "colour_en.ansi": lambda: terminal.render(sample_report(), "en"),
    "report_en.json": lambda: FORMATS["json"](sample_report(), "en"),
    "report_es.json": lambda: FORMATS["json"](sample_report(), "es"),
    "html_en.html": lambda: FORMATS["html"](sample_report(), "en"),
    "html_es.html": lambda: FORMATS["html"](sample_report(), "es"),
    "html_student_en.html": lambda: FORMATS["html"](redact(sample_report(), Edition.STUDENT), "en"),
    "report_en.md": lambda: FORMATS["md"](sample_report(), "en"),
    "report_es.md": lambda: FORMATS["md"](sample_report(), "es"),
    "junit_en.xml": lambda: FORMATS["junit"](sample_report(), "en"),
    "junit_es.xml": lambda: FORMATS["junit"](sample_report(), "es"),
    "gradescope_en.json": lambda: FORMATS["gradescope"](sample_report(), "en"),
    "gradescope_es.json": lambda: FORMATS["gradescope"](sample_report(), "es"),
    "github_en.txt": lambda: FORMATS["github"](sample_report(), "en"),
    "github_es.txt": lambda: FORMATS["github"](sample_report(), "es"),
    "classroom50_en.json": lambda: FORMATS["classroom50"](complete_sample_report(), "en"),
    "classroom50_incomplete_es.json": lambda: FORMATS["classroom50"](sample_report(), "es"),
    "classroom_legacy_en.txt": lambda: FORMATS["classroom-legacy"](complete_sample_report(), "en"),
    "classroom_legacy_incomplete_es.txt": lambda: FORMATS["classroom-legacy"](sample_report(), "es"),
    "prairielearn_en.json": lambda: FORMATS["prairielearn"](complete_sample_report(), "en"),
    "prairielearn_incomplete_es.json": lambda: FORMATS["prairielearn"](sample_report(), "es"),
}

if __name__ == "__main__":
    for name, render in RENDERINGS.items():
        (FOLDER / name).write_text(render(), encoding="utf-8")
