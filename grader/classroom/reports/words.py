"""The words of the class report for people."""

from __future__ import annotations

from collections.abc import Mapping

from grader.classroom.standings import CellState, RowState
from grader.model import Text

__all__ = ["FLAG_LETTERS", "FLAG_WORDS", "LABELS", "NOTES", "ROW_STATES", "STATE_MARKS"]

LABELS: Mapping[str, Text] = {
    "class_report": Text("Class report"),
    "contents": Text("Contents"),
    "overview": Text("Overview"),
    "attention": Text("Needs attention"),
    "distribution": Text("Distribution of points"),
    "items": Text("Items"),
    "mistakes": Text("For the next lecture: the class's misconceptions"),
    "more_mistakes": Text("Rarer misconceptions"),
    "symptoms": Text("Mistakes without a known cause"),
    "students": Text("Students"),
    "slowest": Text("Slowest to grade"),
    "legend": Text("Legend"),
    "assignment": Text("Assignment"),
    "student": Text("Student"),
    "points": Text("Points"),
    "item": Text("Item"),
    "seed": Text("Seed"),
    "version": Text("Version of the grader"),
    "anonymous": Text("Names are replaced by pseudonyms."),
    "mean": Text("Mean"),
    "median": Text("Median"),
    "deviation": Text("Standard deviation"),
    "range": Text("Lowest and highest"),
    "counts": Text("Students by outcome"),
    "not_counted": Text("Not in the class's figures"),
    "mean_share": Text("Mean share of the points"),
    "outcomes": Text("Outcomes"),
    "discrimination": Text("Discrimination"),
    "full": Text("All points"),
    "partial": Text("Some points"),
    "zero": Text("No points"),
    "not_found": Text("Not found"),
    "open": Text("Open"),
    "likely_cause": Text("Likely cause"),
    "try": Text("Try"),
    "who": Text("Who"),
    "how_many": Text("How many"),
    "notes": Text("Notes"),
    "time": Text("Time"),
    "nothing": Text("Nothing to report."),
    "no_totals": Text("Nobody's points are final yet."),
    "mark": Text("Mark"),
    "meaning": Text("Meaning"),
    "number": Text("a number"),
    "not_available": Text("n/a"),
}

NOTES: tuple[Text, ...] = (
    Text(
        "Means, the distribution and the items count final points only: what isn't graded, or waits for the teacher, "
        "is never a zero. Students without a submission aren't counted either."
    ),
    Text(
        "The mean share of an item's points is its difficulty in the sense of classical test theory: the higher, "
        "the easier."
    ),
    Text(
        "Discrimination is the correlation of an item with the sum of the other items (corrected item-total "
        "correlation), with its 95 percent interval. Below 10 students, or where all have the same, there is none. "
        "Near 0 the item says little about the rest. Where it is marked, it lies below what chance gives in 19 of 20 "
        "cases (below -1.645 / sqrt(n - 1)): its checks deserve a look."
    ),
)

ROW_STATES: Mapping[RowState, Text] = {
    RowState.GRADED: Text("graded"),
    RowState.OPEN: Text("graded in part"),
    RowState.NOT_GRADED: Text("not graded"),
    RowState.UNREADABLE: Text("can't be read"),
    RowState.NO_SUBMISSION: Text("no submission"),
}

# What a cell shows where a number alone would say too little.
STATE_MARKS: Mapping[CellState, str] = {
    CellState.MISSING: "∅",
    CellState.FOR_REVIEW: "?",
    CellState.UNGRADABLE: "?",
    CellState.NOT_GRADED: "?",
    CellState.NO_SUBMISSION: "–",
}

FLAG_LETTERS: Mapping[str, str] = {
    "raised": "E",
    "timed_out": "T",
    "out_of_memory": "M",
    "crashed": "C",
    "flooded": "P",
    "forfeit": "L",
    "follow_through": "F",
    "for_review": "R",
    "ungradable": "U",
}

FLAG_WORDS: Mapping[str, Text] = {
    "raised": Text("a call stopped with an error"),
    "timed_out": Text("a call took too long"),
    "out_of_memory": Text("a call ran out of memory"),
    "crashed": Text("the Python process ended"),
    "flooded": Text("a call printed too much"),
    "forfeit": Text("loses points for a library's version in place of one's own"),
    "follow_through": Text("builds on a faulty item, and keeps the points that it earns by itself"),
    "for_review": Text("a check waits for the teacher"),
    "ungradable": Text("a check could not be graded, through no fault of the student's"),
}
