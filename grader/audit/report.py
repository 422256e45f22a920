"""The audit's report as a table and as JSON.  In English: it's for those who write the course."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

from grader.audit.rows import AuditReport, Outcome, Row
from grader.reports.inert import visible

__all__ = ["FORMATS", "as_json", "as_table"]

FORMAT = 1
MARKS = {Outcome.OK: "ok", Outcome.FAULT: "FAULT", Outcome.NOTE: "note"}


def as_json(report: AuditReport) -> str:
    """All rows, each with `kind`, `subject`, `expected`, `got`, `outcome`, `ok` and `seconds`."""
    rows = [{**asdict(row), "outcome": row.outcome.value, "ok": row.ok} for row in report.rows]
    body = {
        "format": FORMAT,
        "assignment": report.assignment,
        "components": report.components,
        "seed": report.seed,
        "quick": report.quick,
        "ok": report.ok,
        "seconds": round(report.seconds, 3),
        "rows": [{**row, "seconds": round(row["seconds"], 3)} for row in rows],
    }
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


def as_table(report: AuditReport) -> str:
    """A line for each row, faults once more at the end with what was expected."""
    lines = [*_rows(report), "", *_counts(report), *_faults(report)]
    return "\n".join(visible(line) for line in lines) + "\n"


FORMATS: Mapping[str, Callable[[AuditReport], str]] = {"terminal": as_table, "json": as_json}


def _rows(report: AuditReport) -> Iterator[str]:
    wide = max((len(row.subject) for row in report.rows), default=0)
    for row in report.rows:
        got = "see below" if not row.ok else row.got
        yield f"{MARKS[row.outcome]:<5}  {row.kind:<13}  {row.subject:<{min(wide, 48)}}  {row.seconds:6.2f} s  {got}"


def _counts(report: AuditReport) -> Iterator[str]:
    counts = Counter((row.kind, row.outcome) for row in report.rows)
    yield f"{'':<13}  {'ok':>5}  {'fault':>5}  {'note':>5}"
    for kind in dict.fromkeys(row.kind for row in report.rows):
        yield f"{kind:<13}" + "".join(f"  {counts[kind, outcome]:>5}" for outcome in Outcome)
    yield ""
    what = "quick audit (without mutants)" if report.quick else "audit"
    verdict = "no fault" if report.ok else f"{len(report.faults)} faults"
    yield f"{what} of {report.assignment}, seed {report.seed}: {verdict} in {report.seconds:.1f} s"


def _faults(report: AuditReport) -> Iterator[str]:
    for row in report.faults:
        yield ""
        yield from _fault(row)


def _fault(row: Row) -> Iterator[str]:
    yield f"{row.kind} {row.subject}"
    yield f"  expected: {row.expected}"
    yield from (f"  {'got:     ' if at == 0 else '         '} {part}" for at, part in enumerate(row.got.split("; ")))
