"""What is found in a class's folders and archives: submissions to grade, and what a teacher must look at."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from grader.model import Text

__all__ = [
    "Attention",
    "AttentionKind",
    "Claimed",
    "Collected",
    "Collection",
    "Ignored",
    "Layout",
    "Problem",
    "Student",
    "slug_of",
]


class Layout(Enum):
    """Where a submission's name comes from."""

    MOODLE = "moodle"
    CANVAS = "canvas"
    BLACKBOARD = "blackboard"
    GRADESCOPE = "gradescope"
    CLONES = "clones"
    FOLDERS = "folders"
    FILES = "files"


class AttentionKind(Enum):
    SEVERAL_NOTEBOOKS = "several_notebooks"
    NO_NOTEBOOK = "no_notebook"
    NO_SUBMISSION = "no_submission"
    NO_SUCH_PATH = "no_such_path"
    UNKNOWN_STUDENT = "unknown_student"
    UNRECOGNISED_NAME = "unrecognised_name"
    NEAR_NAMES = "near_names"
    SAME_FILE = "same_file"
    ROSTER = "roster"
    LFS_POINTER = "lfs_pointer"
    LINK = "link"
    NOT_A_FILE = "not_a_file"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
    UNSAFE_NAME = "unsafe_name"
    DUPLICATE_MEMBER = "duplicate_member"
    ENCRYPTED = "encrypted"
    OTHER_ARCHIVE = "other_archive"


@dataclass(frozen=True)
class Problem:
    """Why something can't be used, and what to do about it."""

    kind: AttentionKind
    what: Text
    remedy: Text

    @property
    def is_attack(self) -> bool:
        """Is it to be told of any file, be it a notebook or not?"""
        return self.kind is AttentionKind.UNSAFE_NAME


@dataclass(frozen=True)
class Student:
    id: str
    name: str = ""
    email: str = ""


@dataclass(frozen=True)
class Claimed:
    """What names and side files say of a submission's time: nobody vouches for it (`late`, `submitted_at`)."""

    name: str
    value: str


@dataclass(frozen=True)
class Collected:
    """One submission to grade: the bytes that :meth:`read` gives are those of `sha256`, whatever becomes of the file.

    `layout_id` is the number or name by which its LMS knows the student; `others` are those who handed it in with them.
    `copies` are sources of the same bytes, and `older` those that the LMS's own order says came before; `choice` says
    by which order.
    """

    student_id: str
    student_name: str
    email: str
    source: str
    file_name: str
    sha256: str
    size: int
    read: Callable[[], bytes] = field(repr=False, compare=False)
    layout: Layout
    layout_id: str
    in_roster: bool | None
    others: tuple[Student, ...] = ()
    claims: tuple[Claimed, ...] = ()
    copies: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    choice: Text | None = None

    @property
    def student(self) -> Student:
        return Student(self.student_id, self.student_name, self.email)

    @property
    def slug(self) -> str:
        return slug_of(self.student_id)


@dataclass(frozen=True)
class Attention:
    """Something that a teacher must look at.

    `held` says that `sources` aren't graded because of it; otherwise they are (or there are none), and this is to be
    known of them.
    """

    kind: AttentionKind
    what: Text
    sources: tuple[str, ...]
    remedy: Text
    held: bool
    student: Student | None = None


@dataclass(frozen=True)
class Ignored:
    what: Text
    count: int


@dataclass(frozen=True)
class Collection:
    """Each notebook found is a `source`, a copy or an older attempt in `collected`, or in one held `attention`."""

    collected: tuple[Collected, ...]
    attention: tuple[Attention, ...]
    ignored: tuple[Ignored, ...]

    @property
    def missing(self) -> tuple[Student, ...]:
        """Students of the roster of whom nothing was found."""
        told = (entry for entry in self.attention if entry.kind is AttentionKind.NO_SUBMISSION)
        return tuple(entry.student for entry in told if entry.student is not None)


def slug_of(student_id: str) -> str:
    """A file name for a student's report: lower-case ASCII, and different for different ids on every file system.

    It depends on the id alone, so it's the same when the class is graded again with others in it.
    """
    plain = unicodedata.normalize("NFKD", student_id).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48] or "student"
    device = re.fullmatch(r"con|prn|aux|nul|(?:com|lpt)\d", plain)  # which Windows takes for devices
    if plain == student_id and not device:
        return plain
    return f"{plain}-{hashlib.sha256(student_id.encode(errors='surrogatepass')).hexdigest()[:8]}"
