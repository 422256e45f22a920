"""What has been graded, on disk the moment it exists: so that a run can end at any moment and nothing is lost.

One file for each submission's bytes under all that running and judging them depends on: the rubric's items and limits,
the references, the seed, the versions of the grader and of the libraries that compute.  What a report says and how many
points it gives isn't among it: that is made from what is kept (`grader.classroom.rescoring`).  A file is written whole
or not at all (a temporary one, flushed to the disk, then renamed), and its name is the hash of what it was made from:
what is there is right, whoever wrote it.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from grader import __version__
from grader.classroom.record import packed, shape, unpacked
from grader.classroom.rescoring import rescored, what_is_run, what_is_said
from grader.classroom.worker import GradingOptions, Outcome
from grader.course import course_directory
from grader.errors import GraderError
from grader.model import GradeReport, Rubric, Text

__all__ = ["JOURNAL", "Circumstances", "Journal", "Kept", "remove_leftovers", "write_atomically"]

COMPUTE = ("numpy", "torch")
JOURNAL = ".journal"  # the folder, in that of the class


_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{8}")


@dataclass(frozen=True)
class Circumstances:
    """All that a report depends on beside the submission, one by one, so that what has changed can be named.

    `items`, `references` and `points` are hashes: of what is judged and within which limits, of the course's own
    solutions and known mistakes, of what everything is worth and called.  `libraries` are those that compute, with
    their versions: another one may give other numbers.
    """

    grader_version: str
    seed: int
    items: str
    references: str
    points: str
    libraries: str

    @classmethod
    def of(cls, options: GradingOptions, rubric: Rubric) -> Circumstances:
        judged = {
            "rubric": what_is_run(rubric),
            "only": options.only,
            "sandbox": options.sandbox,
            "shape": shape(GradeReport),
        }
        path = Path(rubric.path)
        references = course_directory(path) / "reference_solutions"
        folders = [references / rubric.assignment, references / "transformer"]
        return cls(
            __version__,
            options.seed,
            hashlib.sha256(json.dumps(judged, sort_keys=True).encode()).hexdigest(),
            _hash_of_files(folders),
            what_is_said(rubric),
            _libraries(),
        )

    @property
    def fingerprint(self) -> str:
        """A hash of all but the points: two runs with the same one judge alike."""
        facts = [self.grader_version, self.seed, self.items, self.references, self.libraries]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _libraries() -> str:
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in COMPUTE)])


def _hash_of_files(folders: Iterable[Path]) -> str:
    found: dict[Path, None] = {}
    for folder in folders:
        inside = sorted(folder.rglob("*.py")) if folder.is_dir() else []
        found.update(dict.fromkeys(file for file in inside if "__pycache__" not in file.parts))
    digest = hashlib.sha256()
    for file in found:
        data = file.read_bytes()
        digest.update(f"{file.name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


@dataclass(frozen=True)
class Kept:
    """What is known of a submission's bytes; `points` is the hash of the points under which they were judged."""

    outcome: Outcome
    points: str

    def report_by(self, rubric: Rubric) -> GradeReport | None:
        """With `rubric`'s points; None where there's no report, or it must be judged again."""
        if not self.outcome.report:
            return None
        return rescored(unpacked(GradeReport, json.loads(self.outcome.report)), rubric)


class Journal:
    """The outcomes in one folder under the same circumstances, whatever points are given."""

    def __init__(self, folder: Path, circumstances: Circumstances) -> None:
        self._course, self._points = circumstances.fingerprint, circumstances.points
        self.folder = folder / self._course[:16]
        with _goes_on_later(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)

    def _file(self, sha256: str) -> Path:
        return self.folder / f"{sha256}.json"

    def find(self, sha256: str) -> Kept | None:
        """What was written for these bytes; None also where a file can't be what we wrote."""
        try:
            body = json.loads(self._file(sha256).read_text(encoding="utf-8"))
            if body["course"] != self._course or body["sha256"] != sha256:
                return None
            return Kept(unpacked(Outcome, body["outcome"]), unpacked(str, body["points"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def kept_now(self, outcome: Outcome) -> Kept:
        return Kept(outcome, self._points)

    def counts(self, kept: Kept, rubric: Rubric) -> bool:
        """Does what is kept give the report under `rubric`, or must the notebook be judged again?"""
        return kept.outcome.unreadable or kept.points == self._points or kept.report_by(rubric) is not None

    def keep(self, sha256: str, outcome: Outcome) -> None:
        """Written and on the disk when this returns."""
        body = {"course": self._course, "points": self._points, "sha256": sha256, "outcome": packed(outcome)}
        write_atomically(self._file(sha256), json.dumps(body))


def write_atomically(file: Path, text: str, *, durable: bool = True) -> None:
    """`file` has the old content or the new one, whatever happens; not `durable`, as long as the power stays on.

    Its folder is made; raises GraderError, of a full disk for instance.
    """
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    with _goes_on_later(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="") as opened:
                opened.write(text)
                opened.flush()
                if durable:
                    os.fsync(opened.fileno())
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def _goes_on_later(place: Path) -> Iterator[None]:
    """What the disk refuses, said with the place and with what to do: nothing that was graded is lost."""
    try:
        yield
    except OSError as error:
        raise GraderError(
            Text(
                "what was graded can't be written to {folder}: {error}. What is there already is kept; the same "
                "command goes on from it",
                {"folder": str(place), "error": error.strerror or ""},
            )
        ) from error


def remove_leftovers(folder: Path) -> None:
    """What a killed process had begun to write in `folder`; nobody else may be writing there."""
    for file in folder.glob(".*.*"):
        if _TEMPORARY.fullmatch(file.name) and file.is_file():
            file.unlink(missing_ok=True)
