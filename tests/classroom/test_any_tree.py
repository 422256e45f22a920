"""Whatever lies in a folder: a collection comes back, and each notebook is in exactly one place of it."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.classroom.collect import collect
from grader.classroom.collection import Collection
from grader.classroom.tree import is_archive_name, is_notebook_name, junk_kind
from tests.classroom.trees import notebook, zip_bytes

Tree: TypeAlias = "dict[str, bytes | str | Tree]"
LINK, PIPE, ZIP = "link", "pipe", "zip"

NAMES = st.sampled_from(
    [
        "ana",
        "Ana",
        "luis",
        "Jose\u0301",
        "José",
        "submitted",
        "ps1",
        "source",
        "submission_1",
        "hw1-ana",
        "hw1-luis",
        ".git",
        ".ipynb_checkpoints",
        "__MACOSX",
        "a\nb",
        "$(x)",
        "a!b",
        "x.ipynb",
        "x.zip",
        "Ana García_12_assignsubmission_file_",
        "Luis_13_assignsubmission_file",
    ]
)
FILES = st.sampled_from(
    [
        "hw.ipynb",
        "HW.IPYNB",
        "hw-checkpoint.ipynb",
        "hw-1.ipynb",
        "ana.ipynb",
        "ana (1).ipynb",
        ".hidden.ipynb",
        "._hw.ipynb",
        "smith_101_9001_hw.ipynb",
        "smith_101_9002_hw-1.ipynb",
        "LATE_anon_aB3_7_x.ipynb",
        "data.csv",
        "hw.pdf",
        "hw.rar",
        "L_ana_attempt_2026-03-01-10-00-00_h.ipynb",
        "Ana_12_assignsubmission_file_hw.ipynb",
        ".DS_Store",
        "~$hw.ipynb",
        "submission_metadata.yml",
        "timestamp.txt",
        "hw.ipynb.txt",
    ]
)
METADATA = b"submission_1:\n  :submitters:\n  - :name: Ana\n    :sid: '1'\n"
CONTENTS = st.sampled_from(
    [notebook("a"), notebook("b"), notebook("c"), b"", b"{", METADATA, b"version https://git-lfs.github.com/spec/v1\n"]
)
LEAVES = st.one_of(CONTENTS, st.sampled_from([LINK, PIPE]))


def folders(below: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.builds(
        lambda files, subfolders, archives: {
            **{f"{name}.zip": {ZIP: tree} for name, tree in archives.items()},
            **subfolders,
            **files,
        },
        st.dictionaries(FILES, LEAVES, max_size=4),
        st.dictionaries(NAMES, below, max_size=3),
        st.dictionaries(
            st.sampled_from(["ana", "export", "smith_102_9003_hw", "Eva_9_assignsubmission_file_e"]), below, max_size=2
        ),
    )


TREES = st.recursive(st.dictionaries(FILES, LEAVES, max_size=4), folders, max_leaves=12)


def members(tree: Tree, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for name, node in tree.items():
        if isinstance(node, bytes):
            yield prefix + name, node
        elif isinstance(node, dict) and ZIP in node:
            yield prefix + name, zip_bytes(members(node[ZIP]))  # type: ignore[arg-type]
        elif isinstance(node, dict):
            yield from members(node, f"{prefix}{name}/")


def lay(root: Path, tree: Tree) -> None:
    for name, node in tree.items():
        path = root / name
        if isinstance(node, bytes):
            path.write_bytes(node)
        elif node == LINK:
            path.symlink_to("/etc/passwd")
        elif node == PIPE:
            os.mkfifo(path)
        elif isinstance(node, dict) and ZIP in node:
            path.write_bytes(zip_bytes(members(node[ZIP])))  # type: ignore[arg-type]
        elif isinstance(node, dict):
            path.mkdir()
            lay(path, node)


def notebooks(tree: Tree, prefix: str, *, zipped: bool = False) -> Iterator[str]:
    """The sources of all notebooks that aren't in what is to be ignored."""
    for name, node in tree.items():
        is_folder = isinstance(node, dict) and ZIP not in node
        source = prefix + name.replace("\n", "\\n")
        if junk_kind(name, folder=is_folder) is not None:
            continue
        if isinstance(node, dict) and ZIP in node:
            yield from notebooks(node[ZIP], f"{source}!", zipped=True)  # type: ignore[arg-type]
        elif isinstance(node, dict):
            yield from notebooks(node, f"{source}/", zipped=zipped)
        elif is_notebook_name(name) and not (zipped and isinstance(node, str)):
            yield source


def places(collection: Collection) -> Counter[str]:
    counts: Counter[str] = Counter()
    for entry in collection.collected:
        counts.update((entry.source, *entry.copies, *entry.older))
    for attention in collection.attention:
        if attention.held:
            counts.update(attention.sources)
    return counts


@settings(max_examples=250)
@given(TREES, st.booleans(), st.booleans())
def test_each_notebook_is_in_exactly_one_place(tree: Tree, each: bool, listed: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "given"
        root.mkdir()
        lay(root, tree)
        roster = Path(folder) / "students.csv"
        roster.write_text("id,name\nana,Ana García\n101,Smith\n7,José\n", encoding="utf-8")
        paths = (
            [path for path in sorted(root.iterdir()) if junk_kind(path.name, folder=path.is_dir()) is None]
            if each
            else [root]
        )
        collection = collect(paths, roster if listed else None)
        expected = Counter(notebooks(tree, f"{root}/"))
    counts = places(collection)
    for source in expected:
        if "-checkpoint.ipynb" in source:
            assert counts[source] <= 1  # counted as ignored where others count
            continue
        above = [held for held in counts if source.startswith((f"{held}!", f"{held}/"))]
        assert counts[source] + len(above) == 1 or (counts[source] == 0 and _has_course(tree)), source
    assert {source for entry in collection.collected for source in (entry.source, *entry.copies, *entry.older)} <= set(
        expected
    )
    assert len({entry.slug for entry in collection.collected}) == len(collection.collected)


def _has_course(tree: Tree) -> bool:
    """Beside nbgrader's `submitted` and `source`, nothing is a submission."""
    return any("submitted" in node and "source" in node for node in _folders(tree))


def _folders(tree: Tree) -> Iterator[Tree]:
    yield tree
    for node in tree.values():
        if isinstance(node, dict):
            yield from _folders(node)


@settings(max_examples=150)
@given(st.binary(max_size=300), st.integers(0, 400), st.binary(max_size=8))
def test_any_archive_gives_a_collection(raw: bytes, at: int, patch: bytes) -> None:
    good = zip_bytes({"hw.ipynb": notebook(), "b.zip": zip_bytes({"x.ipynb": b"{}"})})
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(
            (raw, b"PK\x03\x04" + raw, good[:at] + patch + good[at + len(patch) :], good[:at] + patch + good[at:])
        ):
            (Path(folder) / f"{number}.zip").write_bytes(data)
        collection = collect([Path(folder)], None)
        assert len({entry.student_id for entry in collection.collected}) == len(collection.collected)
        for entry in collection.collected:
            assert len(entry.read()) == entry.size


@settings(max_examples=100)
@given(
    st.one_of(
        st.binary(max_size=400), st.text(max_size=200).map(lambda text: ("id;name\n" + text).encode("utf-8", "replace"))
    )
)
def test_any_roster_is_read_or_refused(data: bytes) -> None:
    from grader.errors import UsageError

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "ana.ipynb").write_bytes(notebook())
        (Path(folder) / "s.csv").write_bytes(data)
        try:
            collection = collect([Path(folder) / "ana.ipynb"], Path(folder) / "s.csv")
        except UsageError:
            return
    assert len(collection.collected) == 1


def test_archives_named_like_folders_are_archives() -> None:
    assert is_archive_name("x.ZIP")
    assert not is_archive_name("x.zip.ipynb")
