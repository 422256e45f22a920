"""A text that only a person can judge: shown in the report, and left to the teacher to give points for."""

from __future__ import annotations

from dataclasses import dataclass

from grader.checks.answers import answer_of, words_of
from grader.checks.student import Settled, Student
from grader.model import CheckResult, Text, Verdict

__all__ = ["FreeText", "answer_in", "for_the_teacher", "shown", "when_read"]

MOST_CHARACTERS = 4_000
# Reports cut a single value off at 600 characters; a longer answer is filled in piece by piece.
PIECE = 500
_YES_OR_NO = {"yes", "no", "si", "true", "false", "verdadero", "falso", "maybe", "quizas", "depende"}


@dataclass(frozen=True)
class FreeText:
    """FOR_REVIEW with the text itself, unless it can't be an answer: no text, only yes or no, or the question.

    `questions` are the exercise's own words in each language.  Nothing here earns points; a teacher's ``--award`` does.
    """

    id: str
    title: Text
    component: str
    role: str
    questions: tuple[str, ...]

    def __call__(self, student: Student) -> CheckResult:
        value = answer_of(student, self.role)
        if isinstance(value, tuple) and value and all(isinstance(part, str) for part in value):
            value = "\n".join(map(str, value))
        found = student.found[self.role].name
        if not isinstance(value, str):
            message = Text("`{name}`: an answer in words is expected, as a text.", {"name": found})
            raise self.refused("number_for_words", message)
        words = words_of(value) or []
        if words and len(words) <= 3 and set(words) <= _YES_OR_NO:
            message = Text("`{name}` says only yes or no; the question asks what and why.", {"name": found})
            raise self.refused("yes_or_no", message)
        if words and any(f" {' '.join(words)} " in f" {' '.join(words_of(q) or [])} " for q in self.questions):
            message = Text("`{name}` has the words of the question only.", {"name": found})
            raise self.refused("question_copied", message)
        return CheckResult(self.id, Verdict.FOR_REVIEW, for_the_teacher(shown(value)))

    def refused(self, mistake: str, message: Text) -> Settled:
        return Settled(Verdict.WRONG, message, suspects=(f"{self.component}/{mistake}",))


def for_the_teacher(answer: Text) -> Text:
    """What is said of a text that waits for the teacher."""
    return Text("The teacher reads this answer and gives its points: {text}", {"text": answer})


def when_read(message: Text) -> Text:
    """What is said of it once the teacher has; any other `message` as it is."""
    answer = answer_in(message)
    return message if answer is None else _read(answer)


def _read(answer: Text) -> Text:
    return Text("Your answer: {text}", {"text": answer})


def answer_in(message: Text) -> Text | None:
    """The student's answer alone, where `message` is that of a text that waits for the teacher, or has been read."""
    answer = message.values.get("text")
    if not isinstance(answer, Text):
        return None
    return answer if message.template in {said(answer).template for said in (for_the_teacher, _read)} else None


def shown(text: str) -> Text:
    """All of `text`, on one line and up to `MOST_CHARACTERS`, as values that a report makes harmless."""
    line = " ".join(text[: MOST_CHARACTERS + 1].split())
    if len(text) > MOST_CHARACTERS:
        line = f"{line[:MOST_CHARACTERS]}..."
    pieces = [line[at : at + PIECE] for at in range(0, len(line), PIECE)]
    joined = Text("{text}", {"text": pieces.pop() if pieces else ""})
    while pieces:
        joined = Text("{text}{rest}", {"text": pieces.pop(), "rest": joined})
    return joined
