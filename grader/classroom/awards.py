"""Points that a teacher gave to a class's students, one by one, where a report leaves the decision to them.

They lie in the class's folder beside the journal, by student and item, with the digest of the bytes that were read: a
grading that comes to the same bytes again, under whatever rubric or seed, has them, and another notebook hasn't.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from grader.awards import given_within
from grader.checks.free_text import answer_in, shown
from grader.classroom.journal import write_atomically
from grader.classroom.record import packed, unpacked
from grader.errors import UsageError
from grader.model import GradeReport, ItemGrade, Text, Verdict
from grader.reports.language import say, title_in
from grader.reports.wording import number
from grader.score import open_for_review, with_award

__all__ = ["Award", "Awards", "ForReview", "for_review", "with_awards"]

FILE = "awards.json"
FORMAT = 1


@dataclass(frozen=True)
class Award:
    """All points of an item for the submission `sha256`; None where the teacher has only a comment so far."""

    sha256: str
    points: Fraction | None
    comment: str = ""


@dataclass(frozen=True)
class Awards:
    """By student, and by item."""

    given: Mapping[str, Mapping[str, Award]] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Awards:
        """Those of the class in `folder`.  Raises UsageError where they can't be read: they were somebody's work."""
        file = folder / FILE
        try:
            body = json.loads(file.read_text(encoding="utf-8"))
            if body["format"] != FORMAT:
                raise ValueError("another format")
            return cls({student: _of_student(items) for student, items in body["awards"].items()})
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            values = {"file": str(file), "error": " ".join(str(error).split())}
            raise UsageError(
                Text(
                    "{file}, with the points that the teacher gave, can't be read ({error}): put it right, or take it "
                    "away and give them again",
                    dict(values),
                )
            ) from error

    def write(self, folder: Path) -> None:
        body = {"format": FORMAT, "awards": packed({student: self.given[student] for student in sorted(self.given)})}
        write_atomically(folder / FILE, json.dumps(body, indent=1, ensure_ascii=False) + "\n")

    @property
    def count(self) -> int:
        return sum(award.points is not None for items in self.given.values() for award in items.values())

    def of(self, student: str) -> Mapping[str, Award]:
        return self.given.get(student, {})

    def changed(self, student: str, item: str, award: Award | None) -> Awards:
        """With `award` in the place of what was there; None takes that away."""
        items = {id_: there for id_, there in self.of(student).items() if id_ != item}
        if award is not None:
            items[item] = award
        rest = {id_: there for id_, there in self.given.items() if id_ != student}
        return Awards({**rest, student: items} if items else rest)


def _of_student(items: Mapping[str, object]) -> dict[str, Award]:
    return {item: unpacked(Award, award) for item, award in items.items()}


def with_awards(report: GradeReport, sha256: str, awards: Mapping[str, Award]) -> tuple[GradeReport, tuple[Text, ...]]:
    """`report` on the submission `sha256` with the teacher's points, and what to say of those that don't hold."""
    items, void = [], []
    for item in report.items:
        award = awards.get(item.id)
        points = None if award is None else award.points
        if award is None or points is None:
            items.append(item)
            continue
        still_open = open_for_review(item)
        within = given_within(points, item.points, item.points + still_open)
        if award.sha256 != sha256 and still_open:
            values: dict[str, str | int | float | Text] = {"points": number(points), "item": item.id}
            void.append(Text("The {points} points for {item} were given to another notebook.", values))
        elif award.sha256 == sha256 and (within is None or not still_open):
            values = {
                "points": number(points),
                "item": item.id,
                "least": number(item.points),
                "most": number(item.points + still_open),
            }
            void.append(
                Text("{item} was given {points} points; it can have {least} to {most} now. Decide again.", values)
            )
        holds = award.sha256 == sha256 and within is not None and still_open
        items.append(_decided(item, within, award.comment) if holds and within is not None else item)
    total = sum((item.points for item in items), Fraction(0))
    return replace(report, items=tuple(items), points=total), tuple(void)


def _decided(item: ItemGrade, points: Fraction, comment: str) -> ItemGrade:
    decided = with_award(item, points)
    if not comment:
        return decided
    note = Text("Your teacher's comment: {comment}", {"comment": shown(comment)})
    return replace(decided, notes=(*decided.notes, note))


@dataclass(frozen=True)
class ForReview:
    """What a teacher must know of an item to give it `least` to `most` points.

    `answer` is the student's text where the item asks for one, and `says` what the grader says of the rest.
    """

    student: str
    name: str
    item: str
    title: str
    least: Fraction
    most: Fraction
    answer: str
    says: str
    sha256: str

    @property
    def told(self) -> str:
        return " ".join(filter(None, (self.answer, self.says)))


def for_review(report: GradeReport, student: str, name: str, sha256: str, lang: str) -> Iterator[ForReview]:
    """What of `report`, as the grader left it, waits for the teacher."""
    for item in report.items:
        still_open = open_for_review(item)
        if not still_open:
            continue
        messages = [c.message for c in item.checks if c.verdict is Verdict.FOR_REVIEW and c.message is not None]
        answers = [answer for message in messages if (answer := answer_in(message)) is not None]
        rest = [message for message in messages if answer_in(message) is None]
        yield ForReview(
            student,
            name,
            item.id,
            title_in(item.title, lang),
            item.points,
            item.points + still_open,
            " ".join(say(answer, lang) for answer in answers),
            " ".join(say(message, lang) for message in rest),
            sha256,
        )
