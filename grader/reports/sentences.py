"""What every report for people says, whatever its format: the total, what was found, what to know first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grader.checks.free_text import answer_in
from grader.model import (
    CheckGrade,
    Edition,
    Finding,
    Forfeit,
    FormGrade,
    GradeReport,
    ItemGrade,
    ItemState,
    Text,
    Verdict,
)
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.wording import LEVELS, number, open_points, verdict_on

__all__ = [
    "claims",
    "closing",
    "decided_in_part",
    "earned",
    "failures",
    "forfeited",
    "found",
    "heading",
    "in_plain_text",
    "level",
    "needs_words",
    "not_complete",
    "notes",
    "remarks_on",
    "still_open",
    "total",
    "weak_isolation",
    "words_on",
]

MOST_LINES = 15  # one message never fills a screen; the JSON report has all of it
MOST_CHARACTERS = 2_000


def total(report: GradeReport) -> list[Text]:
    """The points, and what is neither earned nor lost yet; to be joined by semicolons."""
    parts = [Text("{points} of {max_points}", _points(report.points, report.max_points))]
    ungraded, review = (open_points(report, v) for v in (Verdict.UNGRADABLE, Verdict.FOR_REVIEW))
    if ungraded:
        parts.append(Text("{points} could not be graded", {"points": number(ungraded)}))
    elif not report.complete:
        parts.append(Text("not complete"))
    if review:
        parts.append(Text("{points} for the teacher to decide", {"points": number(review)}))
    return parts


def still_open(item: ItemGrade) -> Fraction:
    return open_points(item, Verdict.UNGRADABLE) + open_points(item, Verdict.FOR_REVIEW)


def earned(item: ItemGrade) -> str:
    """The item's points for a table.  What is open is neither earned nor lost: it never looks like a zero."""
    points = number(item.points, item.max_points)
    if still_open(item):
        points = f"{points} + ?" if item.points else "?"
    return f"{points} / {number(item.max_points)}"


def heading(item: ItemGrade, lang: str) -> Text:
    values = {"title": title_in(item.title, lang), **_points(item.points, item.max_points)}
    if left := still_open(item):
        return Text("{title}: {points} of {max_points}, {open} open", {**values, "open": number(left)})
    return Text("{title}: {points} of {max_points}", values)


def needs_words(item: ItemGrade) -> bool:
    """Is there more to say than its line in the table does?"""
    return item.points < item.max_points or item.state is not ItemState.PASSED or item.follow_through is not None


def found(item: ItemGrade) -> Text:
    names = ", ".join(dict.fromkeys(item.found_as.values()))
    if item.form in ("", "either", "python", "text"):  # there is no other form that it could have been found in
        return Text("Found as {names}.", {"names": names})
    return Text("Found as {names} ({form} form).", {"names": names, "form": _FORMS.get(item.form, item.form)})


_FORMS = {"function": Text("function")}


def forfeited(forfeit: Forfeit) -> Text:
    if forfeit.part == 1:
        return Text("All points are lost")
    return Text("{percent} percent of the points are lost", {"percent": number(forfeit.part * 100)})


def failures(checks: Sequence[CheckGrade], lang: str) -> list[list[CheckGrade]]:
    """The checks that cost points or stay open, those with the same message, or the same exception, together."""
    groups: dict[tuple[Verdict, object], list[CheckGrade]] = {}
    for check in checks:
        if _decided_in_full(check) or check.verdict in (Verdict.PASSED, Verdict.NOT_APPLICABLE):
            continue
        message = None if check.message is None else say(check.message, lang)
        # Checks without a message have nothing in common but that.
        groups.setdefault((check.verdict, _exception(check) or message or check.id), []).append(check)
    return list(groups.values())


def _decided_in_full(check: CheckGrade) -> bool:
    return check.verdict is Verdict.DECIDED and check.points == check.max_points


def decided_in_part(check: CheckGrade) -> bool:
    """Has a teacher given some of its points, and not all?"""
    return check.verdict is Verdict.DECIDED and 0 < check.points < check.max_points


def _exception(check: CheckGrade) -> tuple[object, ...] | None:
    """The exception of a check that stopped at a line of the notebook; whatever was asked, it's the same fault."""
    values = check.message.values if check.message is not None and check.verdict is Verdict.RAISED else {}
    parts = tuple(values.get(key) for key in ("type", "error", "cell", "line"))
    return parts if all(parts[:2]) or parts[2] else None


def words_on(item: ItemGrade) -> list[tuple[Text, list[Text]]]:
    """What is said of the item apart from its checks: labels, each with its paragraphs."""
    words: list[tuple[Text, list[Text]]] = []
    if item.forfeit is not None:
        words.append((forfeited(item.forfeit), [item.forfeit.reason]))
    for diagnosis in item.diagnosis:
        cause = [] if diagnosis.cause is None else [diagnosis.cause]
        words += [(Text("Likely cause"), [diagnosis.title, *cause]), (Text("Try"), [diagnosis.hint])]
    if item.follow_through is not None:
        words.append((Text("Note"), [item.follow_through]))
    return [*words, *((Text("Note"), [note]) for note in notes(item))]


def in_plain_text(text: Text, lang: str) -> str:
    """`text` said in a few lines of harmless characters, for formats without markup."""
    lines = say(text, lang, visible).split("\n")
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "..."]
    said = "\n".join(line.rstrip() for line in lines)
    return said if len(said) <= MOST_CHARACTERS else f"{said[:MOST_CHARACTERS]}..."


def claims(group: Sequence[CheckGrade], item: ItemGrade) -> list[Text]:
    """The claims of `group`, checks of `item` with one verdict and message, with what each costs.

    Where they are every check of the item (nothing was found, say), the claims tell nothing and aren't listed.
    """
    verdict = group[0].verdict
    each = [(check.title, check.points, check.max_points) for check in group]
    if len(group) > 1 and len(group) == len([c for c in item.checks if c.verdict is not Verdict.NOT_APPLICABLE]):
        points, most = (sum(parts, Fraction(0)) for parts in list(zip(*each, strict=True))[1:])
        every = Text("both checks") if len(group) == 2 else Text("all {count} checks", {"count": len(group)})
        each = [(every, points, most)]
    made: list[Text] = []
    for title, points, most in each:
        values: dict[str, str | int | float | Text] = {
            "title": title,
            "verdict": verdict_on(group[0]),
            "points": number(most - points),
        }
        if verdict is Verdict.DECIDED:
            made.append(Text("{title}: {verdict} ({points} of {max_points})", {**values, **_points(points, most)}))
        elif verdict in (Verdict.UNGRADABLE, Verdict.FOR_REVIEW):
            made.append(Text("{title}: {verdict} ({points} open)", values))
        else:
            made.append(Text("{title}: {verdict} (-{points})", values))
    return made


def level(finding: Finding) -> Text:
    """How grave it is, and its cell where the message doesn't say it."""
    word = LEVELS[finding.level]
    if finding.cell is None or "cell" in finding.message.values:
        return word
    return Text("cell {cell}, {level}", {"cell": finding.cell, "level": word})


def notes(item: ItemGrade) -> list[Text]:
    """What was assumed, and the other forms; each once.

    What doesn't apply to a form costs nothing and asks for nothing, so it is left to the JSON report.
    """
    from_checks = [note for check in item.checks for note in check.notes]
    # One that earns nothing was perhaps never begun, and says nothing beside the one that counts.
    names = set(item.found_as.values())
    others = [form for form in item.other_forms if form.points and set(form.found_as.values()) != names]
    return _once([*item.notes, *map(_other, others), *from_checks])


def remarks_on(item: ItemGrade) -> list[Text]:
    """The notes, after the answer in words that has earned all and is told nowhere else."""
    in_full = [check.message for check in item.checks if _decided_in_full(check) and check.message is not None]
    return [*(message for message in in_full if answer_in(message) is not None), *notes(item)]


def _other(form: FormGrade) -> Text:
    names = ", ".join(dict.fromkeys(form.found_as.values()))
    values: dict[str, str | int | float | Text] = {
        "form": _FORMS.get(form.form, form.form),
        "names": names,
        "points": number(form.points),
    }
    return Text("The {form} form ({names}) was also judged and earns {points}; the better form counts.", values)


def _once(texts: Iterable[Text]) -> list[Text]:
    kept: list[Text] = []
    for text in texts:
        if text not in kept:
            kept.append(text)
    return kept


def closing(report: GradeReport, lang: str) -> list[Text]:
    """What the reader must know before using the points."""
    said: list[Text] = []
    if report.edition is Edition.STUDENT:
        said.append(Text("This is the student's edition: what hidden checks ask and expect is left out."))
    if (weaker := weak_isolation(report)) is not None:
        said.append(weaker)
    if not report.complete:
        said.append(not_complete())
    texts = [i for i in report.items if _needs_review(i) and i.form == "text"]
    review = [title_in(i.title, lang) for i in report.items if _needs_review(i) and i.form != "text"]
    if report.edition is Edition.STUDENT:
        waiting = [title_in(item.title, lang) for item in texts] + review
        return [*said, Text("Your teacher still reads: {items}.", {"items": ", ".join(waiting)})] if waiting else said
    if texts:
        said.append(
            Text(
                "For the teacher to read: {items}. No program can judge this; the points are entered with "
                "--award {item}=POINTS.",
                {"items": ", ".join(title_in(item.title, lang) for item in texts), "item": texts[0].id},
            )
        )
    if review:
        said.append(
            Text(
                "For the teacher's eye: {items}. Every property holds, but no way of matching the weights explains "
                "the values, so a person decides.",
                {"items": ", ".join(review)},
            )
        )
    return said


def weak_isolation(report: GradeReport) -> Text | None:
    """What to know of a grading that wasn't isolated in full."""
    if report.isolation == "full":
        return None
    return Text(
        'Isolation is "{level}", not full: while it ran, the notebook may have been able to read or '
        "change files of this machine.",
        {"level": report.isolation},
    )


def not_complete() -> Text:
    return Text(
        "This report is not complete. Part of the submission could not be graded, and that is not the "
        "student's fault. What is open is not a zero: grade it again."
    )


def _needs_review(item: ItemGrade) -> bool:
    return item.state is ItemState.FOR_REVIEW or any(c.verdict is Verdict.FOR_REVIEW for c in item.checks)


def _points(points: Fraction, limit: Fraction) -> dict[str, str | int | float | Text]:
    return {"points": number(points, limit), "max_points": number(limit)}
