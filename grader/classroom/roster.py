"""The teacher's list of students: a CSV file in, and for a name on a submission the student that it means.

Columns are found by their names, English or Spanish, in any order, so that the exports of Moodle, Canvas, Gradescope,
GitHub Classroom and Classroom 50 can be given as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.classroom.collection import Attention, AttentionKind, Layout, Student
from grader.classroom.naming import Claim, folded, run_together, tokens
from grader.errors import UnreadableSubmission, UsageError
from grader.intake.bounded_file import read_regular_file
from grader.intake.visible import visible
from grader.model import Text

__all__ = ["Enrolled", "Roster", "kind_of", "read_roster"]

MOST_ROWS = 50_000
LONGEST_FIELD = 200

_COLUMNS: dict[str, tuple[str, ...]] = {
    "id": (
        "id", "studentid", "sid", "studentnumber", "idnumber", "numerodeid", "numero", "matricula", "nia", "dni",
        "expediente", "codigo", "identificador", "identifier", "orgdefinedid", "sisuserid", "numerodematricula",
        "numerodeexpediente", "idalumno", "idestudiante",
    ),
    "login": (
        "login", "username", "user", "usuario", "nombredeusuario", "netid", "sisloginid", "sisid",
        "github", "githubusername", "githubuser", "usuariogithub", "usuariodegithub", "alias",
    ),
    "name": (
        "name", "fullname", "student", "studentname", "nombrecompleto", "alumno", "alumna", "alumnoa", "estudiante",
        "nombreyapellidos", "apellidosynombre", "nombreyapellido", "apellidosnombre",
    ),
    "first": ("firstname", "first", "givenname", "nombre", "nombres"),
    "last": ("lastname", "last", "surname", "familyname", "apellidos", "apellido", "apellido1", "primerapellido"),
    "last2": ("apellido2", "segundoapellido"),
    "email": (
        "email", "emailaddress", "mail", "correo", "correoelectronico", "direccioncorreo", "direcciondecorreo",
        "direcciondeemail", "direcciondecorreoelectronico",
    ),
    "canvas": ("canvasid", "canvasuserid", "idcanvas"),
    "lti": ("lti", "ltiid", "ltiuserid", "ltisub", "idlti"),
}  # fmt: skip
_KIND_OF = {name: kind for kind, names in _COLUMNS.items() for name in names}
_PARTICIPANT = re.compile(r"[^\W\d_]+ +(\d+)")  # of Moodle's worksheet: "Participant 123", "Participante 123"
_NOBODY = frozenset({"pointspossible", "puntosposibles", "studenttest", "teststudent"})  # rows of Canvas's gradebook


@dataclass(frozen=True)
class Enrolled:
    """A row: `aliases` are all values by which the student may be known, the other three the LMSs' own numbers."""

    student: Student
    aliases: tuple[str, ...]
    names: tuple[str, ...]
    canvas: str = ""
    participant: str = ""
    lti: str = ""


@dataclass
class Roster:
    students: tuple[Enrolled, ...]
    attention: tuple[Attention, ...] = ()
    _by_alias: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    _by_number: dict[tuple[Layout, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    _by_words: dict[tuple[str, ...], set[int]] = field(default_factory=lambda: defaultdict(set))
    _by_squeezed: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    _by_word: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        for at, row in enumerate(self.students):
            for alias in row.aliases:
                self._by_alias[folded(alias)].add(at)
            if row.canvas:
                self._by_number[Layout.CANVAS, row.canvas].add(at)
            if row.participant:
                self._by_number[Layout.MOODLE, row.participant].add(at)
            for name in row.names:
                self._by_words[tokens(name)].add(at)
                for whole in run_together(name):
                    self._by_squeezed[whole].add(at)
                words = re.findall(r"[^\W_]+", folded(name))
                if words:
                    self._by_word[words[0]].add(at)
            for alias in (row.student.id, *row.aliases):
                self._by_word[folded(alias)].add(at)

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(row.student.id for row in self.students)

    def knows(self, alias: str) -> bool:
        return folded(alias) in self._by_alias

    def find(self, claim: Claim) -> tuple[Enrolled, ...]:
        """The students that `claim` can mean: one where it's clear, none or several where it isn't."""
        for stage in (self._by_id, self._by_name, self._within):
            found = {self.students[at].student.id: self.students[at] for at in sorted(stage(claim))}
            if found:
                return tuple(found.values())
        return ()

    def _by_id(self, claim: Claim) -> set[int]:
        if claim.layout in (Layout.MOODLE, Layout.CANVAS):
            # Their numbers are their own: a student number that happens to be the same means nothing.
            return self._by_number.get((claim.layout, claim.id), set())
        for value in claim.ids:
            found = self._by_alias.get(folded(value))
            if not found and value.isdigit():  # a spreadsheet made 123 of 00123
                found = self._by_alias.get(value.lstrip("0"))
            if found:
                return found
        return set()

    def _by_name(self, claim: Claim) -> set[int]:
        if not claim.name:
            return set()
        if claim.layout is Layout.CANVAS:  # García López, Ana -> garcíalópezana
            return self._by_squeezed.get("".join(re.findall(r"[^\W_]+", folded(claim.name))), set())
        names = [claim.name]
        if claim.layout is Layout.MOODLE and "-" in claim.name:
            names.append(claim.name.partition("-")[2])  # before 4.1 the group's name stands in front
        for name in names:
            found = self._by_words.get(tokens(name))
            if found:
                return found
        return set()

    def _within(self, claim: Claim) -> set[int]:
        """``hw1_ana_garcia.ipynb`` and ``S123-practica.ipynb``: an id or a whole name, and more around it."""
        if claim.layout not in (Layout.FILES, Layout.FOLDERS):
            return set()
        words = tokens(claim.name)
        has = set(words)
        found: dict[int, int] = {}
        for word in has:
            for at in self._by_word.get(word, ()):
                row = self.students[at]
                if any(folded(alias) == word for alias in row.aliases):
                    found[at] = max(found.get(at, 0), 100)
                for name in row.names:
                    own = tokens(name)
                    if len(own) > 1 and has.issuperset(own):
                        found[at] = max(found.get(at, 0), len(own))
        best = max(found.values(), default=0)
        return {at for at, size in found.items() if size == best}


# --- reading


def read_roster(path: Path) -> Roster:
    """The students in the CSV file.  Raises UsageError where it can't be used at all."""
    if path.is_dir():  # of which the reader of notebooks says something else
        raise UsageError(Text("the roster {file} is a folder: name the CSV file in it", {"file": str(path)}))
    try:
        data = read_regular_file(path)
    except UnreadableSubmission as error:
        raise UsageError(
            Text("the roster {file}: {reason}", {"file": visible(str(path), 400), "reason": error.args[0]})
        ) from None
    source = visible(str(path), 400)
    text, notes = _decoded(data, source)
    rows = _rows(text)
    kinds, start = _header(rows)
    if not {"id", "login", "name", "email", "canvas"} & set(kinds.values()) and not {"first", "last"} <= set(
        kinds.values()
    ):
        raise UsageError(
            Text(
                "the roster {file} has no column that says who the students are: name one id, name or email",
                {"file": source},
            )
        )
    return Roster(*_enrolled(rows[start:], kinds, notes, source, start))


def _decoded(data: bytes, source: str) -> tuple[str, list[Attention]]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # "Unicode text" of a spreadsheet
        return data.decode("utf-16", "replace"), []
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        what = Text("The roster isn't in UTF-8; it was read as Windows text (cp1252).")
        remedy = Text("See that its accents are right here; else save it as 'CSV UTF-8'.")
        return data.decode("cp1252", "replace"), [_note(what, remedy, source)]


def _rows(text: str) -> list[list[str]]:
    text = text.replace("\x00", "")
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    rows: list[list[str]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while len(rows) <= MOST_ROWS:
        try:
            rows.append([value.strip()[:LONGEST_FIELD] for value in next(reader)])
        except StopIteration:
            break
        except csv.Error:  # a field of over 131 072 characters
            rows.append([])
    return rows


def kind_of(heading: str) -> str | None:
    """What a column of this heading holds; capitals, accents, spaces and punctuation don't matter."""
    return _KIND_OF.get(_squeezed(heading))


def _squeezed(heading: str) -> str:
    return re.sub(r"[^a-z0-9]", "", folded(heading))


def _header(rows: Sequence[Sequence[str]]) -> tuple[dict[int, str], int]:
    """The kind of each column that is known, and the number of the first row after the header."""
    at = next((number for number, row in enumerate(rows) if any(row)), 0)
    if not rows:
        return {}, 0
    plain = [_squeezed(name) for name in rows[at]]
    kinds = {column: kind for column, name in enumerate(rows[at]) if (kind := kind_of(name)) is not None}
    if "sisloginid" in plain or ("section" in plain and "student" in plain):  # Canvas's gradebook: its own numbers
        kinds |= {column: "canvas" for column, name in enumerate(plain) if name == "id"}
    # "Nombre" is the whole name where no column has the family's.
    if "last" not in kinds.values() and "name" not in kinds.values():
        kinds = {column: "name" if kind == "first" else kind for column, kind in kinds.items()}
    return kinds, at + 1


def _enrolled(
    rows: Iterable[Sequence[str]], kinds: dict[int, str], notes: list[Attention], source: str, start: int
) -> tuple[tuple[Enrolled, ...], tuple[Attention, ...]]:
    by_id: dict[str, Enrolled] = {}
    for number, row in enumerate(rows, start=start + 1):
        values: dict[str, list[str]] = defaultdict(list)
        for column, kind in kinds.items():
            if column < len(row) and row[column]:
                values[kind].append(row[column])
        if any(re.sub(r"\W", "", folded(name)) in _NOBODY for name in values["name"]):
            continue
        enrolled = _of_row(values)
        if enrolled is None:
            if any(row):
                what = Text("Row {row} of the roster says nobody's id, name or email.", {"row": number})
                notes.append(_note(what, Text("Complete it, or take it out."), source))
            continue
        known = by_id.setdefault(folded(enrolled.student.id), enrolled)
        if known is not enrolled and known != enrolled:
            what = Text(
                "The roster has '{id}' twice, and the two rows differ (row {row}); the first counts.",
                {"id": visible(enrolled.student.id, 80), "row": number},
            )
            notes.append(_note(what, Text("Give each student an id of their own."), source))
    return tuple(by_id.values()), tuple(notes)


def _of_row(values: dict[str, list[str]]) -> Enrolled | None:
    last = " ".join(values["last"] + values["last2"])
    name = next(iter(values["name"]), "") or " ".join([*values["first"], last]).strip()
    email = next(iter(values["email"]), "")
    ids = [*values["id"], *values["canvas"], *values["login"], *([email] if email else []), *([name] if name else [])]
    if not ids:
        return None
    participant = next((match[1] for value in values["id"] if (match := _PARTICIPANT.fullmatch(value))), "")
    aliases = [
        *values["id"],
        *values["login"],
        *values["email"],
        *values["lti"],
        *(value.partition("@")[0] for value in values["email"]),
    ]
    return Enrolled(
        Student(ids[0], name, email),
        tuple(dict.fromkeys(filter(None, [*aliases, *_without_zeros(values["id"])]))),
        (name,) if name else (),
        canvas=next(iter(values["canvas"]), ""),
        participant=participant,
        lti=next(iter(values["lti"]), ""),
    )


def _without_zeros(ids: Iterable[str]) -> Iterator[str]:
    """A spreadsheet that takes 00123 for a number writes 123."""
    return (value.lstrip("0") for value in ids if value.isdigit() and value.startswith("0"))


def _note(what: Text, remedy: Text, source: str) -> Attention:
    return Attention(AttentionKind.ROSTER, what, (source,), remedy, held=False)
