"""What a person must look at before the points are used: what the run met, and what the rows and items show."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.classroom.results import Attention, ClassResults, another_of
from grader.classroom.standings import CellState, Row, RowState
from grader.classroom.statistics import ItemStatistics
from grader.model import Text, Verdict
from grader.reports.language import say
from grader.reports.wording import VERDICTS

__all__ = ["ADVICE", "KINDS", "Group", "attention", "by_kind", "heading"]

# The gravest first: reports list them in this order.  A kind that isn't here comes last, under its own name.
KINDS: Mapping[str, Text] = {
    "not_graded": Text("Could not be graded"),
    "incomplete": Text("Graded in part"),
    "unreadable": Text("Could not be read"),
    "no_notebook": Text("No notebook found"),
    "another_assignment": Text("Notebooks of another assignment"),
    "several_notebooks": Text("Several notebooks"),
    "several": Text("Several submissions"),
    "for_review": Text("Waiting for the teacher"),
    "award": Text("The teacher's points that don't hold"),
    "forfeit": Text("A library's version in place of their own"),
    "cell_failed": Text("A cell of the notebook couldn't be run to its end"),
    "nothing_left": Text("Nothing there after the notebook has run"),
    "call_ended": Text("Questions that ended the notebook's process, or that a limit ended"),
    "negative_discrimination": Text("Items that go against the rest"),
    "isolation": Text("Graded without full isolation"),
    "unknown_student": Text("Students who aren't in the list"),
    "unrecognised_name": Text("Names that nobody was recognised by"),
    "near_names": Text("Names that are almost the same"),
    "same_file": Text("The same file from several students"),
    "looks_alike": Text("Submissions that look alike"),
    "roster": Text("The list of students"),
    "no_such_path": Text("Paths that lead nowhere"),
    "lfs_pointer": Text("Git LFS pointers in place of notebooks"),
    "link": Text("Links to other files"),
    "not_a_file": Text("Not regular files"),
    "too_large": Text("Too large"),
    "too_deep": Text("Too deep in folders or archives"),
    "unsafe_name": Text("Names that lead out of an archive"),
    "duplicate_member": Text("Archives with two files of one name"),
    "encrypted": Text("Locked with a password"),
    "other_archive": Text("Archives that aren't opened here"),
    "no_submission": Text("No submission"),
}

# What to do about it, where that isn't plain.
ADVICE: Mapping[str, Text] = {
    "for_review": Text(
        "Fill in the column points of to_review.csv, beside this page. Then `grade award OUT`, with this folder as "
        "OUT, writes all reports anew. It may be done in parts."
    )
}

_ENDED = (Verdict.CRASHED, Verdict.OUT_OF_MEMORY, Verdict.TIMED_OUT, Verdict.FLOODED)


@dataclass(frozen=True)
class Group:
    kind: str
    title: str
    entries: tuple[Attention, ...]


def heading(kind: str, lang: str) -> str:
    return say(KINDS[kind], lang) if kind in KINDS else kind


def attention(results: ClassResults, table: Sequence[Row], items: Sequence[ItemStatistics]) -> tuple[Attention, ...]:
    """The run's own entries, then those that follow from the table, unless the run said the same of that student."""
    told = {(entry.student, said) for entry in results.attention for said in (entry.kind, entry.text) if said}
    seen = [*_of_rows(results, table), *_of_items(results, items), *_of_isolation(results, table)]
    new = (entry for entry in seen if told.isdisjoint({(entry.student, entry.kind), (entry.student, entry.text)}))
    return (*results.attention, *new)


def by_kind(entries: Sequence[Attention], lang: str) -> tuple[Group, ...]:
    order = {kind: place for place, kind in enumerate(KINDS)}
    kinds = sorted({entry.kind for entry in entries}, key=lambda kind: (order.get(kind, len(order)), kind))
    return tuple(
        Group(kind, heading(kind, lang), tuple(entry for entry in entries if entry.kind == kind)) for kind in kinds
    )


def _of_rows(results: ClassResults, table: Sequence[Row]) -> Iterator[Attention]:
    lang = results.language
    for row in table:
        if row.state is RowState.NO_SUBMISSION:
            yield Attention("no_submission", "", row.student)
        elif row.state in (RowState.NOT_GRADED, RowState.UNREADABLE):
            yield Attention(row.state.value, row.failure, row.student, (row.source,) if row.source else ())
        other = another_of(row.report)
        if other is not None:
            values: dict[str, str | int | float | Text] = {"assignment": results.assignment, "other": other}
            if row.is_counted:
                text = Text("Graded as {assignment}; by its metadata or its names the notebook is for {other}.", values)
            else:
                text = Text(
                    "Graded as {assignment}; by its metadata or its names the notebook is for {other}, and it has "
                    "little of what is asked for here. It isn't counted in the class's figures.",
                    values,
                )
            yield Attention("another_assignment", say(text, lang), row.student, (row.source,) if row.source else ())
        cells = list(zip(results.items, row.cells, strict=True))
        titles = [_titled(item) for item, cell in cells if "ungradable" in cell.flags]
        if titles or (row.report is not None and not row.report["complete"]):
            yield Attention("incomplete", ", ".join(titles) or say(Text("not complete"), lang), row.student)
        for item, cell in cells:
            if "for_review" in cell.flags:
                told = _titled(item) if not cell.asked else f"{_titled(item)}: {cell.asked}"
                yield Attention("for_review", told, row.student)
        yield from _of_code(results, row)


def _of_code(results: ClassResults, row: Row) -> Iterator[Attention]:
    """Cells left out, or unreadable where a whole item isn't there; nothing there at all; questions that were ended;
    calls of libraries.
    """
    lang = results.language
    cells = list(zip(results.items, row.cells, strict=True))
    gone = [_titled(item) for item, cell in cells if cell.state is CellState.MISSING]
    findings = () if row.report is None else row.report["findings"]
    stopped = [finding for finding in findings if finding.get("details", {}).keys() & {"ending", "unread"}]
    if any(finding["level"] == "error" for finding in stopped) or (stopped and gone):
        text = ", ".join(say(_told(finding), lang) for finding in stopped)
        if gone:
            text += ". " + say(Text("Nothing to check in: {items}", {"items": ", ".join(gone)}), lang)
        yield Attention("cell_failed", text, row.student)
    elif len(gone) == len(cells) > 1 and another_of(row.report) is None:
        nothing = Text(
            "It ran, but none of the functions and classes asked for exists in the end. Its report says of each "
            "whether it was written and deleted again, or never written."
        )
        yield Attention("nothing_left", say(nothing, lang), row.student)
    ended = [(_titled(item), words) for item, cell in cells if (words := _ended(cell.flags, lang))]
    if ended:
        yield Attention("call_ended", "; ".join(f"{title}: {words}" for title, words in ended), row.student)
    taken = [_titled(item) for item, cell in cells if "forfeit" in cell.flags]
    if taken:
        yield Attention("forfeit", ", ".join(taken), row.student)


def _titled(item: Mapping[str, Any]) -> str:
    """A title is some words; in a list, one that is a text isn't repeated for each student."""
    return textwrap.shorten(item["title"], 80, placeholder="...")


def _ended(flags: Collection[str], lang: str) -> str:
    """How calls of an item ended that didn't come to their own end; empty if all did."""
    return ", ".join(say(VERDICTS[verdict], lang) for verdict in _ENDED if verdict.value in flags)


def _told(finding: Mapping[str, Any]) -> Text:
    ending = finding["details"].get("ending")
    if "unread" in finding["details"]:
        why = Text("can't be read as Python")
    elif ending == "not_run":
        why = Text("wasn't run")
    else:
        why = next((words for verdict, words in VERDICTS.items() if verdict.value == ending), Text("left out"))
    return Text("cell {cell}: {why}", {"cell": finding.get("cell") or "?", "why": why})


def _of_items(results: ClassResults, items: Sequence[ItemStatistics]) -> Iterator[Attention]:
    for item, shown in zip(results.items, items, strict=True):
        r = shown.discrimination.r
        if r is not None and shown.discrimination.is_against:
            text = Text(
                "{title} (r = {r}, {n} students): those who do well elsewhere do worse here. "
                "Look at its checks before the points are published.",
                {"title": _titled(item), "r": f"{r:.2f}", "n": shown.discrimination.n},
            )
            yield Attention("negative_discrimination", say(text, results.language))


def _of_isolation(results: ClassResults, table: Sequence[Row]) -> Iterator[Attention]:
    levels: dict[str, int] = {}
    for row in table:
        if row.report is not None and row.report["isolation"] != "full":
            levels[row.report["isolation"]] = levels.get(row.report["isolation"], 0) + 1
    for level, count in sorted(levels.items()):
        text = Text(
            "Isolation {level}, submissions: {count}. While they ran, they may have been able to read or change files "
            "of this machine.",
            {"count": count, "level": level},
        )
        yield Attention("isolation", say(text, results.language))
