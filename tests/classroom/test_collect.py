"""What lies on disk beside plain notebooks: links, pipes, copies, names alike; and how long a class takes."""

from __future__ import annotations

import hashlib
import os
import socket
import threading
import time
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from grader.classroom import store, tree
from grader.classroom.collect import collect
from grader.classroom.collection import AttentionKind, slug_of
from grader.intake import submission_from
from tests.classroom.trees import found, held, notebook, told, write, zip_bytes

ANA = {"ana/hw.ipynb": notebook("ana"), "luis/hw.ipynb": notebook("luis")}


def test_what_was_read_is_hashed_and_is_what_is_graded(tmp_path: Path) -> None:
    ana, luis = collect([write(tmp_path, ANA)], None).collected
    write(tmp_path, {"ana/hw.ipynb": b"changed afterwards"})
    assert ana.read() == ana.read() == notebook("ana")
    assert ana.sha256 == hashlib.sha256(notebook("ana")).hexdigest()
    assert ana.size == len(notebook("ana"))
    assert submission_from(luis.read(), luis.file_name).sha256 == luis.sha256


def test_links_are_never_followed(tmp_path: Path) -> None:
    secret = write(tmp_path / "outside", {"secret.ipynb": notebook("secret"), "deep/x.ipynb": notebook("x")})
    write(tmp_path / "c", ANA)
    (tmp_path / "c/ana/link.ipynb").symlink_to(secret / "secret.ipynb")
    (tmp_path / "c/luis/folder").symlink_to(secret)
    (tmp_path / "c/eva.ipynb").symlink_to(secret / "secret.ipynb")
    (tmp_path / "c/loop").symlink_to(tmp_path / "c")
    collection = collect([tmp_path / "c"], None)
    assert found(collection) == {"ana": "hw.ipynb", "luis": "hw.ipynb"}
    assert held(collection) == {f"{tmp_path}/c/ana/link.ipynb", f"{tmp_path}/c/eva.ipynb"}
    assert all(entry.kind is AttentionKind.LINK for entry in collection.attention)
    assert collect([tmp_path / "c/eva.ipynb"], None).collected == ()
    among_others = collect([tmp_path / "c/ana", tmp_path / "c/loop"], None)
    assert held(among_others) >= {f"{tmp_path}/c/loop"}


def test_a_link_that_the_teacher_gave_is_followed(tmp_path: Path) -> None:
    write(tmp_path / "c", ANA)
    (tmp_path / "latest").symlink_to(tmp_path / "c")
    assert sorted(found(collect([tmp_path / "latest"], None))) == ["ana", "luis"]


def test_a_folder_that_is_swapped_for_a_link_before_it_is_read_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "outside", {"hw.ipynb": notebook("secret")})
    node = tree.scan(write(tmp_path / "c", ANA), Counter())
    (tmp_path / "c/ana/hw.ipynb").unlink()
    (tmp_path / "c/ana").rmdir()
    (tmp_path / "c/ana").symlink_to(tmp_path / "outside")
    first = next(iter(tree.files_below(node)))
    with pytest.raises(Exception, match="can't be read"):
        tree.read_whole(first, 1000)


def test_pipes_and_sockets_are_told_and_keep_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, ANA)
    os.mkfifo(tmp_path / "ana/pipe.ipynb")
    os.mkfifo(tmp_path / "eva.zip")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("luis/socket.ipynb")
        collection = collect([tmp_path], None)
    assert sorted(found(collection)) == ["ana", "luis"]
    assert {source.rpartition("/")[2] for source in held(collection)} == {"pipe.ipynb", "eva.zip", "socket.ipynb"}


def test_a_file_that_grows_while_it_is_read_ends_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, ANA)
    stop = threading.Event()

    def grow() -> None:
        with open(tmp_path / "ana/hw.ipynb", "ab") as file:
            while not stop.is_set() and file.tell() < 80 << 20:
                file.write(b" " * (1 << 20))

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        collection = collect([tmp_path], None)
    finally:
        stop.set()
        writer.join()
    for entry in collection.collected:
        assert hashlib.sha256(entry.read()).hexdigest() == entry.sha256


def test_a_notebook_that_is_too_large_is_told(tmp_path: Path) -> None:
    write(tmp_path, ANA)
    with open(tmp_path / "ana/hw.ipynb", "wb") as file:
        file.truncate(65 << 20)
    collection = collect([tmp_path], None)
    assert sorted(found(collection)) == ["luis"]
    assert told(collection, AttentionKind.TOO_LARGE)[0].student is not None


def test_a_pointer_of_git_lfs_is_not_a_notebook(tmp_path: Path) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"
    collection = collect([write(tmp_path, ANA | {"ana/hw.ipynb": pointer})], None)
    assert [entry.student.id for entry in told(collection, AttentionKind.LFS_POINTER) if entry.student] == ["ana"]
    assert sorted(found(collection)) == ["luis"]


@pytest.mark.parametrize("name", ["hw.ipynb", "ana"])
def test_what_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """As the system would say it; the tests may run as root, who may read everything."""
    write(tmp_path, {"ana/hw.ipynb": notebook("ana"), "luis/h.ipynb": notebook("luis")})
    real = os.open

    def refused(path: str, flags: int, *rest: int, dir_fd: int | None = None) -> int:
        if path == name:
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *rest, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refused)
    collection = collect([tmp_path], None)
    (refusal,) = told(collection, AttentionKind.UNREADABLE)
    assert "Permission denied" in str(refusal.what)
    assert refusal.student is not None
    assert refusal.student.id == "ana"
    assert sorted(found(collection)) == ["luis"]


def test_paths_that_don_t_exist_or_aren_t_submissions_are_told(tmp_path: Path) -> None:
    write(tmp_path, ANA | {"notes.txt": b"x"})
    collection = collect([tmp_path / "nowhere", tmp_path / "notes.txt", tmp_path / "a\x00b", tmp_path / "ana"], None)
    assert len(told(collection, AttentionKind.NO_SUCH_PATH)) == 2
    assert len(collection.collected) == 1
    assert len({source for entry in told(collection, AttentionKind.NO_SUCH_PATH) for source in entry.sources}) == 3
    assert collect([], None).collected == ()


def test_a_student_without_a_notebook_and_one_with_two_are_told(tmp_path: Path) -> None:
    files = {
        "ana/hw.pdf": b"%PDF",
        "luis/a.ipynb": notebook("a"),
        "luis/b.ipynb": notebook("b"),
        "eva/h.ipynb": notebook("e"),
    }
    collection = collect([write(tmp_path, files)], None)
    assert sorted(found(collection)) == ["eva"]
    (without,) = told(collection, AttentionKind.NO_NOTEBOOK)
    assert (without.sources, without.student and without.student.id) == ((f"{tmp_path}/ana",), "ana")
    (several,) = told(collection, AttentionKind.SEVERAL_NOTEBOOKS)
    assert several.sources == (f"{tmp_path}/luis/a.ipynb", f"{tmp_path}/luis/b.ipynb")


def test_copies_of_the_same_bytes_are_one_submission(tmp_path: Path) -> None:
    files = {
        "ana/hw.ipynb": notebook(),
        "ana/copy.zip": zip_bytes({"hw.ipynb": notebook()}),
        "luis/hw.ipynb": notebook("l"),
    }
    ana = collect([write(tmp_path, files)], None).collected[0]
    assert {ana.source, *ana.copies} == {f"{tmp_path}/ana/copy.zip!hw.ipynb", f"{tmp_path}/ana/hw.ipynb"}


def test_a_checkpoint_counts_only_where_there_is_nothing_else(tmp_path: Path) -> None:
    files = {
        "ana/hw.ipynb": notebook("a"),
        "ana/hw-checkpoint.ipynb": notebook("b"),
        "luis/hw-checkpoint.ipynb": notebook("c"),
    }
    collection = collect([write(tmp_path, files)], None)
    assert found(collection) == {"ana": "hw.ipynb", "luis": "hw-checkpoint.ipynb"}
    assert not collection.attention


def test_the_same_file_of_two_students_is_told_and_graded(tmp_path: Path) -> None:
    collection = collect([write(tmp_path, {"ana.ipynb": notebook(), "luis.ipynb": notebook()})], None)
    assert len(collection.collected) == 2
    (same,) = told(collection, AttentionKind.SAME_FILE)
    assert not same.held


def test_one_name_in_two_ways_of_unicode_is_one_student(tmp_path: Path) -> None:
    composed, apart = (unicodedata.normalize(form, "José") for form in ("NFC", "NFD"))
    files = {f"{composed}/hw.ipynb": notebook("a"), f"{apart}/hw.ipynb": notebook("b"), "ana/hw.ipynb": notebook("c")}
    collection = collect([write(tmp_path, files)], None)
    assert sorted(found(collection)) == ["ana"]
    (several,) = told(collection, AttentionKind.SEVERAL_NOTEBOOKS)
    assert len(several.sources) == 2


@pytest.mark.parametrize(
    "names",
    [
        ("ana.ipynb", "Ana.ipynb"),
        ("jose.ipynb", "josé.ipynb"),
        ("ana.ipynb", "\u0430na.ipynb"),
        ("ana.ipynb", "ana (1).ipynb"),
        ("ana.ipynb", "ana_v2.ipynb"),
        ("ana.ipynb", "ana - copia.ipynb"),
        ("ana garcía.ipynb", "García_Ana.ipynb"),
        ("ana.ipynb", "ana\u202e.ipynb"),
        ("ana.ipynb", "ａｎａ.ipynb"),
    ],
)
def test_names_alike_are_graded_apart_and_told(tmp_path: Path, names: tuple[str, str]) -> None:
    files = {name: notebook(str(n)) for n, name in enumerate((*names, "luis.ipynb"))}
    collection = collect([write(tmp_path, files)], None)
    assert len(collection.collected) == 3
    (near,) = told(collection, AttentionKind.NEAR_NAMES)
    assert len(near.sources) == 2
    assert len({entry.slug for entry in collection.collected}) == 3


ODD = [
    " ",
    "a b",
    "a\nb",
    "a\tb",
    "-rf",
    "'; drop",
    '"q"',
    "$(reboot)",
    "🎓",
    "a\u202eb",
    "CON",
    "nul",
    "a" * 240,
    "=1+1",
    "...",
    os.fsdecode(b"caf\xe9"),
    "\x1b[31mred",
    "<script>",
    "%s{0}",
    "a'b",
    "ñ",
]


def test_odd_names_are_read_and_shown_inert(tmp_path: Path) -> None:
    for number, name in enumerate(ODD):
        write(tmp_path, {f"{name}.ipynb": notebook(str(number))})
    collection = collect([tmp_path], None)
    hidden = 1  # "....ipynb" begins with a dot
    assert len(collection.collected) == len(ODD) - hidden
    for entry in collection.collected:
        for text in (entry.student_id, entry.student_name, entry.source):
            assert text.isprintable()
            text.encode()
        assert set(entry.slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
        assert entry.slug not in ("con", "nul")
    assert len({entry.slug for entry in collection.collected}) == len(ODD) - hidden


def test_a_slug_depends_on_the_id_alone_and_differs_for_different_ids() -> None:
    ids = [
        "ana",
        "Ana",
        "ANA",
        "aná",
        "a-na",
        "a na",
        "",
        "-",
        "..",
        "con",
        "CON",
        "x" * 300,
        "x" * 301,
        "学生",
        "学",
        "\ud800",
    ]
    slugs = [slug_of(name) for name in ids]
    assert slugs[0] == "ana"
    assert len(set(slugs)) == len(ids)
    assert all(0 < len(slug) <= 60 for slug in slugs)


def test_the_order_is_that_of_the_names_whatever_the_order_of_the_paths(tmp_path: Path) -> None:
    names = ["zoe", "Ana", "ñu", "luis", "Ángel"]
    write(tmp_path, {f"{name}.ipynb": notebook(name) for name in names})
    paths = sorted(tmp_path.iterdir())
    orders = [
        [entry.student_id for entry in collect(given, None).collected] for given in (paths, paths[::-1], [tmp_path])
    ]
    assert orders[0] == orders[1] == orders[2] == ["Ana", "luis", "zoe", "Ángel", "ñu"]


def test_a_path_given_twice_or_within_another_is_found_once(tmp_path: Path) -> None:
    write(tmp_path, ANA)
    collection = collect([tmp_path, tmp_path / "ana", tmp_path / "ana/hw.ipynb", tmp_path / "."], None)
    assert found(collection) == {"ana": "hw.ipynb", "luis": "hw.ipynb"}


def test_a_very_deep_folder_is_told(tmp_path: Path) -> None:
    write(tmp_path, ANA | {"luis/" + "d/" * 60 + "x.ipynb": notebook("deep")})
    collection = collect([tmp_path], None)
    assert len(told(collection, AttentionKind.TOO_DEEP)) == 1
    assert sorted(found(collection)) == ["ana", "luis"]


def test_one_student_s_data_set_stops_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MOST_FILES", 100)
    write(tmp_path, ANA | {f"ana/data/{n}.png": b"" for n in range(150)} | {f"zoe/{n}.png": b"" for n in range(90)})
    collection = collect([tmp_path], None)
    assert sorted(found(collection)) == ["ana", "luis"]
    (many,) = told(collection, AttentionKind.TOO_LARGE)
    assert many.sources == (f"{tmp_path}/ana/data",)


def test_a_large_class_goes_to_a_file_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "IN_MEMORY", 1000)
    collection = collect([write(tmp_path, {f"s{n}.ipynb": notebook(str(n)) for n in range(50)})], None)
    results: dict[str, bytes] = {}
    threads = [
        threading.Thread(target=lambda entry=entry: results.update({entry.student_id: entry.read()}))
        for entry in collection.collected
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {f"s{n}": notebook(str(n)) for n in range(50)}


def test_nothing_of_a_student_s_is_executed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = b"import pathlib; pathlib.Path('CANARY').touch()"
    config = b"[core]\n\tfsmonitor = touch CANARY\n\thooksPath = .\n"
    files = {f"ana/{name}": evil for name in ("sitecustomize.py", "conftest.py", "numpy.py", "csv.py", "zipfile.py")}
    files |= {"ana/.git/config": config, "ana/.envrc": b"touch CANARY", "ana/hw.ipynb": notebook()}
    write(tmp_path, files | {"luis/hw.ipynb": notebook("l")})
    monkeypatch.chdir(tmp_path / "ana")
    assert len(collect([tmp_path], None).collected) == 2
    assert not list(tmp_path.rglob("CANARY"))


def test_a_thousand_submissions_take_about_a_second(tmp_path: Path) -> None:
    text = notebook("x" * 40_000)
    files = {f"Student {n}_{n}_assignsubmission_file/hw.ipynb": text + b" " * n for n in range(1000)}
    write(tmp_path, {"export.zip": zip_bytes(files), "students.csv": b""})
    listed = "id,name\n" + "".join(f"S{n},Student {n}\n" for n in range(1000))
    (tmp_path / "students.csv").write_text(listed)
    started = time.process_time()
    collection = collect([tmp_path / "export.zip"], tmp_path / "students.csv")
    seconds = time.process_time() - started
    assert len(collection.collected) == 1000
    assert all(entry.in_roster for entry in collection.collected)
    assert seconds < 3
