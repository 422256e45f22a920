"""Each fault of a rubric is told at its line and column, with a remedy, and no fault hides another."""

from __future__ import annotations

import codecs
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.course import load_rubric
from grader.errors import CourseError
from grader.model import Rubric

HERE = Path(__file__).parent
KNOWN = {
    "softmax": ("values", "any_axis", "stable"),
    "attention": ("values", "scaled"),
    "masks": ("causal", "padding"),
}
GOOD = (HERE / "good_rubric.yaml").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Fault:
    """GOOD with `old` replaced by `new` has exactly these `problems`.

    Each is "line:column: start of what | part of the remedy".
    """

    name: str
    old: str
    new: str
    problems: tuple[str, ...]


def faults() -> list[Fault]:
    """The table in faulty_rubrics.txt, whose head explains its form."""
    table = (HERE / "faulty_rubrics.txt").read_text(encoding="utf-8")
    rows = []
    for paragraph in table.split("\n\n")[1:]:
        name, old, new, *problems = (line[2:] for line in paragraph.strip("\n").split("\n"))
        old, new = (codecs.escape_decode(text.encode())[0].decode() for text in (old, new))
        old = GOOD if old == "ALL" else GOOD[GOOD.index(old[5:]) :] if old.startswith("FROM ") else old
        rows.append(Fault(name, old, new, tuple(problems)))
    return rows


def problems_of(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8", newline="")
    try:
        load_rubric(path, KNOWN)
    except CourseError as error:
        return [problem.removeprefix(f"{path}:") for problem in error.problems]
    return []


@pytest.mark.parametrize("row", faults(), ids=lambda row: row.name)
def test_a_fault_is_told_at_its_place(tmp_path: Path, row: Fault) -> None:
    """Exactly the listed problems, each at its line and column, with what and a remedy."""
    assert GOOD.count(row.old) >= 1
    problems = problems_of(tmp_path / "rubric.yaml", GOOD.replace(row.old, row.new, 1))
    assert len(problems) == len(row.problems), problems
    for expected in row.problems:
        what, _, remedy = expected.partition(" | ")
        told = [problem[len(what) :] for problem in problems if problem.startswith(what)]
        assert len(told) == 1, (what, problems)
        assert remedy in told[0]
    assert all(problem.isprintable() for problem in problems)


def test_the_base_of_the_table_is_sound(tmp_path: Path) -> None:
    """And the table is whole: each row has a name of its own and at least one problem."""
    assert problems_of(tmp_path / "rubric.yaml", GOOD) == []
    rows = faults()
    assert len({row.name for row in rows}) == len(rows) >= 80
    assert all(row.problems for row in rows)


def test_all_faults_come_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    """A misspelt key doesn't hide an unknown check, a wrong type, a circle or a missing language."""
    text = GOOD
    for old, new in (
        ("format: 1", "format: 3"),
        ("call_seconds: 10", "call_seconds: -1"),
        ("es: Softmax}", "fr: Softmax}"),
        ("points: 20", "points: 20\n    colour: red"),
        ("{id: stable,", "{id: stabel,"),
        ("needs: [softmax]", "needs: [attention]"),
        ("hidden: false", "hidden: 0"),
        ("component: masks", "component: mask"),
        ("        share: 3\n      - id: padding", "        share: &x 3\n      - id: padding"),
    ):
        text = text.replace(old, new, 1)
    problems = problems_of(tmp_path / "rubric.yaml", text)
    places = [tuple(map(int, problem.split(":")[:2])) for problem in problems]
    assert places == sorted(places)
    assert [line for line, _ in places] == [1, 4, 7, 7, 10, 13, 18, 21, 24, 28]


def test_points_are_still_added_up_when_something_else_is_wrong(tmp_path: Path) -> None:
    problems = problems_of(
        tmp_path / "rubric.yaml", GOOD.replace("points: 20", "points: 21").replace("id: stable", "id: x")
    )
    assert [problem.split(":")[0] for problem in problems] == ["5", "12"]


def test_bytes_that_are_not_utf_8_have_a_place(tmp_path: Path) -> None:
    path = tmp_path / "rubric.yaml"
    path.write_bytes(GOOD.replace("Máscaras", "M\xe1scaras").encode("latin-1"))
    with pytest.raises(CourseError) as caught:
        load_rubric(path, KNOWN)
    assert caught.value.problems == (f"{path}:14:38: the byte 0xf3 is not UTF-8: save the file as UTF-8",)


@pytest.mark.parametrize("seed", [1, 2])
def test_mutated_rubrics_load_or_are_course_errors(tmp_path: Path, seed: int) -> None:
    """1 000 mutations of a good rubric: a Rubric of 100 points, or problems with places; nothing else."""
    dice = random.Random(seed)
    path = tmp_path / "rubric.yaml"
    spice = [
        "&",
        "*",
        "!",
        "- ",
        ": ",
        "{",
        "}",
        "[",
        "]",
        "'",
        '"',
        "\t",
        "\n",
        "#",
        "|",
        ">",
        "%",
        "~",
        "1e999",
        "? ",
        "---\n",
    ]
    faulty = 0
    for _ in range(500):
        text = GOOD
        for _ in range(dice.choice((1, 1, 2, 5))):
            at = dice.randrange(len(text))
            text = text[:at] + dice.choice([*spice, ""]) + text[at + dice.randrange(3) :]
        path.write_text(text, encoding="utf-8")
        try:
            rubric = load_rubric(path, KNOWN)
        except CourseError as error:
            faulty += 1
            told = [problem.removeprefix(f"{path}:").split(":")[:2] for problem in error.problems]
            lines = text.count("\n") + 2
            assert told
            assert all(1 <= int(line) <= lines and int(column) >= 1 for line, column in told)
        else:
            assert isinstance(rubric, Rubric)
            assert rubric.max_points == 100
    assert faulty > 100
