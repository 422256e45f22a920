"""A class's results -> files: the class's reports and each student's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from grader.classroom.journal import write_atomically
from grader.classroom.reports import FORMATS
from grader.classroom.results import ClassResults

__all__ = ["FILES", "write_class"]

# By the name of the format.
FILES: Mapping[str, str] = {
    "html": "class.html",
    "json": "class.json",
    "csv_wide": "grades.csv",
    "csv_long": "grades-long.csv",
}


def write_class(results: ClassResults, folder: Path, slugs: Mapping[str, str], *, anonymize: bool = False) -> Path:
    """Write everything below `folder`, each file whole; the path of the one for people.

    `slugs` are safe file names by student.  Anonymised, there are no reports of students.
    """
    for name, file in FILES.items():
        write_atomically(folder / file, FORMATS[name](results, anonymize=anonymize))
    students = folder / "students"
    if not anonymize:
        students.mkdir(exist_ok=True)
        for result in results.results:
            if result.report is not None:
                text = json.dumps(result.report, ensure_ascii=False, indent=2) + "\n"
                write_atomically(students / f"{slugs[result.student]}.json", text)
    return folder / FILES["html"]
