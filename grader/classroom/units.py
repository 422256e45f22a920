"""A tree of folders, files and archives -> who handed in which part of it.

The names closest to the top decide, and nothing below them is asked: what lies inside a student's own folder or
archive was named by that student.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from grader.classroom.archives import opened
from grader.classroom.collection import AttentionKind, Claimed, Layout, Problem
from grader.classroom.gradescope import METADATA, claims_of_export
from grader.classroom.naming import Claim, claims_by_lms, names_of_clones, plain_claim
from grader.classroom.problems import Unusable
from grader.classroom.tree import File, Folder, Junk, Node, files_below, read_whole
from grader.model import Text

__all__ = ["Finder", "Lost", "Unit"]

MOST_METADATA = 64 << 20
MOST_WRAPPERS = 8
NBGRADER_FOLDERS = frozenset({"source", "release", "autograded", "feedback", "gradebook.db", "nbgrader_config.py"})


@dataclass(frozen=True)
class Unit:
    """What one claim covers: a notebook, an archive, or a folder with all that is below; `export` is where it was."""

    claim: Claim
    node: Node
    export: str


@dataclass(frozen=True)
class Lost:
    """What belongs to nobody: it can't be read, or doesn't say whose it is."""

    node: Node
    problem: Problem


class Finder:
    """One search through what was given; archives that hold a whole class stay open as long as `stack`.

    `known` says whether the roster has a login or an id.
    """

    def __init__(self, stack: ExitStack, ignored: Counter[Junk], known: Callable[[str], bool]) -> None:
        self.stack, self.ignored, self.known = stack, ignored, known
        self.units: list[Unit] = []
        self.lost: list[Lost] = []

    # --- what was given

    def given(self, nodes: Sequence[Node], parents: Sequence[str]) -> None:
        """Finds the units of the paths on a command line; `parents` are the names of the folders that hold them."""
        if len(nodes) == 1:
            self._alone(nodes[0])
            return
        labels = self._labels(nodes, parents)
        whole = self._hold_classes([node for node in nodes if isinstance(node, Folder)])
        items: list[tuple[str, Node]] = []
        for label, node in zip(labels, nodes, strict=True):
            if isinstance(node, Folder) and whole and not node.is_clone:
                self.container(node)
            else:
                items.append((label, node))
        if items:
            self._items(items, above="", export="")

    def _alone(self, node: Node) -> None:
        if isinstance(node, Folder):
            if node.is_clone:
                self._items([(node.name, node)], above="", export="")
            else:
                self.container(node)
        elif node.is_archive and node.problem is None:
            self._archive_as_class(node)
        else:
            self._items([(node.name, node)], above="", export="")

    @staticmethod
    def _labels(nodes: Sequence[Node], parents: Sequence[str]) -> list[str]:
        """The names that tell them apart: of ``*/hw.ipynb`` and ``submitted/*/ps1`` those of the folders above."""
        names = [node.name for node in nodes]
        files = all(isinstance(node, File) for node in nodes)
        above = len(set(parents))
        if above >= 2 and (len(set(names)) == 1 or (files and 2 * above >= len(names))):
            return list(parents)
        return names

    def _hold_classes(self, folders: Sequence[Folder]) -> bool:
        """Is each of several given folders a class, or (a glob) a student's?  What most of them look like."""
        classes = sum(self._looks_like_class(folder) for folder in folders)
        return 2 * classes > len(folders)

    @staticmethod
    def _looks_like_class(folder: Folder) -> bool:
        if folder.is_clone:
            return False
        names = [entry.name for entry in folder.entries]
        if METADATA in names or any(claims_by_lms(names)):
            return True
        return sum(file.is_notebook or file.is_archive for file in files_below(folder)) > 1

    # --- containers

    def container(self, folder: Folder, depth: int = 0) -> None:
        """The units of a folder that holds a class, or what is left of one."""
        if folder.problem is not None:
            self.lost.append(Lost(folder, folder.problem))
        names = [entry.name for entry in folder.entries]
        metadata = next((file for file in folder.files if file.name == METADATA), None)
        if metadata is not None:
            self._gradescope(folder, metadata)
            return
        if "submitted" in names and NBGRADER_FOLDERS & set(names):
            for entry in folder.entries:
                if entry.name == "submitted" and isinstance(entry, Folder):
                    self.container(entry)
                else:
                    self.ignored[Junk.COURSE] += 1
            return
        wrapped = self._wrapped(folder) if depth < MOST_WRAPPERS else None
        if wrapped is not None:
            if isinstance(wrapped, Folder):
                self._leave_rest(folder, wrapped)
                self.container(wrapped, depth + 1)
                return
            self._leave_rest(folder, wrapped)
            self._archive_as_class(wrapped, depth + 1)
            return
        self._items([(entry.name, entry) for entry in folder.entries], folder.name, folder.source)

    def _leave_rest(self, folder: Folder, wrapped: Node) -> None:
        for entry in folder.entries:
            if entry is not wrapped:
                self._other(entry)

    def _wrapped(self, folder: Folder) -> Node | None:
        """The one entry that holds all the rest, as most exports and archives have it; None where it's a student's."""
        if any(claims_by_lms([entry.name for entry in folder.entries])):
            return None
        bearing = [entry for entry in folder.entries if _bears(entry)]
        if len(bearing) != 1 or len(folder.folders) > 1:
            return None
        only = bearing[0]
        if isinstance(only, Folder):
            return None if only.is_clone or not self._is_several(only) else only
        if not only.is_archive or only.problem is not None:
            return None
        return only if self._peek(only, self._is_several) else None

    def _is_several(self, folder: Folder, depth: int = 0) -> bool:
        """Does it hold more than one student's work, by the look of it?"""
        names = [entry.name for entry in folder.entries]
        if METADATA in names or "submitted" in names or any(claims_by_lms(names)):
            return True
        bearing = [entry for entry in folder.entries if _bears(entry)]
        if len(bearing) == 1 and isinstance(bearing[0], Folder) and depth < MOST_WRAPPERS:
            return not bearing[0].is_clone and self._is_several(bearing[0], depth + 1)
        return len(bearing) > 1

    def _peek(self, archive: File, question: Callable[[Folder], bool]) -> bool:
        try:
            with opened(archive, Counter()) as folder:
                return question(folder)
        except (Unusable, OSError):
            return False

    def _archive_as_class(self, archive: File, depth: int = 0) -> None:
        try:
            folder = self.stack.enter_context(opened(archive, self.ignored))
        except Unusable as unusable:
            self.lost.append(Lost(archive, unusable.problem))
            return
        self.container(folder, depth)

    # --- entries side by side

    def _items(self, items: Sequence[tuple[str, Node]], above: str, export: str) -> None:
        """Entries that lie side by side, each with the name that says whose it is."""
        for _, node in items:
            if node.problem is not None and node.problem.is_attack:
                self.lost.append(Lost(node, node.problem))
        items = list(self._unwrapped([item for item in items if not (item[1].problem and item[1].problem.is_attack)]))
        considered = [(label, node) for label, node in items if _bears(node) or isinstance(node, Folder)]
        claims = dict(
            zip(
                map(id, (node for _, node in considered)),
                claims_by_lms([label for label, _ in considered]),
                strict=True,
            )
        )
        loose = [node for _, node in items if id(node) not in claims]
        if any(claims.values()):
            # The LMS says by name whose a file is that can't be a notebook, too.
            of_loose = claims_by_lms([label for label, node in items if id(node) not in claims])
            claims |= dict(zip(map(id, loose), of_loose, strict=True))
            self._of_lms([node for _, node in items], claims, export)
            return
        for node in loose:
            self._other(node)
        self._plain(considered, above, export)

    def _unwrapped(self, items: Sequence[tuple[str, Node]]) -> Iterator[tuple[str, Node]]:
        """Without the archives that are exports of an LMS, which are searched; unless most of them are students'."""
        archives = [node for _, node in items if isinstance(node, File) and node.is_archive and node.problem is None]
        exports: list[Node] = []
        if archives and not any(claims_by_lms([label for label, _ in items])):
            exports = [node for node in archives if self._peek(node, _is_export)]
        whole = 2 * len(exports) > len(archives)
        for label, node in items:
            if whole and isinstance(node, File) and any(node is export for export in exports):
                self._archive_as_class(node)
            else:
                yield label, node

    def _of_lms(self, nodes: Sequence[Node], claims: dict[int, Claim | None], export: str) -> None:
        for node in nodes:
            claim = claims.get(id(node))
            if claim is not None:
                self.units.append(Unit(claim, node, export))
            elif _bears(node):
                self.lost.append(Lost(node, _unrecognised()))
            else:
                self._other(node)

    def _plain(self, items: Sequence[tuple[str, Node]], above: str, export: str) -> None:
        files_too = any(isinstance(node, File) for _, node in items)
        folders = [label for label, node in items if isinstance(node, Folder) and node.is_clone]
        clones = dict(zip(folders, names_of_clones(folders, above, self.known), strict=True)) if folders else {}
        for label, node in items:
            if isinstance(node, File):
                self.units.append(Unit(plain_claim(label, Layout.FILES), node, export))
            elif node.is_clone:
                self.units.append(Unit(clones[label], node, export))
            elif _bears(node) or node.problem is not None or not files_too:
                self.units.append(Unit(_with_timestamp(plain_claim(label, Layout.FOLDERS), node), node, export))
            else:  # among files, a folder without a notebook is data
                self._other(node)

    def _gradescope(self, folder: Folder, metadata: File) -> None:
        try:
            claims = claims_of_export(read_whole(metadata, MOST_METADATA))
        except Unusable as unusable:
            self.lost.append(Lost(metadata, unusable.problem))
            claims = {}
        for entry in folder.entries:
            if entry is metadata:
                continue
            claim = claims.get(entry.name)
            if claim is not None:
                self.units.append(Unit(claim, entry, folder.source))
            elif _bears(entry):
                self.lost.append(Lost(entry, _unlisted()))
            else:
                self._other(entry)

    def _other(self, node: Node) -> None:
        self.ignored[Junk.OTHER] += sum(1 for _ in files_below(node)) if isinstance(node, Folder) else 1


def _is_export(folder: Folder, depth: int = 0) -> bool:
    """Does it look like what an LMS makes?"""
    names = [entry.name for entry in folder.entries]
    if METADATA in names or any(claims_by_lms(names)):
        return True
    only = folder.entries[0] if len(folder.entries) == 1 else None
    return isinstance(only, Folder) and depth < MOST_WRAPPERS and _is_export(only, depth + 1)


def _bears(node: Node) -> bool:
    """Is there something in it that could be a submission?"""
    return any(file.is_notebook or file.is_archive for file in files_below(node))


def _with_timestamp(claim: Claim, folder: Folder) -> Claim:
    """nbgrader's collecting leaves the time in ``<student>/<assignment>/timestamp.txt``."""
    for below in (folder, *folder.folders):
        for file in below.files:
            if file.name == "timestamp.txt":
                try:
                    text = read_whole(file, 200).decode("utf-8", "replace").strip()
                except Unusable:
                    continue
                if re.match(r"\d{4}-\d\d-\d\d", text):
                    return replace(claim, claims=(*claim.claims, Claimed("submitted_at", text)))
    return claim


def _unrecognised() -> Problem:
    what = Text("The names beside this one are of an LMS's form, and this one isn't: it doesn't say whose it is.")
    return Problem(
        AttentionKind.UNRECOGNISED_NAME, what, Text("Take it out, or give it a name like those of the others.")
    )


def _unlisted() -> Problem:
    what = Text("Gradescope's list (submission_metadata.yml) doesn't say whose this is.")
    return Problem(
        AttentionKind.UNRECOGNISED_NAME, what, Text("Take it out, or give it a name like those of the others.")
    )
