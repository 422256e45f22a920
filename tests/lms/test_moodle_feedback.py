"""The zip of feedback, and how Moodle takes it apart (``mod/assign/feedback/file/importziplib.php``)."""

from __future__ import annotations

import io
import posixpath
import zipfile
from pathlib import Path

import pytest

from grader.lms.marks import read_marks
from grader.lms.moodle_feedback import Feedback, feedback_zip
from grader.lms.moodle_worksheet import worksheet
from tests.lms.results import PAYLOADS, mark, written_class
from tests.lms.test_moodle_worksheet import SITES, Site

CLASS = (
    mark("ana@example.edu", "71.1"),
    mark("bea@example.edu", None, state="open"),
    mark("carlos@example.edu", None, state="not_graded"),
    mark("nobody", "3"),
    mark("late", None, state="no_submission"),
)


def imported(data: bytes, participants: set[int]) -> dict[int, tuple[str, bytes]]:
    """What the importer files for whom, with its rules: the file's name, and its bytes."""
    filed: dict[int, tuple[str, bytes]] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for path in archive.namelist():
            assert not path.startswith("/")
            if posixpath.basename(path)[:1] in (".", "~"):
                continue
            parts = path.split("/")
            while parts:
                info = parts.pop(0).split("_", 4)
                if len(info) < 4 or not info[1].isdigit() or int(info[1]) not in participants:
                    continue
                assert info[2:4] == ["assignfeedback", "file"], "the importer asks for this plugin"
                rest = [*info[4:], *parts]
                assert int(info[1]) not in filed
                filed[int(info[1])] = ("/".join(rest), archive.read(path))
                break
    return filed


def made(tmp_path: Path, text: str) -> Feedback:
    return feedback_zip(read_marks(written_class(tmp_path, CLASS)), worksheet(text.encode(), "w.csv"))


@pytest.mark.parametrize("site", SITES.values(), ids=SITES)
def test_each_page_comes_to_its_student(tmp_path: Path, site: Site) -> None:
    zipped = made(tmp_path, site.text)
    assert imported(zipped.file, {501, 502, 503}) == {
        501: ("report.html", b"<p>ana@example.edu"),
        502: ("report.html", b"<p>bea@example.edu"),
    }
    assert zipped.count == 2
    assert [who.student for who, _ in zipped.left_out] == ["nobody", "carlos@example.edu"]


@pytest.mark.parametrize(
    "name", [*PAYLOADS, "../../etc/x", "a_502_assignfeedback_file_x", ".hidden", "~x", "", "x" * 500]
)
def test_no_name_of_a_student_makes_another_path(tmp_path: Path, name: str) -> None:
    text = SITES["en"].text.replace("Álvarez, Ana", name.replace('"', '""'))
    filed = imported(made(tmp_path, text).file, {501, 502, 503})
    assert filed[501] == ("report.html", b"<p>ana@example.edu")
    assert filed[502] == ("report.html", b"<p>bea@example.edu")


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    assert made(tmp_path / "a", SITES["es"].text).file == made(tmp_path / "b", SITES["es"].text).file
