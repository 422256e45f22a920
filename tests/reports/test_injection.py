"""Sixty texts that try to be more than text, wherever a student's can stand, through every format that there is."""

from __future__ import annotations

import base64
import csv
import io
import json
from collections.abc import Callable, Mapping
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from grader.classroom.reports import FORMATS as CLASS_FORMATS
from grader.model import Edition
from grader.redact import redact
from grader.reports import FORMATS
from tests.classroom.reports.sample_class import with_names
from tests.classroom.reports.test_html import Page as ClassPage
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.test_html import MARKUP, Page
from tests.reports.test_md import structure as of_markdown

PAYLOADS = [text for text in (*HOSTILE.values(), *MARKUP) if text.strip()]
PLAIN = "softmax"


def shape(value: Any) -> Any:
    """Keys, lengths and types of JSON, without what its texts say."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    if isinstance(value, list):
        return [shape(part) for part in value]
    return "text" if isinstance(value, str) else value


def of_json(text: str) -> Any:
    return shape(json.loads(text))


def of_xml(text: str) -> Any:
    return [(element.tag, sorted(element.attrib)) for element in ET.fromstring(text).iter()]


def of_workflow(text: str) -> Any:
    """The commands that a runner sees, and the Markdown of the summary."""
    commands = [line.partition("::")[2].partition(" ")[0] for line in text.split("\n") if line.startswith("::")]
    rest = "\n".join(line for line in text.split("\n") if not line.startswith("::"))
    assert not [line for line in rest.split("\n") if line.lstrip().startswith(("##[", "##vso", "##team"))]
    return commands, of_markdown(rest)


def of_terminal(text: str) -> Any:
    """What begins a line; all else is below it, further in."""
    assert all(line.isprintable() for line in text.split("\n"))
    return [line.split()[0] for line in text.split("\n") if line and not line.startswith(" ")]


def of_csv(text: str) -> Any:
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert not [cell for row in rows for cell in row if cell.lstrip("\ufeff \t\r\n").startswith(("=", "+", "@"))]
    return [len(row) for row in rows]


STRUCTURES: Mapping[str, Callable[[str], Any]] = {
    "terminal": of_terminal,
    "json": of_json,
    "html": lambda text: Page(text).structure,
    "md": of_markdown,
    "junit": of_xml,
    "gradescope": of_json,
    "github": of_workflow,
    "classroom50": of_json,
    "classroom-legacy": lambda text: of_json(base64.b64decode(text).decode()),
    "prairielearn": of_json,
}
CLASS_STRUCTURES: Mapping[str, Callable[[str], Any]] = {
    "html": lambda text: ClassPage(text).elements,
    "csv_wide": of_csv,
    "csv_long": of_csv,
    "json": of_json,
}


def test_they_are_sixty_and_stand_in_eight_places_and_more() -> None:
    assert len(set(PAYLOADS)) >= 60
    assert repr(report_full_of("\u2603")).count("\u2603") >= 8
    assert repr(with_names("\u2603")).count("\u2603") >= 8


def test_no_format_is_left_out() -> None:
    assert set(STRUCTURES) == set(FORMATS)
    assert set(CLASS_STRUCTURES) == set(CLASS_FORMATS)


@pytest.mark.parametrize(("edition", "step"), [(Edition.TEACHER, 1), (Edition.STUDENT, 6)])
@pytest.mark.parametrize("name", STRUCTURES)
def test_no_text_changes_the_structure_of_a_report(name: str, edition: Edition, step: int) -> None:
    """All of them in the teacher's edition, of which the student's is a part."""

    def structure(text: str) -> Any:
        return STRUCTURES[name](FORMATS[name](redact(report_full_of(text), edition), "es"))

    plain = structure(PLAIN)
    assert len(plain) > 1
    assert [text for text in PAYLOADS[::step] if structure(text) != plain] == []


@pytest.mark.parametrize(("anonymize", "step"), [(False, 1), (True, 6)])
@pytest.mark.parametrize("name", CLASS_STRUCTURES)
def test_no_text_changes_the_structure_of_a_class_report(name: str, anonymize: bool, step: int) -> None:
    def structure(text: str) -> Any:
        return CLASS_STRUCTURES[name](CLASS_FORMATS[name](with_names(text), anonymize=anonymize))

    plain = structure(PLAIN)
    assert len(plain) > 1
    assert [text for text in PAYLOADS[::step] if structure(text) != plain] == []
