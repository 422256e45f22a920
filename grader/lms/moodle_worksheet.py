"""Moodle's grading worksheet (Assignment: "Download grading worksheet"), whatever the language of the site.

By the rules of its importer (``mod/assign/feedback/offline``): columns are found by their titles in the site's
language, a student by the number behind the word for "Participant" (with or without a space), and grades are read with
the site's decimal sign.  It passes over rows that are locked, and over those whose grade was changed after the
download.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from grader.errors import UsageError
from grader.lms.entering import Sheet, as_number
from grader.lms.matching import Line
from grader.lms.table import Table, read_table
from grader.model import Text

__all__ = ["participant", "worksheet"]


@dataclass(frozen=True)
class _Titles:
    identifier: str
    grade: str
    modified: str
    maximum: str
    scale: str
    can_be_changed: str
    name: str
    others: tuple[str, ...]
    no: str
    comma: bool


# The strings of Moodle's language packs (mod_assign: recordid, lastmodifiedgrade, gradecanbechanged; core: grade, ...).
_LANGUAGES: Mapping[str, _Titles] = {
    "en": _Titles(
        "Identifier", "Grade", "Last modified (grade)", "Maximum Grade", "Scale", "Grade can be changed", "Full name",
        ("Email address", "ID number", "Username"), "No", comma=False,
    ),
    "es": _Titles(
        "Identificador", "Calificación", "Última modificación (calificación)", "Calificación máxima", "Escala",
        "La calificación puede ser cambiada", "Nombre completo",
        ("Dirección de correo", "Dirección Email", "Número de ID", "Nombre de usuario"), "No", comma=True,
    ),
    "de": _Titles(
        "ID", "Bewertung", "Zuletzt geändert (Bewertung)", "Bestwertung", "Skala", "Bewertung kann geändert werden",
        "Vollständiger Name", ("E-Mail-Adresse", "ID-Nummer", "Matrikelnummer", "Anmeldename"), "Nein", comma=True,
    ),
    "fr": _Titles(
        "Identifiant", "Note", "Dernière modification (note)", "Note maximale", "Barème", "La note peut être modifiée",
        "Nom complet", ("Adresse de courriel", "Numéro d'identification", "Nom d'utilisateur"), "Non", comma=True,
    ),
}  # fmt: skip
_PARTICIPANT = re.compile(r"\D*?(\d+)\s*")


def worksheet(data: bytes, name: str) -> Sheet:
    """The worksheet in `data`."""
    table = read_table(data, name)
    header = [value.strip() for value in table.header]
    found = [
        titles
        for titles in _LANGUAGES.values()
        if all(header.count(title) == 1 for title in (titles.identifier, titles.grade, titles.modified))
    ]
    if len(found) != 1:
        values = {"file": name, "columns": "; ".join(header)}
        raise UsageError(
            Text("{file} isn't a grading worksheet in English, Spanish, German or French; it has: {columns}", values)
        )
    (titles,) = found
    if titles.scale in header and titles.maximum not in header:
        raise UsageError(Text("{file} grades by a scale of words; points can't be entered there.", {"file": name}))
    return _sheet(table, header, titles)


def _sheet(table: Table, header: list[str], titles: _Titles) -> Sheet:
    at = {title: number for number, title in enumerate(header)}
    lines: list[Line] = []
    locked: dict[int, Text] = {}
    limits: list[str] = []
    for number in range(1, len(table.rows)):
        row = {title: table.value(number, column).strip() for title, column in at.items()}
        if not any(row.values()):
            continue
        identifier = row[titles.identifier]
        ids = [participant(identifier), *(row.get(title, "") for title in titles.others)]
        lines.append(Line(number, row.get(titles.name, ""), tuple(filter(None, [identifier, *ids]))))
        limits.append(row.get(titles.maximum, ""))
        if row.get(titles.can_be_changed) == titles.no:
            locked[number] = Text("Moodle says that this grade can't be changed.")
        elif not participant(identifier):
            locked[number] = Text("Moodle finds nobody by the identifier {identifier}.", {"identifier": identifier})
    maxima = {value for limit in limits if (value := as_number(limit)) is not None}
    maximum: Decimal | None = next(iter(maxima)) if len(maxima) == 1 else None
    return Sheet(table, at[titles.grade], tuple(lines), maximum, _has_commas(table, at, titles, limits), locked)


def participant(identifier: str) -> str:
    """The number in "Participant 123", "Teilnehmer/in123"; empty where there is none."""
    found = _PARTICIPANT.fullmatch(identifier)
    return found[1] if found else ""


def _has_commas(table: Table, at: Mapping[str, int], titles: _Titles, limits: list[str]) -> bool:
    """By the numbers that Moodle wrote; where they have no decimals, by the language."""
    grades = [table.value(number, at[titles.grade]) for number in range(1, len(table.rows))]
    numbers = "".join(value for value in (*limits, *grades) if as_number(value) is not None)
    if ("," in numbers) != ("." in numbers):
        return "," in numbers
    return titles.comma
