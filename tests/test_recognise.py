"""Which assignment a notebook is for."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.choosing import another_assignment, chosen_rubric
from grader.components import COMPONENTS
from grader.course import find_rubric, load_rubric, rubrics_of
from grader.errors import UsageError
from grader.model import Cell, CheckEntry, Item, Level, Limits, Rubric, Submission
from grader.own_work import CONCEPTS
from grader.recognise import ANOTHER, coverage, names_in, recognise

ROOT = Path(__file__).parents[1]
KNOWN = {component.id: component.check_ids for component in COMPONENTS.values()}


def notebook(*cells: str, **metadata: dict[str, str]) -> Submission:
    return Submission("a.ipynb", "", tuple(Cell(i, source) for i, source in enumerate(cells, start=1)), metadata)


def rubric(assignment: str, **points: int) -> Rubric:
    items = tuple(
        Item(id_, {"en": id_}, id_, Fraction(worth), (CheckEntry(COMPONENTS[id_].check_ids[0], Fraction(1), True),))
        for id_, worth in points.items()
    )
    return Rubric(assignment, {"en": assignment}, items, Limits())


TWO = {"first": rubric("first", softmax=50, attention=50), "second": rubric("second", kv_cache=60, masks=40)}


def test_names_are_those_at_the_top_of_cells() -> None:
    source = """
        import numpy as np
        from mine import softmax, attention as att
        """
    cells = [
        "from mine import attention as att\nvalue = 3\nif value == 4: pass",
        "def softmax(z):\n    inner = 3\n    def hidden(): pass",
        "class MiniGPT(nn.Module:\n    broken = ",
        source,
        "answer: int = 3",
    ]
    names = names_in(notebook(*cells))
    assert {"att", "attention", "value", "softmax", "MiniGPT", "answer"} <= names
    assert names.isdisjoint({"inner", "hidden", "broken"})


def test_the_assignment_with_the_larger_part_is_taken() -> None:
    assert coverage(TWO["first"], frozenset(["softmax"])) == Fraction(1, 2)
    assert coverage(TWO["second"], frozenset(["causal_mask"])) == Fraction(1, 5)  # one of two masks
    assert recognise(frozenset(["softmax", "causal_mask"]), TWO) == ("first", None)
    name, finding = recognise(frozenset(["memoria_kv_cache"]), TWO)
    assert name == "second"
    assert finding is not None
    assert "second" in str(finding.message)


def test_of_several_whole_ones_the_others_are_told() -> None:
    name, finding = recognise(frozenset(["softmax", "atencion", "memoria_kv_cache"]), TWO)
    assert name == "first"
    assert finding is not None
    assert "second" in str(finding.message)


def test_nothing_is_guessed_from_nothing() -> None:
    assert recognise(frozenset(["x", "data"]), TWO) == (None, None)


def read(path: Path) -> Rubric:
    return load_rubric(path, KNOWN, CONCEPTS)


def test_metadata_come_before_names_and_the_command_line_before_both() -> None:
    core = notebook("def softmax(z): pass", grader={"assignment": "transformer"})
    assert chosen_rubric(core, None, None, read)[0].assignment == "transformer"
    assert chosen_rubric(notebook("def softmax(z): pass"), None, None, read)[0].assignment == "transformer"
    assert chosen_rubric(notebook("x = 1"), None, "transformer", read)[0].assignment == "transformer"
    unknown = notebook("def softmax(z): pass", grader={"assignment": "../../etc"})
    assert chosen_rubric(unknown, None, None, read)[0].assignment == "transformer"


CORE = "def softmax(z): pass\ndef attention(Q, K, V): pass"


def test_metadata_of_an_assignment_that_has_nothing_there_are_never_silent() -> None:
    """The metadata win, for nobody may choose an easier assignment; but what would be 0 is told."""
    rubric, findings = chosen_rubric(notebook(CORE, grader={"assignment": "written"}), None, None, read)
    assert rubric.assignment == "written"
    (finding,) = findings
    assert finding.level is Level.WARNING
    assert "--assignment transformer" in str(finding.message)
    assert finding.details[ANOTHER] == "transformer"


def test_an_assignment_by_name_or_by_rubric_that_has_nothing_there_is_told_too() -> None:
    by_name = chosen_rubric(notebook(CORE), None, "written", read)
    by_path = chosen_rubric(notebook(CORE), ROOT / "assignments" / "written" / "rubric.yaml", None, read)
    for rubric, findings in (by_name, by_path):
        assert rubric.assignment == "written"
        assert [finding.details[ANOTHER] for finding in findings] == ["transformer"]


@pytest.mark.parametrize("cells", [(CORE, "gato_scores = None"), ("x = 1",), ()])
def test_nothing_is_said_where_something_was_begun_or_nothing_else_is_there(cells: tuple[str, ...]) -> None:
    assert chosen_rubric(notebook(*cells, grader={"assignment": "written"}), None, None, read)[1] == ()


@pytest.mark.parametrize(
    ("cells", "said", "other"),
    [
        (CORE, "written", "written"),  # its metadata name another than the class's
        (
            "gato_scores = [1, 2, 3]",
            "transformer",
            "written",
        ),  # the class's by its metadata, another one's by its names
        ("gato_scores = [1, 2, 3]", None, "written"),
        (CORE, "transformer", None),
        (CORE, None, None),
        (CORE, "no such assignment", None),
    ],
)
def test_in_a_class_a_notebook_of_another_assignment_is_found(cells: str, said: str | None, other: str | None) -> None:
    metadata = {} if said is None else {"grader": {"assignment": said}}
    findings = another_assignment(notebook(cells, **metadata), read(find_rubric()), read)
    assert [finding.details[ANOTHER] for finding in findings] == ([] if other is None else [other])


def test_without_anything_to_go_by_the_assignment_is_asked_for() -> None:
    with pytest.raises(UsageError, match="--assignment"):
        chosen_rubric(notebook("x = 1"), None, None, read)
    with pytest.raises(UsageError, match="did you mean 'transformer'"):
        chosen_rubric(notebook("x = 1"), None, "tranformer", read)


def test_every_assignment_has_its_rubric() -> None:
    """The names of the folders are those in the rubrics."""
    found = rubrics_of(find_rubric().parent)
    assert next(iter(found)) == "transformer"
    for name, path in found.items():
        assert f"\nassignment: {name}\n" in path.read_text(encoding="utf-8")
