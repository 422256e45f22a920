"""What only a person can judge: out of a class as a table, and back as points, without a notebook being run."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.checks.free_text import for_the_teacher, shown
from grader.choosing import read_rubric
from grader.cli import main
from grader.model import CheckResult, Item, ItemGrade, Text, Verdict
from grader.score import FormResults, item_grade
from tests.classroom import stub_grader
from tests.classroom.stub_grader import StubGrader
from tests.classroom.trees import notebook, write

CHECKOUT = Path(__file__).parents[2]
RUBRIC = CHECKOUT / "assignments" / "written" / "rubric.yaml"
MOST = next(item.points for item in read_rubric(RUBRIC).items if item.id == "residual_question")
REST = float(100 - MOST)


def answering(words: str, also: str = "") -> bytes:
    return notebook(f"# answers {words.replace(' ', '_')} {also}")


def _judged(item: Item, words: list[str]) -> ItemGrade:
    """All is right; the free answer waits, and one item has a check that waits beside others that are passed."""
    results = {entry.id: CheckResult(entry.id, Verdict.PASSED) for entry in item.checks}
    if item.id == "residual_question" and "answers" in words:
        answer = words[words.index("answers") + 1].replace("_", " ")
        message = for_the_teacher(shown(answer))
        results = {id_: CheckResult(id_, Verdict.FOR_REVIEW, message) for id_ in results}
    if f"doubt/{item.id}" in words:
        first = next(iter(results))
        results[first] = CheckResult(first, Verdict.FOR_REVIEW, Text("It holds, but nobody knows why."))
    return item_grade(item, [FormResults(item.id, {item.id: "f"}, results, {})])


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> StubGrader:
    monkeypatch.setattr(stub_grader, "_judged", _judged)
    return StubGrader(monkeypatch)


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """Three who have answered; the second's answer is what a spreadsheet would take for a formula."""
    return write(
        tmp_path / "in",
        {
            "ana.ipynb": answering("It vanishes."),
            "berta.ipynb": answering("=cmd|calc!A1"),
            "0007.ipynb": answering("Se pierde la señal."),
        },
    )


def grade(given: Path, *options: str, output: Path | None = None) -> Path:
    output = output or given.parent / "out"
    argv = ["class", str(given), "-o", str(output), "--rubric", str(RUBRIC), "--seed", "7", "--allow-weak-isolation"]
    assert main([*argv, "--sandbox", "none", *options]) == 0
    return output


def table(output: Path) -> list[dict[str, str]]:
    text = (output / "to_review.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def fill(file: Path, /, encoding: str = "utf-8-sig", delimiter: str = ",", **cells: str | tuple[str, str]) -> None:
    """As a person does in a spreadsheet, by student: points, or points and a comment."""
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"))))
    for row in rows:
        told = cells.get(row["student"], cells.get(f"_{row['student']}"))
        if told is not None:
            row["points"], row["comment"] = (told, row["comment"]) if isinstance(told, str) else told
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    file.write_bytes(text.getvalue().encode(encoding))


def students(output: Path) -> dict[str, Any]:
    body = json.loads((output / "class.json").read_text(encoding="utf-8"))
    return {one["student"]: one for one in body["students"]}


def points(output: Path) -> dict[str, float | None]:
    return {student: one["points"] for student, one in students(output).items()}


def everything(output: Path) -> dict[str, bytes]:
    return {str(file.relative_to(output)): file.read_bytes() for file in output.rglob("*") if file.is_file()}


def test_the_table_has_each_answer_and_is_safe_in_a_spreadsheet(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    assert (output / "to_review.csv").read_bytes().startswith(b"\xef\xbb\xbfstudent,name,item,title,")
    rows = {row["student"]: row for row in table(output)}
    assert [*rows] == ["0007", "ana", "berta"]
    assert (rows["ana"]["item"], rows["ana"]["answer"]) == ("residual_question", "It vanishes.")
    assert (rows["ana"]["earned"], rows["ana"]["maximum"]) == ("0", str(MOST))
    assert (rows["ana"]["points"], rows["ana"]["comment"]) == ("", "")
    assert rows["berta"]["answer"] == "'=cmd|calc!A1"
    assert rows["0007"]["answer"] == "Se pierde la señal."


def test_points_come_into_every_report_and_nothing_is_run(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    assert points(output) == {"ana": None, "berta": None, "0007": None}
    fill(output / "to_review.csv", ana=("7,5", "Bien. ¿Y el gradiente?"), _0007=str(MOST))
    stub.graded.clear()
    assert main(["award", str(output)]) == 0
    assert not stub.graded
    assert points(output) == {"ana": REST + 7.5, "berta": None, "0007": 100}
    assert json.loads((output / "students" / "ana.json").read_text(encoding="utf-8"))["points"] == REST + 7.5
    assert "Bien. ¿Y el gradiente?" in (output / "feedback" / "ana.html").read_text(encoding="utf-8")
    grades = (output / "grades.csv").read_text(encoding="utf-8-sig")
    assert f"ana,ana,graded,{REST + 7.5}," in grades
    assert {row["student"]: row["points"] for row in table(output)} == {"ana": "7.5", "berta": "", "0007": str(MOST)}


@pytest.mark.parametrize(
    ("given_points", "says"),
    [
        ("", "needs the teacher's eye"),
        (str(MOST), "passed"),
        (str(MOST - 1), f"({MOST - 1} of {MOST})"),
        ("0", "(0 of"),
    ],
)
def test_a_student_reads_their_own_answer_before_and_after_it_is_judged(
    stub: StubGrader, given: Path, given_points: str, says: str
) -> None:
    """In the student's edition, though the rubric hides the check; as text, whatever it looks like."""
    write(given, {"eve.ipynb": answering("<b>It</b>")})
    output = grade(given)
    if given_points:
        fill(output / "to_review.csv", eve=given_points)
        assert main(["award", str(output)]) == 0
    page = (output / "feedback" / "eve.html").read_text(encoding="utf-8")
    assert page.count("&lt;b&gt;It&lt;/b&gt;") == 1
    assert "<b>It</b>" not in page
    assert ("Your answer" in page) == bool(given_points)
    assert says in page.replace("&#39;", "'").replace("<bdi>", "").replace("</bdi>", "")
    assert "Of hidden checks" not in page
    claims = re.findall(r'class="claim (\w+)"', page)
    assert claims == {"": ["open"], "0": ["bad"], str(MOST): []}.get(given_points, ["part"])


def test_a_second_time_changes_no_byte(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    fill(output / "to_review.csv", ana=("7.5", "-1 for the sign"), berta="0")
    assert main(["award", str(output)]) == 0
    before = everything(output)
    assert main(["award", str(output)]) == 0
    assert everything(output) == before


def test_grading_again_keeps_points_of_the_same_bytes_only(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    fill(output / "to_review.csv", ana="7", berta="8")
    assert main(["award", str(output)]) == 0
    write(given, {"berta.ipynb": answering("Another answer."), "zoe.ipynb": answering("Late.")})
    grade(given)
    assert points(output) == {"ana": REST + 7, "berta": None, "0007": None, "zoe": None}
    assert "were given to another notebook" in (output / "class.html").read_text(encoding="utf-8")
    write(given, {"berta.ipynb": answering("=cmd|calc!A1")})
    grade(given)
    assert points(output)["berta"] == REST + 8


def test_what_is_filled_in_and_not_taken_is_in_the_next_table(stub: StubGrader, given: Path) -> None:
    """Two hours of reading aren't lost because late work is graded in between."""
    output = grade(given)
    fill(output / "to_review.csv", ana=("7,5", "Good"))
    write(given, {"zoe.ipynb": answering("Late.")})
    grade(given)
    rows = {row["student"]: row for row in table(output)}
    assert (rows["ana"]["points"], rows["ana"]["comment"], rows["zoe"]["points"]) == ("7,5", "Good", "")
    assert points(output)["ana"] is None


@pytest.mark.parametrize("damage", ["handed in again", "unreadable"])
def test_what_has_no_place_in_the_next_table_stays_beside_it(stub: StubGrader, given: Path, damage: str) -> None:
    output = grade(given)
    file = output / "to_review.csv"
    fill(file, ana="7")
    if damage == "unreadable":
        file.write_text("something else\nana,7\n", encoding="utf-8")
    else:
        write(given, {"ana.ipynb": answering("Another answer.")})
    filled = file.read_bytes()
    grade(given)
    assert (output / "to_review.1.csv").read_bytes() == filled
    assert {row["points"] for row in table(output)} == {""}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda row: {**row, "student": "nadie", "sha256": ""}, "row 3: there is no submission of a student 'nadie'"),
        (lambda row: {**row, "student": "Pepe", "name": "Pepe"}, "'Pepe', and the answer in this row is ana's"),
        (lambda row: {**row, "student": "berta"}, "row 3: the answer in this row isn't berta's but ana's"),
        (lambda row: {**row, "item": "residual_qestion"}, "row 3: there is no item 'residual_qestion': did you mean"),
        (lambda row: {**row, "points": f"{MOST + 1}"}, f"can be given 0 to {MOST} points, not {MOST + 1}"),
        (lambda row: {**row, "points": "-1"}, "'-1' is no number of points"),
        (lambda row: {**row, "points": "ocho"}, "'ocho' is no number of points"),
        (lambda row: {**row, "points": "1", "sha256": "0" * 64}, "row 3: ana has handed in again"),
        (lambda row: {**row, "points": "1", "item": "gato_row"}, "nothing in gato_row waits for a decision"),
    ],
)
def test_one_wrong_row_is_told_by_its_number_and_nothing_is_written(
    stub: StubGrader,
    given: Path,
    change: Callable[[dict[str, str]], dict[str, str]],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = grade(given)
    file = output / "to_review.csv"
    fill(file, ana="1", berta="2")
    rows = table(output)
    rows[1] = change(rows[1])
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    file.write_text(text.getvalue(), encoding="utf-8")
    before = everything(output)
    capsys.readouterr()
    assert main(["award", str(output)]) == 2
    assert told in capsys.readouterr().err
    assert everything(output) == before


def test_a_student_twice_with_other_points_is_refused(
    stub: StubGrader, given: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = grade(given)
    file = tmp_path / "mine.csv"
    file.write_text("student,item,points\nana,residual_question,3\nana,residual_question,4\n", encoding="utf-8")
    assert main(["award", str(output), str(file)]) == 2
    assert "row 3: ana has points for residual_question in row 2 already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("encoding", "delimiter"), [("utf-8-sig", ","), ("utf-8", ";"), ("cp1252", ";"), ("utf-16", "\t")]
)
def test_a_spreadsheet_may_save_it_as_it_likes(stub: StubGrader, given: Path, encoding: str, delimiter: str) -> None:
    output = grade(given)
    fill(output / "to_review.csv", encoding, delimiter, ana=("3,25", "así"))
    assert main(["award", str(output)]) == 0
    assert (points(output)["ana"], table(output)[1]["comment"]) == (REST + 3.25, "así")


def test_a_number_that_lost_its_zeros_is_still_that_student(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    file = output / "to_review.csv"
    fill(file, _0007="3")
    file.write_text(file.read_text(encoding="utf-8-sig").replace("\n0007,", "\n7,"), encoding="utf-8")
    assert main(["award", str(output)]) == 0
    assert points(output)["0007"] == REST + 3
    assert not [*output.glob("to_review.*.csv")]


def test_copies_of_the_table_are_taken_one_after_the_other(stub: StubGrader, given: Path, tmp_path: Path) -> None:
    """Empty cells of the second don't take back what the first gave; a dash does."""
    output = grade(given)
    for name, cells in (("one", {"ana": "1"}), ("two", {"berta": "2"})):
        copy = shutil.copy(output / "to_review.csv", tmp_path / f"{name}.csv")
        fill(Path(copy), **{**dict.fromkeys(("ana", "berta"), ""), **cells})
        assert main(["award", str(output), str(copy)]) == 0
    assert (points(output)["ana"], points(output)["berta"]) == (REST + 1, REST + 2)
    fill(output / "to_review.csv", ana="-")
    assert main(["award", str(output)]) == 0
    assert (points(output)["ana"], points(output)["berta"]) == (None, REST + 2)


def test_a_check_in_doubt_is_decided_between_what_is_earned_and_all(
    stub: StubGrader, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    item = max(read_rubric(RUBRIC).items, key=lambda item: len(item.checks))
    given = write(tmp_path / "in", {"ana.ipynb": notebook(f"# doubt/{item.id}")})
    output = grade(given)
    (row,) = table(output)
    assert (row["item"], row["answer"], row["says"]) == (item.id, "", "It holds, but nobody knows why.")
    assert Fraction(row["maximum"]) == item.points
    if Fraction(row["earned"]) > 0:
        fill(output / "to_review.csv", ana="0")
        assert main(["award", str(output)]) == 2
    fill(output / "to_review.csv", ana=row["maximum"])
    assert main(["award", str(output)]) == 0
    assert points(output) == {"ana": 100}


def test_a_merged_class_takes_points_and_keeps_them(stub: StubGrader, given: Path, tmp_path: Path) -> None:
    for part in ("1", "2"):
        grade(given, "--shard", f"{part}/2", output=tmp_path / part)
    output = tmp_path / "merged"
    merging = ["merge", str(tmp_path / "1"), str(tmp_path / "2"), "-o", str(output), "--rubric", str(RUBRIC)]
    assert main(merging) == 0
    fill(output / "to_review.csv", ana="5")
    assert main(["award", str(output)]) == 0
    assert points(output)["ana"] == REST + 5
    before = everything(output)
    assert main(merging) == 0
    assert {k: v for k, v in everything(output).items() if k != "run.json"} == {
        k: v for k, v in before.items() if k != "run.json"
    }


def test_the_class_page_shows_the_answer_and_how_to_go_on(
    stub: StubGrader, given: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    write(given, {"long.ipynb": answering("word " * 200 + "end")})
    output = grade(given)
    page = (output / "class.html").read_text(encoding="utf-8")
    assert "It vanishes." in page
    assert "grade award OUT" in page
    assert " word end" not in page
    assert f"Answers that wait for you: 4. Fill in {output / 'to_review.csv'}" in capfdbinary.readouterr().out.decode()
    fill(output / "to_review.csv", ana="1", berta="1", _0007="1", long="1")
    assert main(["award", str(output)]) == 0
    assert "grade award OUT" not in (output / "class.html").read_text(encoding="utf-8")


def test_an_anonymous_class_has_no_answers_and_no_table(stub: StubGrader, given: Path) -> None:
    output = grade(given, "--anonymize")
    assert not (output / "to_review.csv").exists()
    assert not any(b"It vanishes" in content for name, content in everything(output).items() if ".journal" not in name)
    assert main(["award", str(output)]) == 2


def test_what_has_changed_names_the_teacher_s_points(stub: StubGrader, given: Path) -> None:
    output = grade(given)
    for now in ("3", "4"):
        fill(output / "to_review.csv", ana=now)
        assert main(["award", str(output)]) == 0
        (change,) = json.loads((output / "changes.json").read_text(encoding="utf-8"))["students"]
        assert change["why"] == ["The teacher has given other points: residual_question."]


def test_a_rubric_that_asks_otherwise_wants_the_class_graded_first(
    stub: StubGrader, given: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = tmp_path / "course"
    course.mkdir()
    shutil.copy(RUBRIC, course)
    (course / "reference_solutions").symlink_to(CHECKOUT / "reference_solutions")
    output = grade(given, "--rubric", str(course / "rubric.yaml"))
    fill(output / "to_review.csv", ana="3")
    text = (course / "rubric.yaml").read_text(encoding="utf-8")
    (course / "rubric.yaml").write_text(text.replace("call_seconds: 10", "call_seconds: 9"), encoding="utf-8")
    assert main(["award", str(output)]) == 2
    assert "`grade class` it first" in capsys.readouterr().err


def test_another_seed_keeps_points_and_another_rubric_does_where_it_allows_them(
    stub: StubGrader, given: Path, tmp_path: Path
) -> None:
    course = tmp_path / "course"
    course.mkdir()
    rubric = Path(shutil.copy(RUBRIC, course))
    (course / "reference_solutions").symlink_to(CHECKOUT / "reference_solutions")
    output = grade(given, "--rubric", str(rubric))
    fill(output / "to_review.csv", ana="3", berta="9")
    assert main(["award", str(output)]) == 0
    grade(given, "--rubric", str(rubric), "--seed", "8")
    assert (points(output)["ana"], points(output)["berta"]) == (REST + 3, REST + 9)
    text = rubric.read_text(encoding="utf-8")
    for item, now in (("residual_question", MOST - 5), ("gato_row", 17)):
        text, count = re.subn(rf"(id: {item}\n(?:.*\n)*?    points: )12\n", rf"\g<1>{now}\n", text, count=1)
        assert count == 1
    rubric.write_text(text, encoding="utf-8")
    stub.graded.clear()
    grade(given, "--rubric", str(rubric), "--seed", "8")
    assert not stub.graded
    assert (points(output)["ana"], points(output)["berta"]) == (REST + 5 + 3, None)
    page = (output / "class.html").read_text(encoding="utf-8")
    assert "residual_question was given 9 points; it can have 0 to 7 now." in page


def test_a_fresh_grading_to_verify_has_the_points_of_what_it_verifies(
    stub: StubGrader, given: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Else nobody whose answer was read could be verified."""
    output = grade(given)
    fill(output / "to_review.csv", ana="3", berta="4", _0007="5")
    assert main(["award", str(output)]) == 0
    argv = ["verify", str(given), "--against", str(output), "--rubric", str(RUBRIC), "--allow-weak-isolation"]
    assert main([*argv, "--sandbox", "none"]) == 0
    body = json.loads((output / "class.json").read_text(encoding="utf-8"))
    body["students"][1]["points"] += 1
    (output / "class.json").write_text(json.dumps(body), encoding="utf-8")
    assert main([*argv, "--sandbox", "none"]) == 1
    assert b"that are not: 1" in capfdbinary.readouterr().out


def test_damaged_points_are_told_and_never_dropped(
    stub: StubGrader, given: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = grade(given)
    (output / "awards.json").write_text("{", encoding="utf-8")
    argv = ["class", str(given), "-o", str(output), "--rubric", str(RUBRIC), "--seed", "7", "--sandbox", "none"]
    assert main([*argv, "--allow-weak-isolation"]) == 2
    assert "with the points that the teacher gave, can't be read" in capsys.readouterr().err
    assert (output / "awards.json").read_text(encoding="utf-8") == "{"


def test_two_who_handed_in_the_same_file_have_points_each(stub: StubGrader, tmp_path: Path) -> None:
    """Though a spreadsheet has taken the zeros of both."""
    same = answering("It vanishes.")
    output = grade(write(tmp_path / "in", {"0007.ipynb": same, "0008.ipynb": same}))
    file = output / "to_review.csv"
    fill(file, _0007="3", _0008="4")
    file.write_text(file.read_text(encoding="utf-8-sig").replace("\n000", "\n"), encoding="utf-8")
    assert main(["award", str(output)]) == 0
    assert points(output) == {"0007": REST + 3, "0008": REST + 4}


def test_a_folder_in_place_of_the_table_is_told_as_that(
    stub: StubGrader, given: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = grade(given)
    assert main(["award", str(output), str(given)]) == 2
    told = capsys.readouterr().err
    assert f"{given} is a folder" in told
    assert ".ipynb" not in told
