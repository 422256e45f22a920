"""The report for programs, against its published schema."""

import copy
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import grader.reports
from grader.model import GradeReport, ItemState, Level, Text, Verdict
from grader.reports import FORMATS
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, item, report, sample_report

SCHEMA = json.loads((Path(grader.reports.__file__).parent / "report.schema.json").read_text(encoding="utf-8"))
PAGE = Path(__file__).parents[2] / "docs" / "report-json.md"


def closed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, but a key that it doesn't name is an error: so that none is forgotten."""
    schema = copy.deepcopy(schema)
    objects = [*schema["$defs"].values(), schema["$defs"]["report"]["properties"]["submission"]]
    for part in objects:
        part["additionalProperties"] = False
    return schema


CLOSED = jsonschema.Draft202012Validator(closed(SCHEMA))


def rendered(graded: GradeReport, lang: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FORMATS["json"](graded, lang))
    return found


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("graded", [sample_report(), report()], ids=["every state", "no items"])
def test_reports_follow_the_schema_and_have_no_other_key(graded: GradeReport, lang: str) -> None:
    CLOSED.validate(rendered(graded, lang))
    assert rendered(graded, lang)["language"] == lang


@pytest.mark.parametrize(
    "broken", [{"points": -1}, {"complete": "yes"}, {"seed": None}, {"items": [{}]}, {"format": 2}]
)
def test_the_schema_refuses_what_is_no_report(broken: dict[str, object]) -> None:
    assert not CLOSED.is_valid({**rendered(sample_report()), **broken})


def test_the_schema_names_every_state_verdict_and_level() -> None:
    definitions = SCHEMA["$defs"]
    assert definitions["item"]["properties"]["state"]["enum"] == [state.value for state in ItemState]
    assert definitions["check"]["properties"]["verdict"]["enum"] == [verdict.value for verdict in Verdict]
    assert definitions["finding"]["properties"]["level"]["enum"] == [level.value for level in Level]


def test_the_keys_that_were_promised_are_there() -> None:
    found = rendered(sample_report())
    assert set(found) >= {
        "format", "assignment", "submission", "complete", "points", "max_points", "seed", "isolation",
        "duration_seconds", "items", "findings",
    }  # fmt: skip
    assert set(found["submission"]) == {"name", "sha256"}
    first = found["items"][1]
    assert set(first) >= {
        "id", "title", "points", "max_points", "state", "found_as", "checks", "diagnosis", "follow_through", "forfeit",
    }  # fmt: skip
    assert set(first["checks"][0]) >= {"id", "title", "verdict", "points", "max_points", "hidden", "message"}
    assert set(first["diagnosis"][0]) == {"id", "title", "cause", "hint"}
    assert set(found["findings"][0]) >= {"level", "message", "cell"}


def test_keys_always_come_in_the_same_order() -> None:
    text = FORMATS["json"](sample_report(), "en")
    assert list(json.loads(text)) == list(SCHEMA["$defs"]["report"]["properties"])
    assert list(json.loads(text)["items"][0]) == list(SCHEMA["$defs"]["item"]["properties"])
    assert list(json.loads(text)["items"][0]["checks"][0]) == list(SCHEMA["$defs"]["check"]["properties"])


def test_points_are_numbers_with_four_decimals_at_most() -> None:
    graded = report(item("x", {"en": "X"}, ItemState.PARTIAL, check("a", points=Fraction(8, 3), max_points=3)))
    found = rendered(graded)
    assert found["points"] == found["items"][0]["checks"][0]["points"] == 2.6667
    assert '"max_points": 3,' in FORMATS["json"](graded, "en")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_arrives_unchanged_and_is_safe_to_print(text: str) -> None:
    written = FORMATS["json"](report_full_of(text), "en")
    written.encode("utf-8")
    assert all(line.isprintable() for line in written.split("\n"))
    found = json.loads(written)
    CLOSED.validate(found)
    assert found["submission"]["name"] == joined(text)
    assert found["items"][0]["found_as"]["softmax"] == joined(text)
    assert found["findings"][1]["message"] == joined(text)


def joined(text: str) -> str:
    """JSON knows a surrogate pair and the character that it stands for as the same string."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def test_letters_with_accents_are_readable_in_the_file() -> None:
    assert "Atención por producto escalar" in FORMATS["json"](sample_report(), "es")


def test_the_page_documents_every_key() -> None:
    page = PAGE.read_text(encoding="utf-8")
    documented = set(re.findall(r"`([a-z0-9_]+)`", page))
    for definition in SCHEMA["$defs"].values():
        assert set(definition["properties"]) <= documented
    for value in [*ItemState, *Verdict, *Level]:
        assert value.value in documented


def test_the_example_on_the_page_is_a_report() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    CLOSED.validate(json.loads(example))


def test_a_message_that_is_a_template_of_the_student_is_not_filled_in_again() -> None:
    graded = report(
        item("x", {"en": "X"}, ItemState.FAILED, check("a", Verdict.WRONG, message=Text("{e}", {"e": "{e}"})))
    )
    assert rendered(graded)["items"][0]["checks"][0]["message"] == "{e}"
