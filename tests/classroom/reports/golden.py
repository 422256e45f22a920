"""What the sample class looks like in each format, kept in files so that every change of it is seen.

``python -m tests.classroom.reports.golden`` writes them anew; read the difference before committing it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from grader.classroom.reports import FORMATS
from tests.classroom.reports.sample_class import sample_class

__all__ = ["FOLDER", "RENDERINGS"]

FOLDER = Path(__file__).with_name("golden")
RENDERINGS: Mapping[str, Callable[[], str]] = {
    "class.html": lambda: FORMATS["html"](sample_class()),
    "class_anonymous.html": lambda: FORMATS["html"](sample_class(), anonymize=True),
    "wide.csv": lambda: FORMATS["csv_wide"](sample_class()),
    "long.csv": lambda: FORMATS["csv_long"](sample_class()),
    "class.json": lambda: FORMATS["json"](sample_class()),
    "class_anonymous.json": lambda: FORMATS["json"](sample_class(), anonymize=True),
}

if __name__ == "__main__":
    for name, render in RENDERINGS.items():
        (FOLDER / name).write_bytes(render().encode("utf-8"))
