"""Pseudonyms: stable, without the order of names, and nothing of a student is left beside them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from grader.classroom.pseudonyms import anonymized, pseudonyms
from grader.classroom.reports import FORMATS
from grader.classroom.results import Attention
from tests.classroom.reports.sample_class import class_of, sample_class


def test_pseudonyms_count_from_one() -> None:
    assert sorted(pseudonyms(sample_class()).values()) == [f"A{n:03d}" for n in range(1, 9)]


def test_they_are_the_same_in_another_order_another_run_and_another_language() -> None:
    results = sample_class()
    other = replace(results, results=results.results[::-1], seed=5, language="es", attention=(), seconds={})
    assert pseudonyms(other) == pseudonyms(results)


def test_their_order_is_not_that_of_the_names_nor_the_same_in_the_next_assignment() -> None:
    results = class_of(100)
    here = pseudonyms(results)
    assert sorted(here, key=here.__getitem__) != sorted(here)
    assert pseudonyms(replace(results, assignment="another")) != here


def test_a_large_class_has_pseudonyms_of_one_length() -> None:
    results = replace(sample_class(), missing=tuple(f"s{n}" for n in range(1500)))
    assert {len(name) for name in pseudonyms(results).values()} == {5}


def test_a_student_whom_only_an_entry_names_has_one_too() -> None:
    results = replace(sample_class(), attention=(Attention("unknown_student", "zoe isn't in the list", "zoe"),))
    assert "zoe" in pseudonyms(results)
    assert "zoe" not in str(anonymized(results))


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_lets_a_name_an_id_a_file_or_a_digest_through(format: str) -> None:
    results = sample_class()
    text = FORMATS[format](results, anonymize=True)
    plain = FORMATS[format](results)
    assert "A001" in text
    secret = {
        part for result in results.results for part in (result.student, result.name, result.source, result.sha256)
    }
    secret |= {*results.missing, "leftover_of_zoe", "a.ipynb", "datos_de_eva", "This file is empty", "Two notebooks"}
    secret |= {"Álvarez", "Núñez", "O'Neill", "O&#39;Neill", "郭", "HYPERLINK"}
    words = set(text.replace('"', " ").replace(",", " ").replace(">", " ").replace("<", " ").split())
    for part in secret:
        if len(part) > 4:
            assert part not in text
        else:
            assert part not in words
    assert sum(part in plain for part in secret) > 10


def test_the_numbers_are_the_same_as_with_names() -> None:
    results = class_of(60, missing=2)
    named, anonymous = (json.loads(FORMATS["json"](results, anonymize=hidden)) for hidden in (False, True))
    for key in ("points", "items", "max_points"):
        assert anonymous[key] == named[key]
    known_as = pseudonyms(results)
    students = {one["student"]: one for one in anonymous["students"]}
    for one in named["students"]:
        other = students[known_as[one["student"]]]
        assert (other["items"], other["points"], other["state"]) == (one["items"], one["points"], one["state"])
    assert [m["count"] for m in anonymous["mistakes"]] == [m["count"] for m in named["mistakes"]]


def test_the_rows_come_in_the_order_of_the_pseudonyms() -> None:
    students = [result.student for result in anonymized(class_of(50)).results]
    assert students == sorted(students)
