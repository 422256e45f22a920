"""Who handed something in, by the name that an LMS or a teacher's tool gave it.

The forms, from the programs that write them: Moodle's ``mod/assign/classes/downloader.php`` and, before 4.1,
``locallib.php``; Canvas's ``lib/content_zipper.rb``; Blackboard's exports.  All of them put what the student chose (the
file's own name) last, so that no file name can pass for somebody else's: the first match counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grader.classroom.collection import Claimed, Layout, Student

__all__ = [
    "Attempt",
    "Claim",
    "claims_by_lms",
    "folded",
    "names_of_clones",
    "near_key",
    "plain_claim",
    "run_together",
    "stem",
    "tokens",
]

LONGEST_NAME = 1000


@dataclass(frozen=True)
class Attempt:
    """Where a file stands in its LMS's own order: of files of one `series`, a larger `number` came later."""

    series: str
    number: tuple[int, ...]


@dataclass(frozen=True)
class Claim:
    """Whose something is said to be.  `ids` are what a roster may know the student by, the first the best."""

    layout: Layout
    id: str
    name: str
    ids: tuple[str, ...]
    others: tuple[Student, ...] = ()
    claims: tuple[Claimed, ...] = ()
    attempt: Attempt | None = None
    email: str = ""


_MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+(?:_(?P<rest>.*))?", re.S)
_MOODLE_TEAM = re.compile(r"(?P<name>[^_]+)_assignsubmission_[a-z]+(?:_(?P<rest>.*))?", re.S)
_CANVAS = re.compile(r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<file>\d+)_(?P<rest>.+)", re.S)
_CANVAS_ANONYMOUS = re.compile(r"(?P<late>LATE_)?anon_(?P<id>[A-Za-z0-9]+)_(?P<file>\d+)_(?P<rest>.+)", re.S)
_BLACKBOARD = re.compile(
    r"(?P<work>.+?)_(?P<id>[^_]+)_attempt_(?P<when>\d{4}(?:-\d\d){5})(?:_(?P<rest>.+)|\.txt)", re.S
)
_AGAIN = re.compile(r"-(?P<number>\d{1,3})$")


def claims_by_lms(names: Sequence[str]) -> list[Claim | None]:
    """For each of the names that lie together, whose it is by the form of an LMS.

    A form counts where at least half of the names have it: a stray ``hw_1_2_x.ipynb`` beside others isn't Canvas's.
    """
    for form in (_moodle, _blackboard, _canvas):
        claims = [form(name[:LONGEST_NAME]) for name in names]
        found = [claim for claim in claims if claim is not None]
        if found and 2 * len(found) >= len(names) and (form is not _canvas or _are_canvas(found)):
            return claims
    return [None] * len(names)


def _moodle(name: str) -> Claim | None:
    match = _MOODLE.fullmatch(name)
    if match:
        return Claim(Layout.MOODLE, match["id"], match["name"], (match["id"],))
    match = _MOODLE_TEAM.fullmatch(name)  # a team that has no number
    return Claim(Layout.MOODLE, match["name"], match["name"], ()) if match else None


def _blackboard(name: str) -> Claim | None:
    match = _BLACKBOARD.fullmatch(name)
    if not match:
        return None
    when = match["when"]
    attempt = Attempt(match["work"], tuple(int(number) for number in when.split("-")))
    claims = (Claimed("submitted_at", when),)
    return Claim(Layout.BLACKBOARD, match["id"], "", (match["id"],), claims=claims, attempt=attempt)


def _canvas(name: str) -> Claim | None:
    match = _CANVAS_ANONYMOUS.fullmatch(name)
    anonymous = match is not None
    match = match or _CANVAS.fullmatch(name)
    if not match:
        return None
    claims = (Claimed("late", "Canvas"),) if match["late"] else ()
    claim = Claim(Layout.CANVAS, match["id"], "" if anonymous else match["name"], (match["id"],), claims=claims)
    return replace(claim, attempt=_canvas_attempt(match["rest"], int(match["file"][:18])))


def _canvas_attempt(file_name: str, upload: int) -> Attempt:
    """Canvas calls the same file handed in again ``hw-1.ipynb``, and numbers all uploads."""
    own, again = stem(file_name), 0
    match = _AGAIN.search(own)
    if match:
        own, again = own[: match.start()], int(match["number"])
    return Attempt(own, (again, upload))


def _are_canvas(claims: list[Claim]) -> bool:
    """Uploads have numbers of their own, a number is one student's, and a class isn't all of one name.

    So ``hw_1_2_ana.ipynb``, ``hw_1_2_luis.ipynb`` are no files of a student "hw".
    """
    uploads = [claim.attempt.number[-1] for claim in claims if claim.attempt]
    names: dict[str, str] = {}
    if any(names.setdefault(claim.id, claim.name) != claim.name for claim in claims):
        return False
    several = set(names.values())
    all_alike = (
        several != {""} and len(several) == 1 and (len(names) > 2 or (len(claims) > 1 and len(claims[0].id) < 3))
    )
    return len(set(uploads)) == len(uploads) and not all_alike


def plain_claim(name: str, layout: Layout) -> Claim:
    """Whose something is by the plain name of its folder or file."""
    # Names that only differ in how Unicode writes an accent look the same in every report.
    own = unicodedata.normalize("NFC", stem(name) if layout is Layout.FILES else name).strip()
    return Claim(layout, own, own, (own,))


def names_of_clones(folders: Sequence[str], above: str, known: Callable[[str], bool]) -> list[Claim]:
    """Of the clones that lie together, which user each is of.

    GitHub Classroom names them ``<assignment>-<user>`` and puts them into ``<assignment>-submissions``, Classroom 50
    ``<classroom>-<assignment>-<user>`` and ``<classroom>-<assignment>_submissions_<time>``: `above`.  If the folder was
    renamed, what all names begin with is taken off; since users' names may hold hyphens too, as much of it as leaves
    the most users `known` to the roster.
    """
    shared = re.split(r"[-_]submissions", above)[0] + "-"
    if not all(name.startswith(shared) and len(name) > len(shared) for name in folders):
        start = _common_start(folders)
        shares = ["", *(start[: at + 1] for at, letter in enumerate(start) if letter == "-")][-20:]
        counts = [sum(known(name.removeprefix(share)) for name in folders) for share in shares]
        shared = shares[counts.index(max(counts))] if any(counts) else shares[-1]
    return [Claim(Layout.CLONES, user, "", (user,)) for user in (name.removeprefix(shared) for name in folders)]


def _common_start(names: Sequence[str]) -> str:
    """What all the names begin with, up to a hyphen; of a single one it can't be told."""
    if len(names) < 2:
        return ""
    low, high = min(names), max(names)
    same = next((at for at, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    return low[: low[:same].rfind("-") + 1]


def stem(name: str) -> str:
    """A file's name without what says that it's a notebook or an archive."""
    return re.sub(r"(?:\.(?:ipynb|zip|txt|json))+[ .]*$", "", name, flags=re.I) or name


# --- comparing names

_MARKS = re.compile("[\u0300-\u036f]")
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝӏαβεηικνορτυχ\u0131\u0142øđ",
    "aeopcyxijshdqwlabenikvoptuxilod",
)
_COPY = re.compile(r"(?:[\s_-]*(?:\(\d+\)|copy|copia|final|v\d{1,2}|-\d{1,2}))+$")


def folded(name: str) -> str:
    """`name` without case, accents and the ways of writing one letter in Unicode."""
    return _MARKS.sub("", unicodedata.normalize("NFKD", name.casefold())).casefold()


def tokens(name: str) -> tuple[str, ...]:
    """The words of a name, sorted: ``García, Ana`` and ``Ana García`` are alike."""
    return tuple(sorted(re.findall(r"[^\W_]+", folded(name))))


def run_together(name: str) -> frozenset[str]:
    """How a name reads without spaces and commas, whichever of its words comes first.

    ``Pérez, Ana`` gives ``perezana`` and ``anaperez``.  Canvas has its files' names so.
    """
    words = re.findall(r"[^\W_]+", folded(name))
    return frozenset("".join(words[turn:] + words[:turn]) for turn in range(len(words)))


def near_key(name: str, layout: Layout) -> str:
    """What two names have in common that a person would take for the same, or for copies of one file."""
    plain = folded(name)
    if layout is Layout.FILES:
        plain = _COPY.sub("", plain) or plain
    return " ".join(tokens(plain.translate(_LOOKALIKES)))
