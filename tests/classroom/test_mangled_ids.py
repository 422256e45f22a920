"""Which writings of an id a spreadsheet may have made of it, and which are another student's."""

from __future__ import annotations

import unicodedata

import pytest

from grader.classroom.mangled_ids import may_stand_for

NAME = "Íñigo Peña"


@pytest.mark.parametrize(
    ("written", "id_"),
    [
        ("123", "00123"),
        ("1.23457E+11", "123456789012"),
        ("1,23457E+11", "123456789012"),
        ("1E+12", "1000000000000"),
        ("inigo  pena", NAME),
        ("?�igo Pe?a", NAME),
        ("???", "王小明"),
        (unicodedata.normalize("NFD", NAME), NAME),
        (NAME, unicodedata.normalize("NFD", NAME)),
        (NAME.encode("cp850").decode("cp1252", "replace"), NAME),
        (NAME.encode("mac_roman").decode("cp1252", "replace"), NAME),
        (NAME.encode().decode("cp1252", "replace"), NAME),
        (NAME.encode("ascii", "replace").decode(), NAME),
    ],
)
def test_a_changed_id_is_known_again(written: str, id_: str) -> None:
    assert may_stand_for(written, id_)


@pytest.mark.parametrize(
    ("written", "id_"),
    [
        ("Pepe", "bob"),
        ("berta", "ana"),
        ("", "ana"),
        ("ana1", "ana"),
        ("an", "ana"),
        ("124", "00123"),
        ("1.23458E+11", "123456789012"),
        ("1.23457E+12", "123456789012"),
        ("1E+12", "ana"),
        ("李四", "王小明"),
        ("Iker Peña", NAME),
        ("???", "ana"),
    ],
)
def test_another_student_s_name_is_no_changed_id(written: str, id_: str) -> None:
    assert not may_stand_for(written, id_)
