"""Grades into a platform through LTI 1.3: a column of the gradebook (a line item), and a score for each student.

LTI Advantage Assignment and Grade Services 2.0 (AGS), Names and Role Provisioning Services 2.0 (NRPS).  Nothing is
remembered between two runs: each asks the platform what is there.  A score's timestamp is the time of the grading: to
send it twice is to send it once, and an older grading never takes the place of a later one (AGS, 3.4.4).

A score without points would clear what is there (AGS, 3.4.6), so what isn't final isn't sent at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from grader.classroom.roster import Roster
from grader.errors import GraderError, UsageError
from grader.lms.entering import Entry, Outcome, as_number, entries_of, judged, without_result
from grader.lms.lti_connection import Connection
from grader.lms.lti_registration import Registration
from grader.lms.marks import ClassMarks, Mark
from grader.lms.matching import Line, match
from grader.model import Text

__all__ = ["LineItem", "Push", "Pushed", "connected", "planned", "push"]

TAG = "transformer-grader"
_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/"
MANAGE, READ, RESULTS, SCORE = (
    f"{_SCOPE}{name}" for name in ("lineitem", "lineitem.readonly", "result.readonly", "score")
)
MEMBERS = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
LINE_ITEM_TYPE = "application/vnd.ims.lis.v2.lineitem+json"
LINE_ITEMS_TYPE = "application/vnd.ims.lis.v2.lineitemcontainer+json"
RESULTS_TYPE = "application/vnd.ims.lis.v2.resultcontainer+json"
SCORE_TYPE = "application/vnd.ims.lis.v1.score+json"
MEMBERS_TYPE = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
_LEARNERS = frozenset({"Learner", "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"})
_IDS = ("user_id", "lis_person_sourcedid", "email", "ext_user_username")


@dataclass(frozen=True)
class LineItem:
    """A column of the gradebook; `url` is empty where it would first be made."""

    url: str
    title: str
    maximum: Decimal

    def part(self, name: str) -> str:
        """The address of its ``scores`` or ``results``: behind the path, before the query (AGS, 3.3.1 and 3.4.1)."""
        where = urlsplit(self.url)
        return where._replace(path=f"{where.path.rstrip('/')}/{name}").geturl()


@dataclass(frozen=True)
class Push:
    """What would be done.  `users` are the platform's ids of those whose grade is entered, by the student's id."""

    item: LineItem
    entries: tuple[Entry, ...]
    without: tuple[Line, ...]
    users: Mapping[str, str]
    written: datetime


@dataclass(frozen=True)
class Pushed:
    """`refused` is by the student's id what the platform said of a score; `not_kept` are those that it doesn't show."""

    not_kept: tuple[Entry, ...]
    refused: Mapping[str, str]


def connected(registration: Registration) -> Connection:
    """Asks for no more than what is done: to make a column only where none is named."""
    common = (RESULTS, SCORE, *((MEMBERS,) if registration.members else ()))
    ways = (READ, MANAGE) if registration.line_item else (MANAGE, READ)
    return Connection(registration, tuple((way, *common) for way in ways))


def planned(
    connection: Connection, results: ClassMarks, *, allow_decrease: bool = False, roster: Roster | None = None
) -> Push:
    """What entering `results` means, without doing any of it."""
    users, lines = _students(connection, roster)
    item = _line_item(connection, results)
    there = _scores(connection, item)
    matches = match(results.marks, lines, roster)

    def entered(mark: Mark, line: Line) -> Entry:
        score = there.get(users[line.row])
        old = "" if score is None else f"{score:.2f}"
        return judged(mark, old, item.maximum, allow_decrease=allow_decrease)

    entries = entries_of(results.marks, matches, entered)
    ids = {student: users[line.row] for student, line in matches.lines.items()}
    return Push(item, entries, without_result(lines, matches), ids, min(results.written, datetime.now(UTC)))


def push(connection: Connection, plan: Push, results: ClassMarks, progress: Callable[[Text], None]) -> Pushed:
    """Make the column where there's none, and send the scores; then read them again."""
    changed = [entry for entry in plan.entries if entry.outcome is Outcome.CHANGED]
    item = plan.item if plan.item.url or not changed else _made(connection, plan.item, results)
    refused: dict[str, str] = {}
    for done, entry in enumerate(changed):
        progress(Text("entering grades: {done} of {total}", {"done": done, "total": len(changed)}))
        body = _score(plan.users[entry.mark.student], entry, item, plan.written)
        answer = connection.post(item.part("scores"), SCORE_TYPE, body, twice_is_once=True)
        if answer.status_code in (401, 429) or answer.status_code >= 500:  # nobody's score would get in
            raise connection.refusal(answer)
        if not 200 <= answer.status_code < 300:
            refused[entry.mark.student] = connection.told(answer)
    kept = _scores(connection, item) if changed else {}
    not_kept = (entry for entry in changed if not _is_kept(kept.get(plan.users[entry.mark.student]), entry))
    return Pushed(tuple(not_kept), refused)


def _score(user: str, entry: Entry, item: LineItem, written: datetime) -> dict[str, object]:
    return {
        "userId": user,
        "scoreGiven": _plain(Decimal(entry.new)),
        "scoreMaximum": _plain(item.maximum),
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
        "timestamp": written.astimezone(UTC).isoformat(timespec="milliseconds"),
    }


def _is_kept(score: Decimal | None, entry: Entry) -> bool:
    return score is not None and abs(score - Decimal(entry.new)) < Decimal("0.005")


# --- the column


def _line_item(connection: Connection, results: ClassMarks) -> LineItem:
    """The one that is named, else the one that an earlier run made for this assignment, else one to be made."""
    known = connection.registration
    if known.line_item:
        return _read_item(connection, _json(connection.get(known.line_item, LINE_ITEM_TYPE)), known.line_item)
    wanted = {"resource_id": results.assignment, "tag": TAG}
    listed = connection.read_all(_with_query(known.line_items, wanted), LINE_ITEMS_TYPE)
    ours = [
        one
        for page in listed
        for one in _objects(page)  # a platform may pass over the filter
        if (one.get("resourceId"), one.get("tag")) == (results.assignment, TAG)
    ]
    if len(ours) > 1:
        values = {"items": "; ".join(str(one.get("id")) for one in ours)}
        raise UsageError(
            Text("The platform has several columns of this assignment; name one as line_item: {items}", values)
        )
    if ours:
        return _read_item(connection, ours[0], str(ours[0].get("id", "")))
    if MANAGE not in connection.granted:
        raise UsageError(Text("The platform lets no column be made; name one as line_item."))
    most = max((mark.max_points for mark in results.marks), default=Decimal(0))
    return LineItem("", results.title, most or sum((one.max_points for one in results.items.values()), Decimal(0)))


def _read_item(connection: Connection, data: Mapping[str, Any], url: str) -> LineItem:
    maximum = as_number(str(data.get("scoreMaximum")))
    if maximum is None or maximum <= 0:
        raise UsageError(Text("{title} has no maximum that grades could be out of.", {"title": str(data.get("label"))}))
    return LineItem(connection.within(url), str(data.get("label", "")), maximum)


def _made(connection: Connection, item: LineItem, results: ClassMarks) -> LineItem:
    """Never asked for twice: a second column would be there for good."""
    body = {
        "scoreMaximum": _plain(item.maximum),
        "label": item.title,
        "resourceId": results.assignment,
        "tag": TAG,
    }
    answer = connection.post(connection.registration.line_items, LINE_ITEM_TYPE, body, twice_is_once=False)
    if answer.status_code not in (200, 201):
        raise connection.refusal(answer)
    made = _json(answer)
    return _read_item(connection, made, str(made.get("id", "")))


def _scores(connection: Connection, item: LineItem) -> dict[str, Decimal]:
    """The score of each user that the column shows, out of its maximum."""
    scores: dict[str, Decimal] = {}
    if not item.url:
        return scores
    for page in connection.read_all(item.part("results"), RESULTS_TYPE):
        for one in _objects(page):
            score = as_number(str(one.get("resultScore")))
            most = as_number(str(one.get("resultMaximum", 1)))
            if score is not None and most:
                scores[str(one.get("userId"))] = score if most == item.maximum else score * item.maximum / most
    return scores


# --- the students


def _students(connection: Connection, roster: Roster | None) -> tuple[list[str], list[Line]]:
    """The platform's id of each student, and beside it the line with what else they may be known by."""
    known = connection.registration
    if known.members:
        found = list(_learners(connection.read_all(known.members, MEMBERS_TYPE)))
    elif roster is not None:
        rows = [row for row in roster.students if row.lti]
        found = [(row.lti, row.student.name, (row.student.id, *row.aliases)) for row in rows]
    else:
        found = []
    if not found:
        raise UsageError(
            Text("Nobody's id in the platform is known: name members in the registration, or a roster with column LTI.")
        )
    users = [user for user, _, _ in found]
    return users, [Line(at, name, ids) for at, (_, name, ids) in enumerate(found)]


def _learners(pages: Iterable[Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for page in pages:
        for one in _objects(page.get("members") if isinstance(page, dict) else None):
            if one.get("status", "Active") != "Active" or not _LEARNERS.intersection(map(str, one.get("roles") or ())):
                continue
            whole = " ".join(str(one[kind]) for kind in ("given_name", "family_name") if one.get(kind))
            ids = tuple(dict.fromkeys(str(one[kind]) for kind in _IDS if one.get(kind)))
            yield str(one["user_id"]), str(one.get("name") or whole), ids


# --- their words


def _objects(value: Any) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise GraderError(Text("The platform's answer isn't the list that was asked for."))
    return value


def _json(answer: Any) -> Mapping[str, Any]:
    try:
        value = answer.json()
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise GraderError(Text("The platform's answer isn't JSON."))
    return value


def _with_query(url: str, more: Mapping[str, str]) -> str:
    where = urlsplit(url)
    return where._replace(query=urlencode([*parse_qsl(where.query, keep_blank_values=True), *more.items()])).geturl()


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
