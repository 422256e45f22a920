"""The class report for people: one HTML page that loads nothing, runs nothing and can be printed.

The page is a template with automatic escaping (:mod:`jinja2`); every text that it fills in is made inert before
that, so that no place of it has to remember to.  A student's text never stands in an attribute.  Markup, style and
drawings are the template's; this module prepares what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from grader.classroom.attention import ADVICE, attention, by_kind, heading
from grader.classroom.pseudonyms import anonymized
from grader.classroom.reports.words import FLAG_LETTERS, FLAG_WORDS, LABELS, NOTES, ROW_STATES, STATE_MARKS
from grader.classroom.results import ClassResults
from grader.classroom.standings import Cell, CellState, Row, RowState, rows
from grader.classroom.statistics import (
    BINS,
    Discrimination,
    Distribution,
    ItemStatistics,
    Mistake,
    distribution,
    item_statistics,
    mistakes,
)
from grader.model import Text
from grader.reports.inert import visible
from grader.reports.language import say
from grader.reports.templates import page_template
from grader.reports.wording import number

if TYPE_CHECKING:
    import jinja2

__all__ = ["MOST_MISTAKES", "MOST_SLOWEST", "inert", "render", "template"]

MOST_MISTAKES = 10  # told in full; a lecture has time for fewer
MOST_SLOWEST = 10
MOST_OPEN = 12  # longer lists start folded
LONGEST_TEXT = 3000  # characters of one text: ours are shorter

Values: TypeAlias = dict[str, str | int | float | Text]

_CLASSES: Mapping[CellState, str] = {
    CellState.PASSED: "f",
    CellState.PARTIAL: "p",
    CellState.FAILED: "z",
    CellState.MISSING: "m",
    CellState.FOR_REVIEW: "o",
    CellState.UNGRADABLE: "o",
    CellState.NOT_GRADED: "o",
    CellState.NO_SUBMISSION: "n",
}


def render(results: ClassResults, *, anonymize: bool = False) -> str:
    """`results` as an HTML page in their language."""
    if anonymize:
        results = anonymized(results)
    table = rows(results)
    items = item_statistics(table, results)
    named = mistakes(table, results)
    labels = {row.student: row.label for row in table}
    lang = results.language
    totals = distribution(table, results.max_points)
    known = [_mistake(m, results, labels) for m in named if m.misconception]
    page = template("page.html").render(
        lang=lang,
        w={key: say(text, lang) for key, text in LABELS.items()},
        results=results,
        anonymous=anonymize,
        overview=_overview(totals, table, results),
        attention=_attention(results, table, items, labels, anonymize),
        bars=_bars(totals, lang),
        totals=totals,
        items=[_item(item, shown, lang) for item, shown in zip(results.items, items, strict=True)],
        mistakes=known[:MOST_MISTAKES],
        more_mistakes=known[MOST_MISTAKES:],
        symptoms=[_mistake(m, results, labels) for m in named if not m.misconception],
        heads=[(item["title"], number(_exact(item["max_points"]))) for item in results.items],
        students=[_student(row, lang) for row in table],
        slowest=_slowest(results, labels),
        legend=_legend(lang),
        notes=[say(note, lang) for note in NOTES],
        most_open=MOST_OPEN,
    )
    return f"{page}\n"


def inert(text: str) -> str:
    """`text` as one paragraph that can do nothing: long words and long texts are cut, and say so."""
    if len(text) <= LONGEST_TEXT and text.isascii() and text.isprintable():  # nearly all of them
        text = " ".join(text.split())
        return visible(text) if len(text) <= 200 else " ".join(map(visible, text.split(" ")))
    rest = len(text) - LONGEST_TEXT
    shown = " ".join(map(visible, text[:LONGEST_TEXT].split()))
    return f"{shown}... (+{rest})" if rest > 0 else shown


def template(name: str) -> jinja2.Template:
    """One of the class's pages."""
    return page_template("grader.classroom.reports", name, inert)


def _exact(points: float) -> Fraction:
    return Fraction(str(points))


def _shown(points: float | None, limit: float | None = None) -> str:
    if points is None:
        return "?"
    return number(_exact(points), None if limit is None else _exact(limit))


def _two(value: float | None, lang: str) -> str:
    return say(LABELS["not_available"], lang) if value is None else f"{value:.2f}".replace("-", "\u2212")


def _percent(share: float | None) -> str:
    """Whole percents; only all is 100, and only none is 0."""
    if share is None:
        return "?"
    return f"{min(99, max(1, round(share * 100))) if 0 < share < 1 else round(share * 100)} %"


def _earned(cell: Cell | Row) -> str:
    """Points as they stand: what is open shows as a question mark beside what is earned already."""
    if cell.points is not None:
        return _shown(cell.points, cell.max_points)
    return "?" if cell.so_far is None else f"{_shown(cell.so_far, cell.max_points)} + ?"


def _overview(totals: Distribution, table: Sequence[Row], results: ClassResults) -> list[tuple[str, str]]:
    lang, most = results.language, results.max_points
    counts = [(say(text, lang), sum(row.state is state for row in table)) for state, text in ROW_STATES.items()]
    outcome = ", ".join(f"{count} {word}" for word, count in counts if count)
    lines = [(LABELS["counts"], say(Text("{outcome}; {n} in all", {"outcome": outcome, "n": len(table)}), lang))]
    elsewhere = sum(not row.is_counted for row in table)
    if elsewhere:
        told = say(Text("notebooks for another assignment: {count}", {"count": elsewhere}), lang)
        lines.append((LABELS["not_counted"], told))
    if totals.mean is not None and totals.lowest is not None and totals.highest is not None:
        values: Values = {"mean": f"{totals.mean:.2f}", "max_points": _shown(most), "n": totals.n, "of": len(table)}
        span: Values = {"low": _shown(totals.lowest, most), "high": _shown(totals.highest, most)}
        lines += [
            (LABELS["mean"], say(Text("{mean} of {max_points}, over {n} of {of} students", values), lang)),
            (LABELS["median"], f"{totals.median:.2f}"),
            (LABELS["deviation"], _two(totals.deviation, lang)),
            (LABELS["range"], say(Text("{low} to {high}", span), lang)),
        ]
    return [(say(label, lang), value) for label, value in lines]


def _attention(
    results: ClassResults,
    table: Sequence[Row],
    items: Sequence[ItemStatistics],
    labels: Mapping[str, str],
    anonymous: bool,
) -> list[dict[str, Any]]:
    return [
        {
            "title": group.title,
            "count": len(group.entries),
            "advice": say(ADVICE[group.kind], results.language) if group.kind in ADVICE and not anonymous else "",
            "entries": [
                (labels.get(entry.student, entry.student), entry.text, entry.sources)
                for entry in group.entries
                if entry.student or entry.text or entry.sources
            ],
        }
        for group in by_kind(attention(results, table, items), results.language)
    ]


@dataclass(frozen=True)
class Bar:
    """A bar of the histogram, in the drawing's units, from `low` percent on; `says` is for those who don't see it."""

    x: float
    height: float
    count: int
    low: int
    says: str


CHART_HEIGHT, BAR_STEP = 160, 64


def _bars(totals: Distribution, lang: str) -> list[Bar]:
    highest = max(totals.counts) or 1
    width = 100 // BINS
    made = []
    for place, count in enumerate(totals.counts):
        values = {"low": place * width, "high": (place + 1) * width, "count": count}
        says = Text("{low} to {high} percent: {count}", values)
        height = round(CHART_HEIGHT * count / highest, 1)
        made.append(Bar(place * BAR_STEP, height, count, place * width, say(says, lang)))
    return made


def _item(item: Mapping[str, Any], shown: ItemStatistics, lang: str) -> dict[str, Any]:
    counts = (("f", shown.full), ("p", shown.partial), ("z", shown.zero), ("m", shown.missing), ("o", shown.open))
    every = shown.n + shown.open
    segments, start = [], 0.0
    for name, count in counts:
        width = round(100 * count / every, 2) if every else 0.0
        segments.append((name, round(start, 2), width))
        start += width
    return {
        "title": item["title"],
        "max_points": _shown(item["max_points"]),
        "mean": "?" if shown.mean is None else f"{shown.mean:.2f}",
        "share": _percent(shown.difficulty),
        "width": round(100 * (shown.difficulty or 0), 1),
        "n": shown.n,
        "segments": [segment for segment in segments if segment[2]],
        "shares": [(name, _percent(shown.share(count)), count) for name, count in counts[:-1]],
        "open": shown.open,
        "discrimination": _two(shown.discrimination.r, lang),
        "interval": _interval(shown.discrimination, lang),
        "against": shown.discrimination.is_against,
    }


def _interval(found: Discrimination, lang: str) -> str:
    if found.r is None:
        return f"n = {found.n}"
    values: Values = {"low": _two(found.low, lang), "high": _two(found.high, lang), "n": found.n}
    return say(Text("{low} to {high}, n = {n}", values), lang)


def _mistake(mistake: Mistake, results: ClassResults, labels: Mapping[str, str]) -> dict[str, Any]:
    lang, count = results.language, len(mistake.students)
    titles = {item["id"]: item["title"] for item in results.items}
    return {
        "title": mistake.title,
        "items": ", ".join(titles[item] for item in mistake.items),
        "count": count,
        "of": say(Text("{count} of {of} students", {"count": count, "of": mistake.of}), lang),
        "share": _percent(count / mistake.of),
        "width": round(100 * count / mistake.of, 1),
        "cause": mistake.cause or "",
        "hint": mistake.hint,
        "who": [labels[student] for student in mistake.students],
    }


def _parts(label: str) -> list[str]:
    """Where a narrow column may break it, as a browser breaks words: behind what joins them in ids and addresses."""
    return _JOINED.split(label) if len(label) <= MOST_JOINED else [label]


_JOINED = re.compile(r"(?<=[_.@-])(?=[^\W_])")
MOST_JOINED = 80


def _student(row: Row, lang: str) -> dict[str, Any]:
    return {
        "label": _parts(row.label),
        "id": row.student if row.name and row.name != row.student else "",
        "points": "–" if row.state is RowState.NO_SUBMISSION else _earned(row),
        "state": row.state.value,
        "cells": [
            (_CLASSES[cell.state], _cell(cell), "".join(FLAG_LETTERS[flag] for flag in cell.flags))
            for cell in row.cells
        ],
        "notes": ", ".join(_notes(row, lang)),
    }


def _cell(cell: Cell) -> str:
    if cell.state is CellState.MISSING and cell.points is not None:
        return f"{_earned(cell)} {STATE_MARKS[cell.state]}"
    if cell.state is CellState.NO_SUBMISSION:
        return STATE_MARKS[cell.state]
    return _earned(cell)


def _notes(row: Row, lang: str) -> list[str]:
    state = [] if row.state is RowState.GRADED else [say(ROW_STATES[row.state], lang)]
    told = {"not_graded", "unreadable", "no_submission", "for_review", "incomplete"}  # the state or a letter says so
    return [*state, *(heading(flag, lang) for flag in row.flags if flag not in told)]


def _slowest(results: ClassResults, labels: Mapping[str, str]) -> list[tuple[str, str]]:
    slowest = sorted(results.seconds.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_SLOWEST]
    return [
        (labels.get(student, student), say(Text("{seconds} s", {"seconds": f"{spent:.1f}"}), results.language))
        for student, spent in slowest
    ]


def _legend(lang: str) -> list[tuple[str, str, str]]:
    """Class, sign and meaning of everything that a cell may show."""
    say_label = {key: say(text, lang) for key, text in LABELS.items()}
    signs = [
        ("f", say_label["number"], say_label["full"]),
        ("p", say_label["number"], say_label["partial"]),
        ("z", "0", say_label["zero"]),
        ("m", f"0 {STATE_MARKS[CellState.MISSING]}", say(Text("nothing found in the notebook"), lang)),
        ("o", "?", say(Text("open: not graded, or for the teacher; not a zero"), lang)),
        ("n", STATE_MARKS[CellState.NO_SUBMISSION], say(ROW_STATES[RowState.NO_SUBMISSION], lang)),
    ]
    return [*signs, *(("", letter, say(FLAG_WORDS[flag], lang)) for flag, letter in FLAG_LETTERS.items())]
