"""The ``submission_metadata.yml`` of a Gradescope export: who handed in which folder, and when.

It is read line by line and not as YAML.  It holds the whole output of an autograder for each student, which takes a
YAML parser many seconds for a class and is written by students' programs; what is wanted stands on lines of its own,
less indented than any such text can be::

    submission_409194023:
      :submitters:
      - :name: Ana García
        :sid: '123456789'
        :email: ana@example.edu
      :created_at: 2026-04-26 17:34:00.861687000 Z
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from grader.classroom.collection import Claimed, Layout, Student
from grader.classroom.naming import Attempt, Claim

__all__ = ["METADATA", "claims_of_export"]

METADATA = "submission_metadata.yml"

_ENTRY = re.compile(r"(?P<key>[^\s:#][^:]*|\"[^\"]+\"|'[^']+'):\s*$")
_FIELD = re.compile(r"  :(?P<name>\w+):\s*(?P<value>.*)$")
_SUBMITTER = re.compile(r"(?P<lead> {2,4}(?:- )?) *:(?P<name>name|sid|email):\s*(?P<value>.*)$")


def claims_of_export(data: bytes) -> Mapping[str, Claim]:
    """By the name of the submission's folder."""
    claims: dict[str, Claim] = {}
    key = ""
    people: list[dict[str, str]] = []
    created = ""
    in_people = False
    for line in data.decode("utf-8-sig", "replace").splitlines():
        entry = _ENTRY.match(line)
        if entry:
            _add(claims, key, people, created)
            key, people, created, in_people = _scalar(entry["key"]), [], "", False
            continue
        person = _SUBMITTER.match(line) if in_people else None
        if person:
            if "-" in person["lead"] or not people:
                people.append({})
            people[-1][person["name"]] = _scalar(person["value"])
            continue
        found = _FIELD.match(line)
        if found:
            in_people = found["name"] == "submitters"
            if found["name"] == "created_at":
                created = _scalar(found["value"])
    _add(claims, key, people, created)
    return claims


def _add(claims: dict[str, Claim], key: str, people: list[dict[str, str]], created: str) -> None:
    students = [
        Student(person.get("sid") or person.get("email") or person.get("name", ""), person.get("name", ""), email)
        for person in people
        for email in (person.get("email", ""),)
    ]
    students = [student for student in students if student.id]
    if not key or not students:
        return
    first = students[0]
    ids = tuple(dict.fromkeys(value for value in (first.id, first.email) if value))
    time = tuple(int(number) for number in re.findall(r"\d{1,9}", created)[:7])
    claims[key] = Claim(
        Layout.GRADESCOPE,
        first.id,
        first.name,
        ids,
        others=tuple(students[1:]),
        claims=(Claimed("submitted_at", created),) if created else (),
        # Its times are all in one zone.
        attempt=Attempt("", time) if time else None,
        email=first.email,
    )


def _scalar(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            value = json.loads(text)
        except ValueError:
            return text[1:-1]
        return value if isinstance(value, str) else text[1:-1]
    return "" if text in ("~", "null") else text
