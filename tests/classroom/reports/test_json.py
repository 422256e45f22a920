"""The class report for programs, against its published schema."""

from __future__ import annotations

import copy
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import grader.classroom.reports
from grader.classroom.reports import FORMATS
from grader.classroom.reports.words import FLAG_LETTERS, FLAG_WORDS
from grader.classroom.results import ClassResults
from grader.classroom.standings import FLAGS, CellState, RowState
from tests.classroom.reports.golden import FOLDER, RENDERINGS
from tests.classroom.reports.sample_class import class_of, sample_class, with_names, with_other_notebooks
from tests.reports.hostile import HOSTILE

SCHEMA = json.loads(
    (Path(grader.classroom.reports.__file__).parent / "class-report.schema.json").read_text(encoding="utf-8")
)
PAGE = Path(__file__).parents[3] / "docs" / "class-report.md"


def closed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, but a key that it doesn't name is an error: so that none is forgotten."""
    schema = copy.deepcopy(schema)
    for part in schema["$defs"].values():
        part["additionalProperties"] = False
    return schema


CLOSED = jsonschema.Draft202012Validator(closed(SCHEMA))


def rendered(results: ClassResults, *, anonymize: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FORMATS["json"](results, anonymize=anonymize))
    return found


@pytest.mark.parametrize("name", RENDERINGS)
def test_the_sample_class_looks_as_it_did(name: str) -> None:
    """After a change that is meant: ``python -m tests.classroom.reports.golden``."""
    assert RENDERINGS[name]() == (FOLDER / name).read_bytes().decode("utf-8")


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("anonymize", [False, True])
@pytest.mark.parametrize("language", ["en", "es"])
def test_reports_follow_the_schema_and_have_no_other_key(language: str, anonymize: bool) -> None:
    for results in (sample_class(language=language), class_of(40, missing=2)):
        found = rendered(results, anonymize=anonymize)
        CLOSED.validate(found)
        assert found["anonymous"] is anonymize


@pytest.mark.parametrize("broken", [{"max_points": -1}, {"students": [{}]}, {"format": 2}, {"points": None}])
def test_the_schema_refuses_what_is_no_report(broken: dict[str, object]) -> None:
    assert not CLOSED.is_valid({**rendered(sample_class()), **broken})


@pytest.mark.parametrize("anonymize", [False, True])
def test_who_is_not_counted_stands_there_with_all_of_the_row(anonymize: bool) -> None:
    found = rendered(with_other_notebooks("ana", found=1), anonymize=anonymize)
    CLOSED.validate(found)
    (student,) = found["not_counted"]
    (row,) = (one for one in found["students"] if "another_assignment" in one["flags"])
    assert (row["student"], row["state"]) == (student, "graded")
    assert row["points"] is not None
    assert found["points"]["n"] == rendered(sample_class())["points"]["n"] - 1


def test_keys_always_come_in_the_order_of_the_schema() -> None:
    found = rendered(sample_class())
    definitions = SCHEMA["$defs"]
    assert list(found) == list(definitions["class"]["properties"])
    for name, part in {
        "points": found["points"],
        "item": found["items"][0],
        "discrimination": found["items"][0]["discrimination"],
        "mistake": found["mistakes"][0],
        "attention": found["attention"][0],
        "student": found["students"][0],
        "submission": found["students"][0]["submission"],
        "cell": found["students"][0]["items"][0],
    }.items():
        assert list(part) == list(definitions[name]["properties"]), name


def test_the_schema_names_every_state_and_flag() -> None:
    definitions = SCHEMA["$defs"]
    assert definitions["student"]["properties"]["state"]["enum"] == [state.value for state in RowState]
    assert definitions["cell"]["properties"]["state"]["enum"] == [state.value for state in CellState]
    assert definitions["cell"]["properties"]["flags"]["items"]["enum"] == list(FLAGS)
    assert list(FLAG_LETTERS) == list(FLAG_WORDS) == list(FLAGS)
    assert len(set(FLAG_LETTERS.values())) == len(FLAGS)


def test_the_page_documents_every_key_state_and_flag() -> None:
    documented = set(re.findall(r"`([a-z0-9_]+)`", PAGE.read_text(encoding="utf-8")))
    for definition in SCHEMA["$defs"].values():
        assert set(definition["properties"]) <= documented
    assert {*FLAGS, *(state.value for state in (*RowState, *CellState))} <= documented


def test_what_is_not_final_is_null() -> None:
    students = {one["student"]: one for one in rendered(sample_class())["students"]}
    assert students["eva"]["points"] is None
    assert [item["points"] for item in students["eva"]["items"]] == [None, None, 4]
    assert students["guo"]["points"] is None
    assert students["ines"]["submission"] is None
    assert students["hacker"]["points"] == 0


def test_the_time_of_grading_changes_nothing() -> None:
    """A run that was broken off and resumed has other times, and must end in the same bytes."""
    results = sample_class()
    for format in ("json", "csv_wide", "csv_long"):
        assert FORMATS[format](results) == FORMATS[format](replace(results, seconds={}))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_arrives_unchanged_and_is_safe_to_print(text: str) -> None:
    written = FORMATS["json"](with_names(text))
    written.encode("utf-8")
    assert all(line.isprintable() for line in written.split("\n"))
    found = json.loads(written)
    CLOSED.validate(found)
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert found["students"][0]["name"] == found["title"] == joined
