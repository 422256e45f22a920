"""``grade check --watch``: from the moment a notebook is saved to the moment the new verdict is shown.

``python -m benchmarks.check_watch FOLDER ... [--rounds N]`` takes folders that ``grade release`` wrote.  For each it
watches the solved notebook of the assignment; at each save the code of one item changes (a line without effect), for
every item that has public checks in turn.  It prints by item, and for the assignment, the medians of what passes from
the save until that item's verdict is shown, and until all is: the items that build on it are checked too.  The time
until the save is noticed is in both.  Beside it stands what checking everything takes.  ``--markdown`` makes a table.
"""

from __future__ import annotations

import ast
import json
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.command import parser_for
from benchmarks.machine import machine
from grader.intake import read_submission
from grader.reports.language import title_in
from grader.reports.lines import Line, plain_text
from grader.student.again import names_of
from grader.student.check import Checker, judging_of
from grader.student.public import PublicChecks
from grader.student.texts import find_public
from grader.student.watch import Watch

CHECKOUT = Path(__file__).parents[1]


class Saves:
    """In the keyboard's place: saves the notebook at a moment of its own, each item `rounds` times, and ends.

    `waited` are the seconds from each save to the first line that has the item's title, and to the last line that was
    shown of its check, by item.
    """

    def __init__(self, path: Path, changes: Sequence[tuple[str, int, str]], titles: Mapping[str, str], rounds: int):
        self.titles = titles
        self.path, self.body = path, json.loads(path.read_text(encoding="utf-8"))
        self.left = [change for change in changes for _ in range(rounds)]
        self.waited: dict[str, list[tuple[float, float]]] = {}
        self.item = ""
        self.saved_at = self.told_at = self.shown_at = 0.0
        self.began = time.monotonic()
        self.first = 0.0
        self.watch: Watch | None = None

    def save(self) -> None:
        self.item, cell, name = self.left.pop(0)
        text = "".join(self.body["cells"][cell - 1]["source"])
        body = {**self.body, "cells": [dict(one) for one in self.body["cells"]]}
        body["cells"][cell - 1]["source"] = with_a_line_more(text, name, f"_ = {len(self.left)}")
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(body), encoding="utf-8")
        new.replace(self.path)  # as Jupyter's server does
        self.told_at, self.saved_at = 0.0, time.monotonic()

    def __call__(self, seconds: float, /) -> str:
        if self.watch is None or self.watch.is_busy:
            time.sleep(seconds)
            return ""
        self.first = self.first or self.shown_at - self.began
        if self.shown_at > self.saved_at > 0:
            waited = self.told_at - self.saved_at, self.shown_at - self.saved_at
            self.waited.setdefault(self.item, []).append(waited)
            self.saved_at = self.told_at = 0.0
        if self.saved_at:
            time.sleep(seconds)
            return ""
        if not self.left:
            return "q"
        before = random.uniform(0, seconds)
        time.sleep(before)
        self.save()
        time.sleep(seconds - before)
        return ""

    def show(self, lines: Sequence[Line]) -> None:
        self.shown_at = time.monotonic()
        title = self.titles.get(self.item, "")
        if not self.told_at and any(plain_text(line).startswith(f"{title}:") for line in lines):
            self.told_at = self.shown_at


@dataclass
class Figures:
    assignment: str
    cells: int
    first: float
    waited: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def medians(self, part: int) -> dict[str, float]:
        """By item, of the first lines (0) or of the last ones (1)."""
        return {item: statistics.median(one[part] for one in waited) for item, waited in self.waited.items()}


def with_a_line_more(source: str, name: str, line: str) -> str:
    """`source` with `line` as the first one in the function or class `name`."""
    node = next(node for node in ast.parse(source).body if getattr(node, "name", "") == name)
    first = node.body[0]  # type: ignore[attr-defined]
    lines = source.split("\n")
    return "\n".join([*lines[: first.lineno - 1], " " * first.col_offset + line, *lines[first.lineno - 1 :]])


def changes_of(public: PublicChecks, path: Path) -> list[tuple[str, int, str]]:
    """For each item with public checks: its id, and the cell and the name of a function or class that it's about.

    Of several names, that which the fewest other items are about too: a training loop is changed, not its model.
    """
    components = judging_of(public).components
    about = {item.id: names_of(item, components) for item in public.items}
    shared = Counter(name for names in about.values() for name in names)
    defined = {
        node.name: cell.number
        for cell in read_submission(path).cells
        for node in ast.parse(cell.source).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    made = []
    for item in public.items:
        names = sorted(about[item.id], key=lambda name: (shared[name], name))
        name = next((name for name in names if name in defined), None)
        if item.is_public and name is not None:
            made.append((item.id, defined[name], name))
    return made


def measured(folder: Path, rounds: int) -> Figures:
    (assignment, file), *_ = find_public(folder).items()
    public = PublicChecks.read(file)
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "solved.ipynb"
        path.write_bytes((CHECKOUT / "assignments" / assignment / "solved.en.ipynb").read_bytes())
        submission = read_submission(path)
        titles = {item.id: title_in(item.title, "en") for item in public.items}
        saves = Saves(path, changes_of(public, path), titles, rounds)
        with Checker(public, submission.source) as checker:
            watch = saves.watch = Watch(checker, path, (), "en", saves.show, lambda: 100)
            watch.run(saves)
    return Figures(assignment, len(submission.cells), saves.first, saves.waited)


def told(figures: Figures) -> str:
    lines = [f"{figures.assignment}: {figures.cells} code cells; checking everything {figures.first:.2f} s"]
    last = figures.medians(1)
    for item, median in figures.medians(0).items():
        lines.append(f"  {item:34} {median:6.2f} s; with what builds on it {last[item]:6.2f} s")
    return "\n".join(lines)


def as_row(figures: Figures) -> str:
    first, last = figures.medians(0), figures.medians(1)
    slowest = max(first, key=lambda item: first[item])
    longest = max(last, key=lambda item: last[item])
    middle = statistics.median(first.values())
    return (
        f"| `{figures.assignment}` | {figures.first:.1f} s | {middle:.2f} s | {first[slowest]:.2f} s (`{slowest}`) "
        f"| {last[longest]:.2f} s (`{longest}`) | {middle / figures.first:.3f} |"
    )


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="what `grade release` wrote")
    parser.add_argument("--rounds", type=int, default=5, help="saves for each item")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    print(f"{machine()}\n")
    if options.markdown:
        print("| assignment | everything | the changed item | slowest item | slowest with what builds on it | ratio |")
        print("|---|---|---|---|---|---|")
    for folder in options.folders:
        figures = measured(folder, options.rounds)
        print(as_row(figures) if options.markdown else told(figures), flush=True)


if __name__ == "__main__":
    main()
