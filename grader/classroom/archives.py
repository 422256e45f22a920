"""Zip files by rules of our own: nothing is ever unpacked to disk, and a member's name decides nothing but its label.

What a zip file says of itself isn't believed (sizes, counts, names).  Its directory is read up to `MOST_DIRECTORY`
bytes; a member's real bytes are counted while they stream, against a limit of their own, the ratio to what they were
packed in, and the :class:`Budget` of the student's archives together.  Members that overlap (the bomb of David Fifield,
"A better zip bomb", WOOT 2019) are refused, and so is one whose name leads out or is there twice, a link, a device, and
what needs a password.  One bad member spoils itself alone: the others are read.

Of :mod:`zipfile` only the parser is used; it raises most kinds of exception on broken files, hence the wide nets.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO, cast

from grader.classroom.collection import Problem
from grader.classroom.problems import (
    Unusable,
    bomb,
    damaged,
    device,
    duplicate_member,
    encrypted,
    link,
    too_deep,
    too_large,
    too_many,
    unknown_compression,
    unsafe_name,
)
from grader.classroom.tree import MOST_DEPTH, MOST_FILES, File, Folder, Junk, Node, junk_kind, name_order, shown

__all__ = ["MOST_NESTED_BYTES", "Budget", "member_parts", "opened"]

MOST_DIRECTORY = 24 << 20
MOST_NESTED_BYTES = 256 << 20  # of an archive in an archive, which is held in memory
MOST_UNIT_BYTES = 512 << 20  # that all archives of one student may unpack to
MOST_RATIO = 400  # a notebook full of the same output reaches 100; deflate ends at 1032
RATIO_FROM = 4 << 20
MOST_MEMBERS = MOST_FILES
_STEP = 1 << 16
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass
class Budget:
    """How many bytes may still be unpacked."""

    bytes_left: int = MOST_UNIT_BYTES

    def take(self, count: int) -> None:
        self.bytes_left -= count
        if self.bytes_left < 0:
            raise Unusable(bomb())


@contextmanager
def opened(file: File, ignored: Counter[Junk], budget: Budget | None = None) -> Iterator[Folder]:
    """The folder that the archive `file` holds; its members can be read until the end of the block.

    Raises Unusable.  Without a `budget` only each member has its limit: for what the teacher's own LMS packed.
    """
    if file.problem is not None:
        raise Unusable(file.problem)
    with file.open(MOST_NESTED_BYTES) as raw:
        archive = _parsed(raw)
        with archive:
            yield _Listing(file, archive, budget, ignored).folder()


class _BoundedReads(io.BufferedIOBase):
    """`zipfile` reads the directory in one go, of a size that the file itself states."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw

    def read(self, size: int | None = -1, /) -> bytes:
        data = self._raw.read(MOST_DIRECTORY + 1 if size is None or size < 0 else min(size, MOST_DIRECTORY + 1))
        if len(data) > MOST_DIRECTORY:
            raise Unusable(too_many(MOST_MEMBERS))
        return data

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self._raw.seek(offset, whence)

    def tell(self) -> int:
        return self._raw.tell()

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True


def _parsed(raw: BinaryIO) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(cast("BinaryIO", _BoundedReads(raw)))
    except Unusable:
        raise
    except Exception:  # noqa: BLE001 - struct.error, UnicodeDecodeError, OverflowError, NotImplementedError ...
        raise Unusable(damaged()) from None
    if len(archive.filelist) > MOST_MEMBERS:
        archive.close()
        raise Unusable(too_many(MOST_MEMBERS))
    return archive


@dataclass
class _Branch:
    folders: dict[str, _Branch] = field(default_factory=dict)
    files: list[File] = field(default_factory=list)
    is_clone: bool = False


class _Listing:
    """One reading of one archive's directory."""

    def __init__(self, file: File, archive: zipfile.ZipFile, budget: Budget | None, ignored: Counter[Junk]) -> None:
        self.file, self.archive, self.budget, self.ignored = file, archive, budget, ignored

    def folder(self) -> Folder:
        members = [info for info in self.archive.filelist if not _name(info).endswith(("/", "\\"))]
        parts_of = {id(info): member_parts(_name(info)) for info in members}
        counts = Counter(parts for parts in parts_of.values() if parts is not None)
        overlapping = _overlapping(self.archive.filelist)
        root = _Branch()
        junk_folders: set[tuple[str, ...]] = set()
        for info in members:
            parts = parts_of[id(info)]
            problem = _problem(info, parts, overlapping)
            if problem is None and parts is not None and counts[parts] > 1:
                problem = duplicate_member()
            if parts is None:  # shown flat, under the name as it stands
                root.files.append(self._member(info, _name(info), shown(_name(info)), problem))
                continue
            if self._is_junk(root, parts, junk_folders):
                continue
            branch = root
            for part in parts[:-1]:
                branch = branch.folders.setdefault(part, _Branch())
            branch.files.append(self._member(info, parts[-1], shown("/".join(parts)), problem))
        return _folder(root, self.file.name, self.file.source, f"{self.file.source}!")

    def _is_junk(self, root: _Branch, parts: tuple[str, ...], seen: set[tuple[str, ...]]) -> bool:
        for depth, part in enumerate(parts, start=1):
            junk = junk_kind(part, folder=depth < len(parts))
            if junk is None:
                continue
            if junk is Junk.VERSION_CONTROL and part == ".git":
                branch = root
                for above in parts[: depth - 1]:
                    branch = branch.folders.setdefault(above, _Branch())
                branch.is_clone = True
            if parts[:depth] not in seen:  # a folder counts once, as it does on disk
                seen.add(parts[:depth])
                self.ignored[junk] += 1
            return True
        return False

    def _member(self, info: zipfile.ZipInfo, name: str, label: str, problem: Problem | None) -> File:
        def open_member(most: int) -> BinaryIO:
            if problem is not None:
                raise Unusable(problem)
            return io.BytesIO(_bytes_of(self.archive, info, most, self.budget))

        return File(name, f"{self.file.source}!{label}", open_member, problem)


def _folder(branch: _Branch, name: str, source: str, prefix: str) -> Folder:
    entries: list[Node] = [
        _folder(below, part, prefix + shown(part), f"{prefix}{shown(part)}/") for part, below in branch.folders.items()
    ]
    entries += branch.files
    return Folder(name, source, tuple(sorted(entries, key=lambda node: name_order(node.name))), branch.is_clone)


def _name(info: zipfile.ZipInfo) -> str:
    """The name in full: zipfile cuts it at a NUL, and takes what isn't marked as UTF-8 for code page 437.

    macOS and some LMSs write UTF-8 without the mark.  Of the Spanish letters, 437 and Windows' 850 have the same.
    """
    name = info.orig_filename
    if info.flag_bits & 0x800 or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def member_parts(name: str) -> tuple[str, ...] | None:
    """The folders and the file of a member's name; None where the name leads out of the archive or is none.

    A backslash separates too: archives by old Windows programs have it, and so do attacks on Windows.
    """
    parts = tuple(part for part in name.replace("\\", "/").split("/") if part not in ("", "."))
    rooted = name.startswith(("/", "\\")) or (len(name) > 1 and name[1] == ":" and name[0].isalpha())
    if not parts or rooted or ".." in parts or "\x00" in name:
        return None
    return parts


def _problem(info: zipfile.ZipInfo, parts: tuple[str, ...] | None, overlapping: set[int]) -> Problem | None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if parts is None:
        return unsafe_name()
    if stat.S_ISLNK(kind):
        return link()
    if kind not in (0, stat.S_IFREG):
        return device()
    if len(parts) > MOST_DEPTH:
        return too_deep(MOST_DEPTH)
    if info.flag_bits & 0x1:
        return encrypted()
    if info.compress_type not in _METHODS:
        return unknown_compression()
    return bomb() if id(info) in overlapping else None


def _overlapping(members: list[zipfile.ZipInfo]) -> set[int]:
    """Members whose packed bytes reach into those of the next: the same bytes would be unpacked many times."""
    found: set[int] = set()
    end, owner = 0, -1
    for info in sorted(members, key=lambda info: (info.header_offset, info.compress_size)):
        if 0 <= info.header_offset < end:
            found |= {id(info), owner}
        reach = info.header_offset + 30 + info.compress_size
        if reach > end:
            end, owner = reach, id(info)
    return found


def _bytes_of(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, budget: Budget | None) -> bytes:
    pieces: list[bytes] = []
    size = 0
    try:
        with archive.open(info) as member:
            while piece := member.read(_STEP):
                size += len(piece)
                if size > most:
                    raise Unusable(too_large(most))
                if size > RATIO_FROM and size > MOST_RATIO * max(info.compress_size, 1):
                    raise Unusable(bomb())
                if budget is not None:
                    budget.take(len(piece))
                pieces.append(piece)
    except Unusable:
        raise
    except Exception:  # noqa: BLE001 - BadZipFile, zlib.error, EOFError, struct.error, UnicodeDecodeError ...
        raise Unusable(damaged()) from None
    if size != info.file_size:
        raise Unusable(damaged())
    return b"".join(pieces)
