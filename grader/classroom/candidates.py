"""All notebooks that were found of one student, and which of them is the submission, if that can be told."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.classroom.archives import Budget, opened
from grader.classroom.collection import Layout, Problem
from grader.classroom.problems import Unusable, lfs_pointer, other_archive, too_deep, too_many
from grader.classroom.store import Store
from grader.classroom.tree import File, Folder, Junk, Node, read_whole
from grader.classroom.units import Unit
from grader.intake.bounded_file import MOST_BYTES
from grader.model import Text

__all__ = ["MOST_CANDIDATES", "Candidate", "Chosen", "Reader", "choose"]

MOST_NESTED = 3  # archives in archives
MOST_CANDIDATES = 200  # notebooks of one student that are read; more were not handed in by hand
_LFS = b"version https://git-lfs.github.com/spec/"
_LMS = {Layout.CANVAS: "Canvas", Layout.BLACKBOARD: "Blackboard", Layout.GRADESCOPE: "Gradescope"}


@dataclass(frozen=True)
class Candidate:
    """A notebook that was read."""

    unit: Unit
    source: str
    file_name: str
    sha256: str
    size: int
    read: Callable[[], bytes] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Chosen:
    candidate: Candidate
    copies: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    choice: Text | None = None


class Reader:
    """Reads each file once; what it read stays in the `store`."""

    def __init__(self, store: Store, ignored: Counter[Junk]) -> None:
        self.store, self.ignored = store, ignored

    def candidates(self, units: Sequence[Unit]) -> tuple[list[Candidate], list[tuple[str, Problem]]]:
        """The notebooks in a student's units, and what can't be read there."""
        one = _OneStudent(self.store, self.ignored)
        for unit in units:
            one.walk(unit, unit.node, 0)
        if not one.found and not one.problems:
            one.problems += [(source, other_archive()) for source in one.other_archives]
        else:
            self.ignored[Junk.OTHER] += len(one.other_archives)
        return one.found, one.problems


class _OneStudent:
    def __init__(self, store: Store, ignored: Counter[Junk]) -> None:
        self.store, self.ignored = store, ignored
        self.budget = Budget()
        self.found: list[Candidate] = []
        self.problems: list[tuple[str, Problem]] = []
        self.other_archives: list[str] = []
        self.kept: dict[str, Callable[[], bytes]] = {}

    def walk(self, unit: Unit, node: Node, depth: int) -> None:
        if isinstance(node, Folder):
            if node.problem is not None:
                self.problems.append((node.source, node.problem))
            for entry in node.entries:
                self.walk(unit, entry, depth)
        elif node.is_notebook:
            self.notebook(unit, node)
        elif node.is_archive:
            self.archive(unit, node, depth)
        elif node.problem is not None and node.problem.is_attack:
            self.problems.append((node.source, node.problem))
        elif node.is_other_archive and node.problem is None:
            self.other_archives.append(node.source)
        else:
            self.ignored[Junk.OTHER] += 1

    def notebook(self, unit: Unit, file: File) -> None:
        if len(self.found) >= MOST_CANDIDATES:
            self.problems.append((file.source, too_many(MOST_CANDIDATES)))
            return
        try:
            data = read_whole(file, MOST_BYTES)
        except Unusable as unusable:
            self.problems.append((file.source, unusable.problem))
            return
        if data.startswith(_LFS):
            self.problems.append((file.source, lfs_pointer()))
            return
        digest = hashlib.sha256(data).hexdigest()
        if digest not in self.kept:
            self.kept[digest] = self.store.put(data)
        self.found.append(Candidate(unit, file.source, file.name, digest, len(data), self.kept[digest]))

    def archive(self, unit: Unit, file: File, depth: int) -> None:
        if depth >= MOST_NESTED:
            self.problems.append((file.source, too_deep(MOST_NESTED)))
            return
        try:
            with opened(file, self.ignored, self.budget) as folder:
                self.walk(unit, folder, depth + 1)
        except Unusable as unusable:
            self.problems.append((file.source, unusable.problem))


def choose(candidates: Sequence[Candidate], ignored: Counter[Junk]) -> Chosen | None:
    """The submission among a student's notebooks; None where there's none or nothing says which.

    Copies of the same bytes are one, Jupyter's checkpoints beside others are none, and of an LMS's attempts the newest
    counts where the LMS's own names order them.
    """
    own = [candidate for candidate in candidates if "-checkpoint.ipynb" not in candidate.file_name.lower()]
    if own and len(own) < len(candidates):
        ignored[Junk.CHECKPOINT] += len(candidates) - len(own)
        candidates = own
    different: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        different.setdefault(candidate.sha256, []).append(candidate)
    if not different:
        return None
    firsts = [same[0] for same in different.values()]
    newest = firsts[0] if len(firsts) == 1 else _newest(firsts)
    if newest is None:
        return None
    copies = tuple(copy.source for copy in different.pop(newest.sha256)[1:])
    older = tuple(candidate.source for same in different.values() for candidate in same)
    choice = None
    if older:
        lms = _LMS[newest.unit.claim.layout]
        choice = Text("The newest of {count} attempts by the order of {lms}.", {"count": len(firsts), "lms": lms})
    return Chosen(newest, copies, older, choice)


def _newest(candidates: Sequence[Candidate]) -> Candidate | None:
    """The last by the LMS's own order, which holds between uploads and not between the files in one of them."""
    attempts = [candidate.unit.claim.attempt for candidate in candidates]
    layouts = {candidate.unit.claim.layout for candidate in candidates}
    known = [attempt for attempt in attempts if attempt is not None]
    if len(layouts) != 1 or len(known) < len(candidates):
        return None
    if len({attempt.series for attempt in known}) != 1:  # files with names of their own: parts, not attempts
        return None
    exports = {candidate.unit.export for candidate in candidates}
    (layout,) = layouts
    numbers = [attempt.number for attempt in known]
    if layout is Layout.CANVAS:
        again, uploaded = zip(*numbers, strict=True)
        if len(exports) == 1 and 0 not in again:  # hw-1 and hw-2 without hw: the student's own names
            return None
        if len(exports) == 1 and again.index(max(again)) != uploaded.index(max(uploaded)):
            return None
        numbers = [(upload,) for upload in uploaded]
    elif layout is Layout.GRADESCOPE and len(exports) != 1:  # two assignments
        return None
    last = max(numbers)
    return candidates[numbers.index(last)] if numbers.count(last) == 1 else None
