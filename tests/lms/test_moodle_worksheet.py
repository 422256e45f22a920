"""Moodle's grading worksheet in four languages, and its importer by its source (``mod/assign/feedback/offline``)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

import pytest

from grader.errors import UsageError
from grader.lms.entering import Outcome, plan
from grader.lms.moodle_worksheet import participant, worksheet
from tests.lms.results import PAYLOADS, mark


@dataclass(frozen=True)
class Site:
    """What a site in a language writes; `hidden_user` is the word before a participant's number."""

    header: str
    hidden_user: str
    yes: str
    no: str
    decimal: str
    when: str

    @property
    def text(self) -> str:
        """As PHP's fputcsv writes it: quoted where there is a space, a comma or an accent's neighbour."""
        most = f'"100{self.decimal}00"' if self.decimal == "," else "100.00"
        eighty = f'"80{self.decimal}00"' if self.decimal == "," else "80.00"
        rows = [
            f'"{self.hidden_user}501","Álvarez, Ana",ana@example.edu,"-",,{most},{self.yes},"{self.when}",-,',
            f'"{self.hidden_user}502","Bea Núñez",bea@example.edu,"-",{eighty},{most},{self.yes},-,"{self.when}",'
            '"<p>Bien, ""casi""</p>"',
            f'"{self.hidden_user}503","Carlos Ruiz",carlos@example.edu,"-",,{most},{self.no},-,-,',
        ]
        return "\ufeff" + "".join(f"{row}\n" for row in (self.header, *rows))


SITES: Mapping[str, Site] = {
    "en": Site(
        'Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed",'
        '"Last modified (submission)","Last modified (grade)","Feedback comments"',
        "Participant ", "Yes", "No", ".", "Monday, 5 October 2026, 10:00 AM",
    ),
    "es": Site(
        'Identificador,"Nombre completo","Dirección de correo",Estado,Calificación,"Calificación máxima",'
        '"La calificación puede ser cambiada","Última modificación (entrega)","Última modificación (calificación)",'
        '"Comentarios de retroalimentación"',
        "Participante ", "Sí", "No", ",", "lunes, 5 de octubre de 2026, 10:00",
    ),
    "de": Site(
        'ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung,Bestwertung,"Bewertung kann geändert werden",'
        '"Zuletzt geändert (Abgabe)","Zuletzt geändert (Bewertung)","Feedback als Kommentar"',
        "Teilnehmer/in", "Ja", "Nein", ",", "Montag, 5. Oktober 2026, 10:00",
    ),
    "fr": Site(
        'Identifiant,"Nom complet","Adresse de courriel",Statut,Note,"Note maximale","La note peut être modifiée",'
        '"Dernière modification (travail remis)","Dernière modification (note)","Feedback par commentaires"',
        "Participant", "Oui", "Non", ",", "lundi 5 octobre 2026, 10:00",
    ),
}  # fmt: skip
EACH_SITE = pytest.mark.parametrize("site", SITES.values(), ids=SITES)
MARKS = (mark("ana@example.edu", "71.1"), mark("bea@example.edu", "90.55"), mark("carlos@example.edu", "50"))


def imported(data: bytes, site: Site) -> dict[int, Decimal]:
    """The grades that Moodle would take, by participant: its columns by title, `unformat_float`, its skipped rows."""
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    header = next(csv.reader([site.header]))
    at_id, at_grade, at_modified = (rows[0].index(header[n]) for n in (0, 4, 8))
    taken = {}
    for row in rows[1:]:
        number = row[at_id][len(site.hidden_user) :]
        assert row[at_modified]
        grade = row[at_grade].strip().replace(" ", "").replace(site.decimal, ".")
        if number.isdigit() and grade and 0 <= Decimal(grade) <= 100 and row[6] != site.no:
            taken[int(number)] = Decimal(grade)
    return taken


@EACH_SITE
def test_one_column_changes_and_every_other_byte_stays(site: Site) -> None:
    made = plan(worksheet(site.text.encode(), "w.csv"), MARKS)
    new = '"71,10"' if site.decimal == "," else "71.10"
    more = '"90,55"' if site.decimal == "," else "90.55"
    old = '"80,00"' if site.decimal == "," else "80.00"
    expected = site.text.replace('ana@example.edu,"-",,', f'ana@example.edu,"-",{new},').replace(old, more)
    assert made.file.decode() == expected
    assert [entry.outcome for entry in made.entries] == [Outcome.CHANGED, Outcome.CHANGED, Outcome.LOCKED]


@EACH_SITE
def test_what_is_written_is_what_moodle_reads(site: Site) -> None:
    made = plan(worksheet(site.text.encode(), "w.csv"), MARKS)
    assert imported(made.file, site) == {501: Decimal("71.10"), 502: Decimal("90.55")}


@EACH_SITE
def test_points_are_scaled_to_the_sites_maximum(site: Site) -> None:
    text = site.text.replace(f"100{site.decimal}00", f"10{site.decimal}00").replace(f'"80{site.decimal}00"', "")
    made = plan(worksheet(text.encode(), "w.csv"), MARKS[:1])
    assert imported(made.file, site)[501] == Decimal("7.11")


@EACH_SITE
def test_students_are_found_by_the_number_of_moodles_zip_too(site: Site) -> None:
    made = plan(worksheet(site.text.encode(), "w.csv"), [mark("501", "12", "Ana Álvarez")])
    assert imported(made.file, site)[501] == 12


@EACH_SITE
def test_a_grade_is_never_lowered_unless_that_is_asked_for(site: Site) -> None:
    sheet = worksheet(site.text.encode(), "w.csv")
    lower = [mark("bea@example.edu", "79.99")]
    assert plan(sheet, lower).file == site.text.encode()
    assert imported(plan(sheet, lower, allow_decrease=True).file, site)[502] == Decimal("79.99")


def test_a_maximum_without_decimals_says_nothing_so_the_language_does() -> None:
    text = SITES["de"].text.replace('"100,00"', "100").replace('"80,00"', "")
    assert '"71,10"' in plan(worksheet(text.encode(), "w.csv"), MARKS[:1]).file.decode()


def test_a_scale_of_words_and_an_unknown_language_are_refused() -> None:
    with pytest.raises(UsageError, match="scale of words"):
        worksheet(SITES["de"].text.replace("Bestwertung", "Skala").encode(), "w.csv")
    with pytest.raises(UsageError, match="English, Spanish, German or French"):
        worksheet(b"Identificatore,Valutazione\n1,2\n", "w.csv")


def test_an_anonymous_worksheet_has_no_names() -> None:
    text = 'Identifier,Status,Grade,"Maximum Grade","Last modified (grade)"\n"Participant 501",-,,100.00,-\n'
    made = plan(worksheet(text.encode(), "w.csv"), [mark("501", "50", "501"), mark("502", "1", "Ana")])
    assert "100.00" in made.file.decode()
    assert [entry.outcome for entry in made.entries] == [Outcome.CHANGED, Outcome.NOT_FOUND]


@pytest.mark.parametrize(
    ("identifier", "number"),
    [("Participant 12", "12"), ("Teilnehmer/in12", "12"), ("Participante 007", "007"), ("Participant", ""), ("", "")],
)
def test_a_participants_number_stands_behind_a_word(identifier: str, number: str) -> None:
    assert participant(identifier) == number


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_name_and_a_comment_that_are_formulas_stay_as_moodle_wrote_them(payload: str) -> None:
    quoted = payload.replace('"', '""')
    text = SITES["en"].text.replace("Álvarez, Ana", quoted).replace('<p>Bien, ""casi""</p>', quoted)
    made = plan(worksheet(text.encode(), "w.csv"), MARKS[:1])
    assert made.file.decode() == text.replace('ana@example.edu,"-",,', 'ana@example.edu,"-",71.10,')
