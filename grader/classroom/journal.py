"""What has been graded, on disk the moment it exists: so that a run can end at any moment and nothing is lost.

One file for each submission's bytes under all that the grade depends on: the rubric, the references, the seed, the
language, the grader's version.  A file is written whole or not at all (a temporary one, flushed to the disk, then
renamed), and its name is the hash of what it was made from: what is there is right, whoever wrote it.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from grader import __version__
from grader.classroom.worker import GradingOptions, Outcome
from grader.course import course_directory
from grader.model import Rubric

__all__ = ["Journal", "fingerprint", "write_atomically"]

FORMAT = 1


def fingerprint(options: GradingOptions, rubric: Rubric) -> str:
    """A hash of everything but the submission: two runs with the same one give the same reports."""
    digest = hashlib.sha256()
    facts = {**asdict(options), "rubric": "", "version": __version__, "format": FORMAT}
    digest.update(json.dumps(facts, sort_keys=True).encode())
    path = Path(rubric.path)
    references = course_directory(path) / "reference_solutions"
    for file in _files([path, references / rubric.assignment, references / "transformer"]):
        digest.update(f"{file.name}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _files(paths: Iterable[Path]) -> list[Path]:
    found: dict[Path, None] = {}
    for path in paths:
        inside = [path] if path.is_file() else sorted(path.rglob("*.py")) if path.is_dir() else []
        found.update(dict.fromkeys(file for file in inside if "__pycache__" not in file.parts))
    return list(found)


class Journal:
    """The outcomes in one folder for one `fingerprint`."""

    def __init__(self, folder: Path, course: str) -> None:
        self.folder = folder / course[:16]
        self.folder.mkdir(parents=True, exist_ok=True)
        self._course = course

    def _file(self, sha256: str) -> Path:
        return self.folder / f"{sha256}.json"

    def find(self, sha256: str) -> Outcome | None:
        """What was written for these bytes; None also where a file can't be what we wrote."""
        try:
            body = json.loads(self._file(sha256).read_text(encoding="utf-8"))
            if body["course"] != self._course or body["sha256"] != sha256:
                return None
            return Outcome(**body["outcome"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, sha256: str, outcome: Outcome) -> None:
        """Written and on the disk when this returns.  OSError if the disk is full, say."""
        body = {"course": self._course, "sha256": sha256, "outcome": asdict(outcome)}
        write_atomically(self._file(sha256), json.dumps(body, ensure_ascii=False))


def write_atomically(file: Path, text: str) -> None:
    """`file` has the old content or the new one, whatever happens."""
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
