"""What a second grading does again, what it leaves, and what it tells of the difference; no kernel is started."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from grader.choosing import read_rubric
from grader.classroom.changes import Snapshot
from grader.classroom.journal import Circumstances
from grader.cli import main
from tests.classroom.stub_grader import StubGrader, failing
from tests.classroom.trees import notebook, write

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> StubGrader:
    return StubGrader(monkeypatch)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A rubric that may be changed, beside the course's references."""
    folder = tmp_path / "course"
    folder.mkdir()
    shutil.copy(CHECKOUT / "rubric.yaml", folder)
    (folder / "reference_solutions").symlink_to(CHECKOUT / "reference_solutions")
    return folder / "rubric.yaml"


@pytest.fixture
def given(tmp_path: Path) -> Path:
    return write(
        tmp_path / "in",
        {"ana.ipynb": failing(), "berta.ipynb": failing("softmax/stable"), "carla.ipynb": failing("masks/causal")},
    )


def grade(given: Path, *options: str, code: int = 0, seed: int = 7) -> Path:
    output = given.parent / "out"
    argv = ["class", str(given), "-o", str(output), "--seed", str(seed), "--allow-weak-isolation", *options]
    assert main([*argv, "--sandbox", "none"]) == code
    return output


def changes(output: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((output / "changes.json").read_text(encoding="utf-8"))
    return found


def by_student(output: Path) -> dict[str, Any]:
    return {one["student"]: one for one in changes(output)["students"]}


def points(output: Path) -> dict[str, float | None]:
    students = json.loads((output / "class.json").read_text(encoding="utf-8"))["students"]
    return {one["student"]: one["points"] for one in students}


def test_other_points_alone_run_nothing_again(stub: StubGrader, given: Path, course: Path, tmp_path: Path) -> None:
    output = grade(given, "--rubric", str(course))
    assert len(stub.graded) == 3
    worth = {item.id: int(item.points) for item in read_rubric(course).items}
    text = course.read_text(encoding="utf-8")
    for item, more in (("softmax", 2), ("attention", -2)):
        now = re.sub(
            rf"(id: {item}\n(?:.*\n)*?    points: ){worth[item]}\n", rf"\g<1>{worth[item] + more}\n", text, count=1
        )
        assert now != text
        text = now
    course.write_text(text, encoding="utf-8")
    before = points(output)
    grade(given, "--rubric", str(course))
    assert len(stub.graded) == 3, "a notebook was run again"
    got = points(output)
    lost = {student: 100 - (earned or 0) for student, earned in before.items()}
    assert got["berta"] == pytest.approx(100 - lost["berta"] * (worth["softmax"] + 2) / worth["softmax"], abs=1e-3)
    assert (lost["ana"], got["ana"], got["carla"]) == (0, 100, before["carla"])
    told = by_student(output)["berta"]
    assert [one["id"] for one in told["items"]] == ["softmax", "attention"]
    assert told["difference"] == pytest.approx((got["berta"] or 0) - (before["berta"] or 0), abs=1e-3)
    assert "points" in changes(output)["why"][0]
    # The same as if it had been graded by that rubric at once.
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    shutil.copytree(given, fresh / "in")
    at_once = grade(fresh / "in", "--rubric", str(course))
    for name in ("grades.csv", "class.json"):
        text = (at_once / name).read_text(encoding="utf-8").replace(str(fresh), str(tmp_path))
        assert (output / name).read_text(encoding="utf-8") == text


def test_another_language_runs_nothing_again(stub: StubGrader, given: Path) -> None:
    output = grade(given, "--lang", "en")
    grade(given, "--lang", "es")
    assert len(stub.graded) == 3
    assert json.loads((output / "students" / "berta.json").read_text(encoding="utf-8"))["language"] == "es"


def test_a_changed_submission_is_the_only_one_that_is_graded_again(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    write(given, {"berta.ipynb": failing(also="mended")})
    grade(given)
    assert len(stub.graded) == 4
    (change,) = changes(output)["students"]
    assert (change["student"], change["difference"]) == ("berta", pytest.approx(1.6, abs=0.5))
    assert "Other bytes were handed in" in change["why"][0]
    assert not changes(output)["why"]
    assert changes(output)["unchanged"] == 2
    assert "berta" in (output / "changes.html").read_text(encoding="utf-8")


def test_the_same_again_leaves_the_last_changes_where_they_are(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    assert not (output / "changes.json").exists()
    write(given, {"berta.ipynb": failing()})
    grade(given)
    told = (output / "changes.json").read_bytes()
    grade(given)
    assert (output / "changes.json").read_bytes() == told


def test_failed_are_those_without_a_whole_report_and_all_are_all(stub: StubGrader, given: Path) -> None:
    stub.fails = {"carla.ipynb"}
    output = grade(given, code=5)
    assert points(output)["carla"] is None
    stub.fails = set()
    grade(given, "--regrade", "failed")
    assert len(stub.graded) == 4
    assert by_student(output)["carla"]["why"] == ["It couldn't be graded in full before."]
    grade(given, "--regrade", "all")
    assert len(stub.graded) == 7


def test_another_seed_is_named_as_the_cause(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    write(given, {"dora.ipynb": failing(), "berta.ipynb": failing()})
    grade(given, seed=8)
    assert changes(output)["why"] == ["Another seed: 7 before, 8 now."]
    assert by_student(output)["dora"]["why"] == ["New in the class."]
    assert len(by_student(output)["berta"]["why"]) == 2


def test_another_version_is_named_and_grades_all_again(
    stub: StubGrader, given: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = grade(given)
    monkeypatch.setattr("grader.classroom.journal.__version__", "9.9")
    grade(given)
    assert len(stub.graded) == 6
    assert any("9.9" in cause for cause in changes(output)["why"])


def test_a_student_who_has_left_has_no_files_any_more(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    assert (output / "feedback" / "ana.html").exists()
    (given / "ana.ipynb").unlink()
    grade(given)
    assert by_student(output)["ana"]["why"] == ["Not in the class any more."]
    assert sorted(file.name for file in (output / "feedback").iterdir()) == ["berta.html", "carla.html"]
    assert sorted(file.name for file in (output / "students").iterdir()) == ["berta.json", "carla.json"]


def test_a_truncated_upload_is_a_row_of_its_own_and_the_others_are_graded(stub: StubGrader, given: Path) -> None:
    write(given, {"dario.ipynb": failing()[:60], "eva.zip": b"PK\x03\x04 cut", "fede.ipynb": b""})
    output = grade(given, code=5)
    students = json.loads((output / "class.json").read_text(encoding="utf-8"))["students"]
    states = {one["student"]: one["state"] for one in students}
    assert states == {
        **dict.fromkeys(("ana", "berta", "carla"), "graded"),
        **dict.fromkeys(("dario", "eva", "fede"), "unreadable"),
    }
    assert all(one["failure"] for one in students if one["state"] == "unreadable")


def test_a_student_of_the_roster_without_a_submission_keeps_the_name(stub: StubGrader, given: Path) -> None:
    roster = given.parent / "students.csv"
    roster.write_text("\ufeffNIA;Apellidos;Nombre\nana;Uno;Ana\nzoe;Núñez Cero;Zoe\n", encoding="utf-8")
    output = grade(given, "--roster", str(roster))
    rows = (output / "grades.csv").read_text(encoding="utf-8-sig").splitlines()
    assert [row.split(",")[:3] for row in rows if row.startswith("zoe")] == [["zoe", "Zoe Núñez Cero", "no_submission"]]
    assert "Zoe Núñez Cero" in (output / "class.html").read_text(encoding="utf-8")
    hidden = grade(given, "--roster", str(roster), "--anonymize")
    assert "Zoe" not in (hidden / "class.html").read_text(encoding="utf-8")


def test_progress_counts_students_and_never_says_zero_while_some_are_done(
    stub: StubGrader, given: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(given, {"diego.ipynb": failing()})  # the same bytes as ana's
    grade(given)
    lines = capfd.readouterr().err.splitlines()
    assert not [line for line in lines if line.startswith("grade: 0 of")]
    assert lines[-1].startswith("grade: 4 of 4;")
    assert len(stub.graded) == 3


def test_a_full_disk_is_told_and_what_is_there_is_kept(
    stub: StubGrader, given: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from grader.classroom import journal

    real = journal.write_atomically
    written: list[Path] = []

    def full(file: Path, text: str) -> None:
        if len(written) >= 2:
            raise OSError(28, "No space left on device")
        written.append(file)
        real(file, text)

    monkeypatch.setattr(journal, "write_atomically", full)
    grade(given, code=5)
    assert "No space left" in capfd.readouterr().err
    monkeypatch.setattr(journal, "write_atomically", real)
    grade(given)
    assert len(stub.graded) == 4, "two were kept"


def test_a_snapshot_of_another_version_is_no_snapshot(tmp_path: Path) -> None:
    file = tmp_path / "last.json"
    Snapshot(Circumstances("1", 2, "a", "b", "c", "numpy 2"), 10, {}).write(file)
    assert Snapshot.read(file) is not None
    file.write_text("[1, 2]")
    assert Snapshot.read(file) is None


def test_a_page_of_changes_shows_a_hostile_name_as_text(stub: StubGrader, given: Path) -> None:
    write(given, {"<script>alert(1)<\u2028.ipynb": notebook("x")})
    output = grade(given)
    write(given, {"<script>alert(1)<\u2028.ipynb": failing("softmax/stable")})
    grade(given)
    page = (output / "changes.html").read_text(encoding="utf-8")
    assert "<script>" not in page
    assert "\u2028" not in page
