"""Archives that lie, lead out, or don't end: the bad part is told, the rest is read, and nothing lands on disk."""

from __future__ import annotations

import stat
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.classroom import archives, candidates
from grader.classroom.archives import member_parts
from grader.classroom.collect import collect
from grader.classroom.collection import AttentionKind, Collection
from tests.classroom.trees import held, mode, notebook, told, write, zip_bytes

GOOD = notebook("good")


def of_ana(tmp_path: Path, archive: bytes) -> Collection:
    """Ana handed `archive` in; Luis did as was asked."""
    files = {
        "Ana_1_assignsubmission_file/hw.zip": archive,
        "Luis_2_assignsubmission_file/hw.ipynb": notebook("luis"),
    }
    collection = collect([write(tmp_path / "given", files)], None)
    assert [entry.student_id for entry in collection.collected if entry.student_id != "1"] == ["2"]
    return collection


def of_ana_only(collection: Collection) -> list[bytes]:
    return [entry.read() for entry in collection.collected if entry.student_id == "1"]


OUT = [
    "../x.ipynb",
    "/etc/x.ipynb",
    "C:\\x.ipynb",
    "C:x.ipynb",
    "..\\x.ipynb",
    "\\\\host\\share\\x.ipynb",
    "a/../../x.ipynb",
    "a\\..\\..\\x.ipynb",
    "//x.ipynb",
    "..",
    "a/b/..",
    "x\x00.ipynb",
    "x.ipynb\x00.txt",
]


@pytest.mark.parametrize("name", OUT)
def test_a_name_that_leads_out_of_the_archive_is_refused_and_the_rest_is_read(tmp_path: Path, name: str) -> None:
    before = sorted(tmp_path.parent.parent.iterdir())
    collection = of_ana(tmp_path, zip_bytes([(name, notebook("evil")), ("hw.ipynb", GOOD)]))
    assert of_ana_only(collection) == [GOOD]
    (unsafe,) = told(collection, AttentionKind.UNSAFE_NAME)
    assert unsafe.held
    assert unsafe.student is not None
    assert unsafe.student.id == "1"
    assert "\x00" not in unsafe.sources[0]
    assert sorted(tmp_path.parent.parent.iterdir()) == before
    assert sorted(path.name for path in tmp_path.rglob("*.ipynb")) == ["hw.ipynb"]


def test_a_name_that_leads_out_of_an_export_makes_no_student(tmp_path: Path) -> None:
    export = zip_bytes([("../evil.ipynb", GOOD), ("ana.ipynb", GOOD), ("luis.ipynb", notebook("luis"))])
    collection = collect([write(tmp_path, {"c.zip": export}) / "c.zip"], None)
    assert [entry.student_id for entry in collection.collected] == ["ana", "luis"]
    assert held(collection) == {f"{tmp_path}/c.zip!../evil.ipynb"}


@pytest.mark.parametrize("name", ["a\\hw.ipynb", "./a//hw.ipynb", "a/./hw.ipynb"])
def test_harmless_ways_to_write_a_path_are_read(tmp_path: Path, name: str) -> None:
    assert member_parts(name) == ("a", "hw.ipynb")
    assert of_ana_only(of_ana(tmp_path, zip_bytes([(name, GOOD)]))) == [GOOD]


@pytest.mark.parametrize("bits", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK])
def test_links_and_devices_in_an_archive_are_not_files(tmp_path: Path, bits: int) -> None:
    info = zipfile.ZipInfo("hw.ipynb")
    info.external_attr = mode(bits)
    collection = of_ana(tmp_path, zip_bytes([(info, b"/etc/passwd")]))
    assert of_ana_only(collection) == []
    kind = AttentionKind.LINK if bits == stat.S_IFLNK else AttentionKind.NOT_A_FILE
    assert len(told(collection, kind)) == 1


def test_two_members_of_one_name_are_both_left_packed(tmp_path: Path) -> None:
    collection = of_ana(tmp_path, zip_bytes([("hw.ipynb", GOOD), ("./hw.ipynb", notebook("other"))]))
    assert of_ana_only(collection) == []
    (twice,) = told(collection, AttentionKind.DUPLICATE_MEMBER)
    assert len(twice.sources) == 2


def test_what_needs_a_password_is_told_as_such(tmp_path: Path) -> None:
    data = bytearray(zip_bytes({"hw.ipynb": GOOD}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert len(told(of_ana(tmp_path, bytes(data)), AttentionKind.ENCRYPTED)) == 1


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_other_compressions_are_not_opened(tmp_path: Path, method: int) -> None:
    collection = of_ana(tmp_path, zip_bytes({"hw.ipynb": GOOD}, method))
    assert len(told(collection, AttentionKind.OTHER_ARCHIVE)) == 1


@pytest.mark.parametrize("name", ["hw.rar", "hw.7z", "hw.tar.gz"])
def test_other_archives_are_told_if_there_is_nothing_else(tmp_path: Path, name: str) -> None:
    files = {f"Ana_1_assignsubmission_file/{name}": b"Rar!", "Luis_2_assignsubmission_file/hw.ipynb": GOOD}
    collection = collect([write(tmp_path, files)], None)
    (other,) = told(collection, AttentionKind.OTHER_ARCHIVE)
    assert other.sources == (f"{tmp_path}/Ana_1_assignsubmission_file/{name}",)


def bomb(megabytes: int) -> bytes:
    return zip_bytes({"hw.ipynb": b" " * (megabytes << 20)})


def test_what_unpacks_to_hundreds_of_times_its_size_is_left_packed(tmp_path: Path) -> None:
    (told_once,) = told(of_ana(tmp_path, bomb(30)), AttentionKind.TOO_LARGE)
    assert "proportion" in str(told_once.what)


def test_a_bomb_takes_no_more_memory_than_the_largest_notebook(tmp_path: Path) -> None:
    archive = bomb(200)
    assert len(archive) < 1 << 20
    tracemalloc.start()
    started = time.monotonic()
    collection = of_ana(tmp_path, archive)
    seconds, peak = time.monotonic() - started, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(told(collection, AttentionKind.TOO_LARGE)) == 1
    assert peak < 70 << 20
    assert seconds < 2


@pytest.mark.parametrize("stated", [0, 10, len(GOOD) - 1, len(GOOD) + 1, 1 << 31])
def test_the_size_that_an_archive_states_is_not_believed(tmp_path: Path, stated: int) -> None:
    data = bytearray(zip_bytes({"hw.ipynb": GOOD}))
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<I", data, at + 24, stated)
    collection = of_ana(tmp_path, bytes(data))
    assert of_ana_only(collection) == []
    assert len(held(collection)) == 1


def test_all_archives_of_one_student_share_a_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "Budget", lambda: archives.Budget(100_000))
    many = {f"{n}.ipynb": notebook("x" * 5000 + str(n)) for n in range(40)}
    collection = of_ana(tmp_path, zip_bytes(many))
    (too_large,) = told(collection, AttentionKind.TOO_LARGE)
    assert "proportion" in str(too_large.what)
    assert 20 <= len(too_large.sources) < 30


def test_members_that_share_their_packed_bytes_are_refused(tmp_path: Path) -> None:
    """Fifield's bomb: a directory of many names for one place."""
    data = zip_bytes({"a.ipynb": GOOD})
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry = data[start:end]
    directory = b"".join(entry.replace(b"a.ipynb", b"%c.ipynb" % letter) for letter in b"abcdefgh")
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 8, 8, len(directory), start, 0)
    collection = of_ana(tmp_path, data[:start] + directory + tail)
    assert of_ana_only(collection) == []
    (told_once,) = told(collection, AttentionKind.TOO_LARGE)
    assert len(told_once.sources) == 8


def test_archives_in_archives_are_opened_to_a_depth(tmp_path: Path) -> None:
    nested = GOOD
    for depth in range(6):
        nested = zip_bytes({"hw.ipynb" if depth == 0 else "more.zip": nested})
        collection = of_ana(tmp_path / str(depth), nested)
        if depth < candidates.MOST_NESTED:
            assert of_ana_only(collection) == [GOOD], depth
        else:
            assert of_ana_only(collection) == []
            assert len(told(collection, AttentionKind.TOO_DEEP)) == 1


def test_a_directory_of_very_many_members_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    name = b"n" * 400
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", 20, 3, 20, 0, 0, 0, 0, 0, 0, 0, 0, len(name), 0, 0, 0, 0, 0, 0)
    directory = (entry + name) * 60_000
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 60_000, 60_000, len(directory), 0, 0)
    assert len(directory) > archives.MOST_DIRECTORY
    started = time.monotonic()
    collection = of_ana(tmp_path, directory + tail)
    assert len(told(collection, AttentionKind.TOO_LARGE)) == 1
    assert time.monotonic() - started < 2


def test_more_members_than_anybody_hands_in_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 50)
    collection = of_ana(tmp_path, zip_bytes({f"{n}.txt": b"" for n in range(51)}))
    assert len(told(collection, AttentionKind.TOO_LARGE)) == 1


def test_more_notebooks_than_anybody_hands_in_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "MOST_CANDIDATES", 10)
    collection = of_ana(tmp_path, zip_bytes({f"{n}.ipynb": notebook(str(n)) for n in range(30)}))
    assert len(told(collection, AttentionKind.SEVERAL_NOTEBOOKS)[0].sources) == 10
    assert len(told(collection, AttentionKind.TOO_LARGE)[0].sources) == 20


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "no archive": lambda data: b"<html>log in</html>",
    "empty": lambda data: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "without its directory": lambda data: data[: data.index(b"PK\x01\x02")],
    "packed bytes changed": lambda data: data[:45] + b"\xff\xff\xff" + data[48:],
    "checksum changed": lambda data: data.replace(struct.pack("<I", zlib.crc32(GOOD)), b"\x01\x02\x03\x04"),
    "directory says another place": lambda data: data[:-6] + struct.pack("<I", 1 << 30) + data[-2:],
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_archive_is_told_and_nothing_else_suffers(tmp_path: Path, name: str) -> None:
    collection = of_ana(tmp_path, BROKEN[name](zip_bytes({"hw.ipynb": GOOD})))
    assert of_ana_only(collection) == []
    (damaged,) = [entry for entry in collection.attention if entry.student and entry.student.id == "1"]
    assert damaged.kind is AttentionKind.UNREADABLE


def test_companion_files_of_macos_and_checkpoints_are_ignored_with_a_count(tmp_path: Path) -> None:
    files = {
        "hw.ipynb": GOOD,
        "__MACOSX/._hw.ipynb": b"\x00\x05\x16\x07",
        ".DS_Store": b"",
        "._hw.ipynb": b"\x00\x05\x16\x07",
        ".ipynb_checkpoints/hw-checkpoint.ipynb": notebook("old"),
        "~$hw.ipynb": b"",
        ".git/config": b"",
        ".git/HEAD": b"",
        ".vscode/tasks.json": b"{}",
    }
    collection = of_ana(tmp_path, zip_bytes(files))
    assert of_ana_only(collection) == [GOOD]
    assert not collection.attention
    assert {str(entry.what).partition(" ")[0]: entry.count for entry in collection.ignored} == {
        "folders": 1,
        "companion": 3,
        "Jupyter's": 1,
        "hidden": 2,
    }


@pytest.mark.parametrize("flagged", [True, False])
def test_names_in_utf_8_are_read_with_and_without_the_mark(tmp_path: Path, flagged: bool) -> None:
    data = zip_bytes({"Begoña Núñez.ipynb": GOOD, "Luis.ipynb": notebook("luis")})
    if not flagged:
        raw = bytearray(data)
        raw[7] &= 0xF7
        at = raw.index(b"PK\x01\x02")
        raw[at + 9] &= 0xF7
        data = bytes(raw)
    collection = collect([write(tmp_path, {"c.zip": data}) / "c.zip"], None)
    assert [entry.student_id for entry in collection.collected] == ["Begoña Núñez", "Luis"]


def test_a_name_that_windows_packed_in_its_own_code_page_keeps_its_accents(tmp_path: Path) -> None:
    raw = zip_bytes({"Begoza.ipynb": GOOD, "Luis.ipynb": notebook("luis")}).replace(b"Begoza", "Begoña".encode("cp850"))
    collection = collect([write(tmp_path, {"c.zip": raw}) / "c.zip"], None)
    assert [entry.student_id for entry in collection.collected] == ["Begoña", "Luis"]


def test_the_archive_is_read_once_and_what_was_read_stays(tmp_path: Path) -> None:
    path = write(tmp_path, {"c.zip": zip_bytes({"ana.ipynb": GOOD, "luis.ipynb": notebook("l")})}) / "c.zip"
    collection = collect([path], None)
    path.write_bytes(zip_bytes({"ana.ipynb": notebook("changed afterwards")}))
    assert collection.collected[0].read() == GOOD


def test_a_buffer_of_any_bytes_gives_a_collection(tmp_path: Path) -> None:
    """Each byte of a small archive changed in turn: told or read, never an exception."""
    data = zip_bytes({"hw.ipynb": GOOD, "b/c.txt": b"x"})
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 0xFF
        (tmp_path / "hw.zip").write_bytes(changed)
        collection = collect([tmp_path / "hw.zip"], None)
        assert all(entry.read() == GOOD for entry in collection.collected), at
