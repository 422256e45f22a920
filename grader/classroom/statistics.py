"""What a class's points say of the class and of the items; pure.

Only final points count: `n` says of how many students each figure speaks.  Notebooks for another assignment
(`Row.is_counted`) are in none of them.  The terms are those of classical test
theory (Lord & Novick 1968, "Statistical Theories of Mental Test Scores", ch. 15).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.classroom.results import ClassResults
from grader.classroom.standings import CellState, Row

__all__ = [
    "BINS",
    "FEWEST",
    "Discrimination",
    "Distribution",
    "ItemStatistics",
    "Mistake",
    "discrimination",
    "distribution",
    "item_statistics",
    "mistakes",
]

BINS = 10
FEWEST = 10  # a correlation over fewer students says nothing: its interval spans most of [-1, 1]
_QUANTILE = 1.959963984540054  # of the normal distribution at 0.975
_ONE_SIDED = 1.6448536269514722  # the same at 0.95
_NO_SPREAD = 1e-6  # points have four decimals


@dataclass(frozen=True)
class Distribution:
    """The totals of the `n` students whose points are final.

    `counts` are the students in ten equal bins of the share of all points, the last one closed: [0, 0.1), ...,
    [0.9, 1].  `deviation` is the sample standard deviation (n - 1), None below two students.
    """

    n: int
    counts: tuple[int, ...]
    mean: float | None = None
    median: float | None = None
    deviation: float | None = None
    lowest: float | None = None
    highest: float | None = None


@dataclass(frozen=True)
class Discrimination:
    """The corrected item-total correlation `r`, and its 95 % interval; None where there is none.

    `n` students have final points for every item.
    """

    n: int
    r: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def is_against(self) -> bool:
        """Do those who do well elsewhere do worse here, by more than chance: is r below -1.645 / sqrt(n - 1)?

        Over all pairings of the n students' points for the item with their points for the rest, r has mean 0 and
        variance 1/(n - 1), however the points are distributed (Pitman 1937, "Significance tests which may be applied
        to samples from any populations. II. The correlation coefficient test", Supplement to the JRSS 4:225-232); by
        the normal approximation 5 % lie below.  Of items without any relation, one in twenty is told all the same.
        """
        return self.r is not None and self.r < -_ONE_SIDED / math.sqrt(self.n - 1)


@dataclass(frozen=True)
class ItemStatistics:
    """One item over the `n` students whose points for it are final; `open` are those who wait for theirs.

    `difficulty` is the mean share of the item's points (the p of classical test theory: 1 is the easiest), `mean` the
    same in points.  `full`, `zero` and `missing` count students: all points, none for something that was handed in,
    and nothing found in the notebook.
    """

    id: str
    n: int
    open: int
    mean: float | None
    difficulty: float | None
    full: int
    zero: int
    missing: int
    discrimination: Discrimination

    @property
    def partial(self) -> int:
        return self.n - self.full - self.zero - self.missing

    def share(self, count: int) -> float | None:
        return count / self.n if self.n else None


@dataclass(frozen=True)
class Mistake:
    """A likely cause that reports name: for whom, of the `of` students whose reports cover its items.

    A `misconception` is one of the course's known mistakes; the others are symptoms.
    """

    id: str
    items: tuple[str, ...]
    title: str
    cause: str | None
    hint: str
    students: tuple[str, ...]
    of: int
    misconception: bool


def distribution(table: Sequence[Row], max_points: float) -> Distribution:
    totals = np.array([row.points for row in table if row.points is not None and row.is_counted], dtype=np.float64)
    if not totals.size:
        return Distribution(0, (0,) * BINS)
    shares = totals / max_points if max_points else np.zeros_like(totals)
    # The small number mends binary fractions: 0.7 * 10 mustn't fall below its bin.
    bins = np.clip(np.floor(shares * BINS + 1e-9).astype(int), 0, BINS - 1)
    counts = np.bincount(bins, minlength=BINS)
    return Distribution(
        int(totals.size),
        tuple(int(count) for count in counts),
        float(totals.mean()),
        float(np.median(totals)),
        float(totals.std(ddof=1)) if totals.size > 1 else None,
        float(totals.min()),
        float(totals.max()),
    )


def item_statistics(table: Sequence[Row], results: ClassResults) -> tuple[ItemStatistics, ...]:
    """One entry per item of the rubric, in its order."""
    table = [row for row in table if row.is_counted]
    final = [[cell.points for cell in row.cells] for row in table if all(c.points is not None for c in row.cells)]
    points = np.array(final, dtype=np.float64).reshape(len(final), len(results.items))
    return tuple(_item(table, item, place, points) for place, item in enumerate(results.items))


def _item(table: Sequence[Row], item: Mapping[str, Any], place: int, points: NDArray[np.float64]) -> ItemStatistics:
    """`points` (students, items) of those who have all of theirs."""
    cells = [row.cells[place] for row in table if row.cells[place].state is not CellState.NO_SUBMISSION]
    closed = [cell for cell in cells if cell.points is not None]
    mean = float(np.mean([cell.points for cell in closed])) if closed else None
    most = item["max_points"]
    missing = sum(cell.state is CellState.MISSING for cell in closed)
    return ItemStatistics(
        id=item["id"],
        n=len(closed),
        open=len(cells) - len(closed),
        mean=mean,
        difficulty=mean / most if mean is not None and most else None,
        full=sum(cell.points == cell.max_points for cell in closed),
        zero=sum(not cell.points for cell in closed) - missing,
        missing=missing,
        discrimination=discrimination(points, place),
    )


def discrimination(points: NDArray[np.float64], place: int) -> Discrimination:
    """Pearson's r between the item at `place` and the sum of the others, from `points` (students, items).

    The item is left out of its own total (Guilford 1953, "The correlation of an item with a composite of the remaining
    items in a test", Educational and Psychological Measurement 13:87-93; Nunnally & Bernstein 1994, "Psychometric
    Theory", ch. 8): with few items it would correlate with itself.  The interval is by Fisher's z (1921): atanh(r)
    is about normal with deviation 1/sqrt(n - 3).  There is no r below `FEWEST` students, nor where one side has
    no spread.
    """
    n = len(points)
    if n < FEWEST:
        return Discrimination(n)
    item = points[:, place] - points[:, place].mean()
    rest = np.delete(points, place, axis=1).sum(axis=1)
    rest -= rest.mean()
    if max(np.abs(item)) < _NO_SPREAD or max(np.abs(rest)) < _NO_SPREAD:
        return Discrimination(n)
    r = float(item @ rest / math.sqrt((item @ item) * (rest @ rest)))
    z = math.atanh(max(-1 + 1e-12, min(1 - 1e-12, r)))
    half = _QUANTILE / math.sqrt(n - 3)
    return Discrimination(n, max(-1.0, min(1.0, r)), math.tanh(z - half), math.tanh(z + half))


def mistakes(table: Sequence[Row], results: ClassResults) -> tuple[Mistake, ...]:
    """What the class's reports name as likely causes, the commonest first; a student counts once for each.

    Known mistakes go by their id, wherever they are found; symptoms by id and item.  The words are those of the first
    report in the class's language.
    """
    table = [row for row in table if row.is_counted]
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in table:
        for cell in row.cells:
            for entry in cell.diagnosis:
                known = "/" in entry["id"]
                key = (entry["id"], "" if known else cell.item)
                one = found.setdefault(key, {"items": {}, "students": {}, "words": entry, "lang": None})
                one["items"][cell.item] = True
                one["students"][row.student] = True
                language = row.report["language"] if row.report is not None else None
                if one["lang"] != results.language and language == results.language:
                    one.update(words=entry, lang=language)
    order = {item["id"]: place for place, item in enumerate(results.items)}
    listed = [
        Mistake(
            id=id_,
            items=tuple(sorted(one["items"], key=order.__getitem__)),
            title=one["words"]["title"],
            cause=one["words"]["cause"],
            hint=one["words"]["hint"],
            students=tuple(one["students"]),
            of=sum(_covers(row, one["items"]) for row in table),
            misconception="/" in id_,
        )
        for (id_, _), one in found.items()
    ]
    return tuple(sorted(listed, key=lambda m: (-len(m.students), order[m.items[0]], m.id)))


def _covers(row: Row, items: Mapping[str, bool]) -> bool:
    absent = (CellState.NOT_GRADED, CellState.NO_SUBMISSION)
    return any(cell.item in items and cell.state not in absent for cell in row.cells)
