"""The class report for programs: JSON, documented in docs/class-report.md and class-report.schema.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.classroom.attention import attention
from grader.classroom.pseudonyms import anonymized
from grader.classroom.results import Attention, ClassResults
from grader.classroom.standings import Cell, Row, rows
from grader.classroom.statistics import Distribution, ItemStatistics, Mistake, distribution, item_statistics, mistakes
from grader.reports.json import written

__all__ = ["FORMAT", "render"]

FORMAT = 1


def render(results: ClassResults, *, anonymize: bool = False) -> str:
    """`results` as one JSON object, keys in a fixed order.  Points that aren't final are null."""
    return written(_class(anonymized(results) if anonymize else results, anonymize), indent=1)


def _class(results: ClassResults, anonymous: bool) -> dict[str, Any]:
    table = rows(results)
    items = item_statistics(table, results)
    return {
        "format": FORMAT,
        "grader_version": results.grader_version,
        "language": results.language,
        "assignment": results.assignment,
        "title": results.title,
        "max_points": results.max_points,
        "seed": results.seed,
        "anonymous": anonymous,
        "points": _distribution(distribution(table, results.max_points)),
        "not_counted": [row.student for row in table if not row.is_counted],
        "items": [_item(item, shown) for item, shown in zip(results.items, items, strict=True)],
        "mistakes": [_mistake(mistake) for mistake in mistakes(table, results)],
        "attention": [_attention(entry) for entry in attention(results, table, items)],
        "students": [_student(row, anonymous) for row in table],
    }


def _distribution(totals: Distribution) -> dict[str, Any]:
    return {
        "n": totals.n,
        "mean": _rounded(totals.mean),
        "median": _rounded(totals.median),
        "deviation": _rounded(totals.deviation),
        "lowest": totals.lowest,
        "highest": totals.highest,
        "histogram": list(totals.counts),
    }


def _item(item: Mapping[str, Any], shown: ItemStatistics) -> dict[str, Any]:
    return {
        "id": item["id"],
        "title": item["title"],
        "max_points": item["max_points"],
        "n": shown.n,
        "open": shown.open,
        "mean": _rounded(shown.mean),
        "difficulty": _rounded(shown.difficulty),
        "full": shown.full,
        "partial": shown.partial,
        "zero": shown.zero,
        "missing": shown.missing,
        "discrimination": {
            "n": shown.discrimination.n,
            "r": _rounded(shown.discrimination.r),
            "low": _rounded(shown.discrimination.low),
            "high": _rounded(shown.discrimination.high),
        },
    }


def _mistake(mistake: Mistake) -> dict[str, Any]:
    return {
        "id": mistake.id,
        "misconception": mistake.misconception,
        "items": list(mistake.items),
        "title": mistake.title,
        "cause": mistake.cause,
        "hint": mistake.hint,
        "count": len(mistake.students),
        "of": mistake.of,
        "students": list(mistake.students),
    }


def _attention(entry: Attention) -> dict[str, Any]:
    return {"kind": entry.kind, "student": entry.student, "text": entry.text, "sources": list(entry.sources)}


def _student(row: Row, anonymous: bool) -> dict[str, Any]:
    return {
        "student": row.student,
        "name": None if anonymous else row.name,
        "submission": None if anonymous or not row.sha256 else {"source": row.source, "sha256": row.sha256},
        "state": row.state.value,
        "points": row.points,
        "so_far": row.so_far,
        "open_points": row.open_points,
        "max_points": row.max_points,
        "flags": list(row.flags),
        "failure": row.failure or None,
        "items": [_cell(cell) for cell in row.cells],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "id": cell.item,
        "state": cell.state.value,
        "points": cell.points,
        "so_far": cell.so_far,
        "open_points": cell.open_points,
        "max_points": cell.max_points,
        "flags": list(cell.flags),
        "mistakes": _ids(cell.diagnosis),
    }


def _ids(diagnosis: Sequence[Mapping[str, Any]]) -> list[str]:
    return [entry["id"] for entry in diagnosis]


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)
