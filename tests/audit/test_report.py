"""The audit's table and JSON, and ``grade audit`` itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.audit.report import as_json, as_table
from grader.audit.rows import AuditReport, Outcome, Row, listed
from grader.cli import main
from tests.audit.tiny_course import SOFTMAX, TinyCourse

REPORT = AuditReport(
    "tiny",
    ("softmax",),
    7,
    True,
    (
        Row("reference", "softmax (either)", "all points", "all points", Outcome.OK, 0.25, "softmax"),
        Row(
            "misconception", "softmax/a", "fails values", "passes values; is not \x1b[31mdiagnosed", Outcome.FAULT, 1.5
        ),
        Row("starter", "tiny", "a starter notebook", "no starter notebook yet", Outcome.NOTE),
    ),
    2.0,
)


CHECKOUT = Path(__file__).parents[2]


def test_the_table_has_a_line_for_each_row_and_each_fault_in_full() -> None:
    table = as_table([REPORT], verbose=True)
    lines = table.splitlines()[3:]
    assert lines[0].split() == ["ok", "reference", "softmax", "(either)", "0.25", "s", "all", "points"]
    assert "see below" in lines[1]
    assert "no starter notebook yet" in lines[2]
    assert "quick audit (without mutants) of tiny, seed 7: 1 fault in 2.0 s" in lines
    assert table.endswith("  got:      passes values\n            is not \\x1b[31mdiagnosed\n")


def test_the_json_holds_everything() -> None:
    whole = json.loads(as_json([REPORT]))
    assert {key: whole[key] for key in ("format", "ok", "seconds")} == {"format": 2, "ok": False, "seconds": 2.0}
    body = whole["audits"][0]
    assert {key: body[key] for key in ("assignment", "components", "seed", "quick", "ok", "seconds")} == {
        "assignment": "tiny",
        "components": ["softmax"],
        "seed": 7,
        "quick": True,
        "ok": False,
        "seconds": 2.0,
    }
    assert body["rows"][0] == {
        "kind": "reference",
        "component": "softmax",
        "subject": "softmax (either)",
        "expected": "all points",
        "got": "all points",
        "outcome": "ok",
        "seconds": 0.25,
        "ok": True,
    }
    assert [row["outcome"] for row in body["rows"]] == ["ok", "fault", "note"]


def test_names_are_listed_as_people_do() -> None:
    assert [listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "nothing",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_a_sound_course_exits_with_0_and_a_table(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    course = TinyCourse(tmp_path)
    assert main(["audit", "--quick", "-j", "1", "--rubric", str(course.folder / "rubric.yaml")]) == 0
    assert b"no fault" in capfdbinary.readouterr().out


def test_a_faulty_course_exits_with_3_and_json_in_the_file(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    course = TinyCourse(tmp_path)
    course.misconception("harmless", SOFTMAX, "values")
    output = tmp_path / "audit.json"
    rubric = str(course.folder / "rubric.yaml")
    assert main(["audit", "--quick", "-j", "1", "--seed", "5", "--rubric", rubric, "-o", str(output)]) == 3
    body = json.loads(output.read_text(encoding="utf-8"))
    assert (body["ok"], body["audits"][0]["seed"]) == (False, 5)
    assert capfdbinary.readouterr().out == b""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--component", "sofmax"], 2), (["--rubric", "/nowhere/rubric.yaml"], 3), (["--format", "xml"], 2)],
)
def test_what_cannot_be_asked_for_is_refused(
    tmp_path: Path, arguments: list[str], code: int, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    course = TinyCourse(tmp_path)
    assert main(["audit", "--quick", "--rubric", str(course.folder / "rubric.yaml"), *arguments]) == code
    assert capfdbinary.readouterr().out == b""


def test_what_students_are_given_is_looked_through_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak is a fault of the course, with its place."""
    from grader.cli.audit import with_release
    from grader.release import bundle

    report = AuditReport("transformer", (), 0, True, (), 0.0)
    (sound,) = with_release([report], None)
    assert [(row.kind, row.ok) for row in sound.rows] == [("release", True)]
    given = bundle.given_files

    def with_a_leak(*arguments: Any) -> Any:
        yield from given(*arguments)
        yield "notes.py", (CHECKOUT / "reference_solutions" / "transformer" / "softmax.py").read_bytes()

    monkeypatch.setattr(bundle, "given_files", with_a_leak)
    (leaking,) = with_release([report], None)
    assert not leaking.ok
    assert any("reference_solutions/transformer/softmax.py" in row.got for row in leaking.faults)
    assert leaking.faults[0].subject == "notes.py"
