"""Folders and files as they lie on disk or in an archive: names and types only; no link is followed, nothing runs."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import BinaryIO, TypeAlias

from grader.classroom.collection import Problem
from grader.classroom.problems import (
    Unusable,
    changed,
    device,
    link,
    no_such_path,
    too_deep,
    too_large,
    too_many,
    unreadable,
)
from grader.intake.visible import visible

__all__ = [
    "MOST_DEPTH",
    "MOST_FILES",
    "File",
    "Folder",
    "Junk",
    "Node",
    "files_below",
    "is_archive_name",
    "is_notebook_name",
    "junk_kind",
    "name_order",
    "read_whole",
    "scan",
    "shown",
]

MOST_DEPTH = 32
MOST_FILES = 100_000  # below one entry of a given folder, so that nobody's data set stops another's grading

_OTHER_ARCHIVES = (".7z", ".rar", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".zst")


class Junk(Enum):
    """What is left out without a word but for a count."""

    VERSION_CONTROL = "version_control"
    MACOS = "macos"
    CHECKPOINT = "checkpoint"
    HIDDEN = "hidden"
    ENVIRONMENT = "environment"
    COURSE = "course"
    OTHER = "other"


@dataclass(frozen=True)
class File:
    """`open(most)` gives a seekable file, or raises :class:`Unusable`: of one in an archive also if it's larger."""

    name: str
    source: str
    open: Callable[[int], BinaryIO] = field(repr=False, compare=False)
    problem: Problem | None = None

    @property
    def is_notebook(self) -> bool:
        return is_notebook_name(self.name)

    @property
    def is_archive(self) -> bool:
        return is_archive_name(self.name)

    @property
    def is_other_archive(self) -> bool:
        return self.name.lower().endswith(_OTHER_ARCHIVES)


@dataclass(frozen=True)
class Folder:
    name: str
    source: str
    entries: tuple[Node, ...]
    is_clone: bool = False
    problem: Problem | None = None

    @property
    def folders(self) -> tuple[Folder, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Folder))

    @property
    def files(self) -> tuple[File, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, File))


Node: TypeAlias = "File | Folder"


def files_below(node: Node) -> Iterator[File]:
    if isinstance(node, File):
        yield node
    else:
        for entry in node.entries:
            yield from files_below(entry)


def shown(name: str) -> str:
    """A name as it can stand in a report: nothing in it does anything."""
    return visible(name, 4096)


def name_order(name: str) -> tuple[str, str]:
    return unicodedata.normalize("NFC", name).casefold(), name


def is_notebook_name(name: str) -> bool:
    """Also what browsers and editors that don't know the type make of it: ``hw.ipynb.txt``, ``hw.ipynb.json``."""
    return name.rstrip(" .").lower().endswith((".ipynb", ".ipynb.txt", ".ipynb.json"))


def is_archive_name(name: str) -> bool:
    return name.rstrip(" .").lower().endswith(".zip")


_FOLDERS = {
    ".git": Junk.VERSION_CONTROL, ".svn": Junk.VERSION_CONTROL, ".hg": Junk.VERSION_CONTROL,
    "__macosx": Junk.MACOS,
    ".ipynb_checkpoints": Junk.CHECKPOINT,
    "__pycache__": Junk.ENVIRONMENT, "node_modules": Junk.ENVIRONMENT, "site-packages": Junk.ENVIRONMENT,
}  # fmt: skip
_FILES = {
    ".git": Junk.VERSION_CONTROL, ".ds_store": Junk.MACOS, "thumbs.db": Junk.HIDDEN, "desktop.ini": Junk.HIDDEN,
}  # fmt: skip


def junk_kind(name: str, *, folder: bool) -> Junk | None:
    lower = name.lower()
    known = (_FOLDERS if folder else _FILES).get(lower)
    if known is not None:
        return known
    if lower.startswith("._"):
        return Junk.MACOS
    return Junk.HIDDEN if lower.startswith((".", "~$")) else None


def read_whole(file: File, most: int) -> bytes:
    """All bytes of `file`, once.  Raises Unusable, also where there are more than `most`."""
    if file.problem is not None:
        raise Unusable(file.problem)
    try:
        with file.open(most) as opened:
            data = opened.read(most + 1)
    except OSError as error:
        raise Unusable(unreadable(error)) from None
    if len(data) > most:
        raise Unusable(too_large(most))
    return data


# --- on disk


def scan(path: Path, ignored: Counter[Junk], leave_out: frozenset[str] = frozenset(), *, follow: bool = True) -> Node:
    """What lies at `path` and below.  `leave_out` are absolute paths of folders that aren't entered.

    `follow` is for a link to a folder that the teacher gave by itself; among those of a glob it may be a student's.
    """
    root = os.path.abspath(path)
    source = shown(str(path))
    try:
        if not follow and os.path.islink(root):
            return _unusable(os.path.basename(root), source, link())
        mode = os.stat(root).st_mode
    except (OSError, ValueError) as error:
        problem = no_such_path() if isinstance(error, FileNotFoundError | ValueError) else unreadable(error)
        return _unusable(os.path.basename(root), source, problem)
    if not stat.S_ISDIR(mode):
        if os.path.islink(root):
            return _unusable(os.path.basename(root), source, link())
        return _file(os.path.dirname(root), (os.path.basename(root),), source, mode)
    try:
        descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        return Folder(os.path.basename(root), source, (), problem=unreadable(error))
    return _Walk(root, ignored, leave_out).folder(descriptor, (), source)


class _Walk:
    def __init__(self, root: str, ignored: Counter[Junk], leave_out: frozenset[str]) -> None:
        self.root, self.ignored, self.leave_out = root, ignored, leave_out
        self.files_left = MOST_FILES

    def folder(self, descriptor: int, parts: tuple[str, ...], source: str) -> Folder:
        """Reads one folder by its open `descriptor`, which it closes."""
        name = parts[-1] if parts else os.path.basename(self.root)
        entries: list[Node] = []
        problem = None
        is_clone = False
        try:
            with os.scandir(descriptor) as listing:
                found = sorted(self._at_most(listing, top=not parts), key=lambda entry: name_order(entry.name))
            for entry in found:
                is_clone |= entry.name == ".git"
                if not parts:
                    self.files_left = MOST_FILES
                node = self._entry(entry, descriptor, (*parts, entry.name), f"{source}/{shown(entry.name)}")
                if node is not None:
                    entries.append(node)
        except Unusable as stopped:
            problem = stopped.problem
        except OSError as error:
            problem = unreadable(error)
        finally:
            os.close(descriptor)
        return Folder(name, source, tuple(entries), is_clone, problem)

    def _at_most(self, listing: Iterator[os.DirEntry[str]], *, top: bool) -> Iterator[os.DirEntry[str]]:
        for entry in listing:
            self.files_left -= not top
            if self.files_left < 0:
                raise Unusable(too_many(MOST_FILES))
            yield entry

    def _entry(self, entry: os.DirEntry[str], descriptor: int, parts: tuple[str, ...], source: str) -> Node | None:
        try:
            mode = entry.stat(follow_symlinks=False).st_mode
        except OSError as error:
            return _unusable(entry.name, source, unreadable(error))
        is_folder = stat.S_ISDIR(mode)
        junk = junk_kind(entry.name, folder=is_folder)
        if junk is not None:
            self.ignored[junk] += 1
            return None
        if not is_folder:
            return _file(self.root, parts, source, mode)
        if os.path.join(self.root, *parts) in self.leave_out:
            return None
        if len(parts) > MOST_DEPTH:
            return Folder(entry.name, source, (), problem=too_deep(MOST_DEPTH))
        try:
            below = os.open(entry.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
        except OSError as error:
            return Folder(entry.name, source, (), problem=unreadable(error))
        return self.folder(below, parts, source)


def _unusable(name: str, source: str, problem: Problem) -> File:
    def refuse(most: int) -> BinaryIO:
        raise Unusable(problem)

    return File(name, source, refuse, problem)


def _file(root: str, parts: tuple[str, ...], source: str, mode: int) -> File:
    if stat.S_ISLNK(mode):
        return _unusable(parts[-1], source, link())
    if not stat.S_ISREG(mode):
        return _unusable(parts[-1], source, device())
    return File(parts[-1], source, lambda most: _open_below(root, parts))


def _open_below(root: str, parts: tuple[str, ...]) -> BinaryIO:
    """The regular file at `parts` below `root`, each step without following a link that has been put there since."""
    descriptor = -1
    try:
        descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        for number, part in enumerate(parts, start=1):
            last = number == len(parts)
            flags = os.O_RDONLY | os.O_NOFOLLOW | (os.O_NONBLOCK if last else os.O_DIRECTORY)
            below = os.open(part, flags, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise Unusable(changed())
        opened = os.fdopen(descriptor, "rb")
        descriptor = -1
    except OSError as error:
        raise Unusable(unreadable(error)) from None
    finally:
        if descriptor >= 0:
            os.close(descriptor)
    return opened
