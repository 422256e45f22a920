"""An autograder for Gradescope: one zip with the grader, the course, every package's version, and the two scripts.

``setup.sh`` and ``run_autograder`` are files beside this module.  What they put into results.json when there is no
report (nothing handed in, a grader that did not finish) is made here, so that the scripts only ever copy valid files:
none of it has a score, since what could not be graded is never a zero.
"""

from __future__ import annotations

import io
import re
import shlex
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import grader
from grader import __version__
from grader.errors import GraderError
from grader.model import Text
from grader.reports.json import written
from grader.reports.language import say

__all__ = ["DEADLINE_MARGIN_SECONDS", "Settings", "autograder_zip"]

DEADLINE_MARGIN_SECONDS = 60  # for the start of the container, and for ending what still runs
_SCRIPTS = Path(__file__).with_name("gradescope")
_DISTRIBUTION = "transformer-grader"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same course gives the same bytes
# What torch's builds for the CPU don't need, though the build that is installed here may.
_CUDA = re.compile(r"nvidia-|triton$|cuda-|pytorch-triton")
_LEFT_OUT = ("__pycache__", ".ipynb_checkpoints")


@dataclass(frozen=True)
class Settings:
    """`notebook` is the name that a submission must have; empty takes the only one there is."""

    assignment: str
    language: str
    edition: str
    time_limit_minutes: int
    notebook: str = ""

    @property
    def deadline_seconds(self) -> int:
        return self.time_limit_minutes * 60 - DEADLINE_MARGIN_SECONDS


def autograder_zip(course: Path, settings: Settings) -> bytes:
    """The zip of the course in the folder `course`."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (content, mode) in sorted(_members(course, settings).items()):
            info = zipfile.ZipInfo(name, _EPOCH)
            info.external_attr = (0o100000 | mode) << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _members(course: Path, settings: Settings) -> dict[str, tuple[bytes, int]]:
    members = {name: (_script(name), 0o755) for name in ("setup.sh", "run_autograder")}
    texts = {"settings.sh": _settings(settings), "pins.txt": "".join(f"{pin}\n" for pin in _pins())}
    texts |= {f"messages/{name}.json": text for name, text in _messages(settings).items()}
    members |= {name: (text.encode("utf-8"), 0o644) for name, text in texts.items()}
    for name, file in _course_files(course):
        members[f"course/{name}"] = (file.read_bytes(), 0o644)
    return members


def _script(name: str) -> bytes:
    return (_SCRIPTS / name).read_bytes()


def _settings(settings: Settings) -> str:
    values = {
        "ASSIGNMENT": settings.assignment,
        "REPORT_LANGUAGE": settings.language,
        "EDITION": settings.edition,
        "NOTEBOOK": settings.notebook,
        "DEADLINE_SECONDS": str(settings.deadline_seconds),
    }
    return "".join(f"{name}={shlex.quote(value)}\n" for name, value in values.items())


def _course_files(course: Path) -> Iterator[tuple[str, Path]]:
    """The grader, the references, and the rubrics: not the solved notebooks, nor the tests."""
    package = Path(grader.__file__).absolute().parent
    for folder, name in ((package, "grader"), (course / "reference_solutions", "reference_solutions")):
        for file in folder.rglob("*"):
            if file.is_file() and not any(part in _LEFT_OUT for part in file.parts):
                yield f"{name}/{file.relative_to(folder).as_posix()}", file
    for file in (course / "rubric.yaml", *(course / "assignments").glob("*/rubric.yaml")):
        yield file.relative_to(course).as_posix(), file


def _pins() -> list[str]:
    """Every package that the grader needs, with the version that is installed here."""
    open_ones, pins = [_DISTRIBUTION], {}
    while open_ones:
        name = open_ones.pop()
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError as error:
            raise GraderError(
                Text("the package {name} isn't installed here, so its version can't be pinned", {"name": name})
            ) from error
        for requirement in found.requires or ():
            needed = _needed(requirement)
            if needed and needed not in pins and not _CUDA.match(needed):
                pins[needed] = metadata.version(needed).partition("+")[0]
                open_ones.append(needed)
    return [f"{name}=={version}" for name, version in sorted(pins.items())]


def _needed(requirement: str) -> str:
    """The name of a requirement that holds here; empty for one of an extra or another system."""
    from packaging.requirements import Requirement

    read = Requirement(requirement)
    if read.marker is not None and not read.marker.evaluate({"extra": ""}):
        return ""
    return re.sub(r"[-_.]+", "-", read.name).lower()


def _messages(settings: Settings) -> Mapping[str, str]:
    """Each a results.json of its own, in the report's language."""
    said = {
        "not_finished": Text(
            "The grading did not finish, and that is not the submission's fault. There is no grade: submit again, or "
            "tell your teacher."
        ),
        "too_long": Text(
            "The grading took longer than {minutes} minutes and was ended. There is no grade: look for a loop that "
            "never ends, or for training that takes long.",
            {"minutes": settings.deadline_seconds // 60},
        ),
        "unreadable": Text("The file can't be read as a notebook. Save it in Jupyter, and submit it again."),
        "no_notebook": Text("No notebook (.ipynb) was found in what was submitted. Submit one."),
        "several_notebooks": Text("Several notebooks were found in what was submitted. Submit only one."),
    }
    if settings.notebook:
        said["no_notebook"] = Text("There is no {name} in what was submitted.", {"name": settings.notebook})
    return {reason: written(_results(reason, say(text, settings.language), settings)) for reason, text in said.items()}


def _results(reason: str, said: str, settings: Settings) -> dict[str, object]:
    return {
        "output": said,
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "complete": False,
            "reason": reason,
            "assignment": settings.assignment,
            "isolation": None,
            "grader_version": __version__,
        },
        # A test without a score is only shown.
        "tests": [{"name": say(Text("Grading"), settings.language), "output": said, "visibility": "visible"}],
    }
