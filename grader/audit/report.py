"""The audit's report as tables and as JSON.  In English: it's for those who write the course."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from grader.audit.rows import AuditReport, Kind, Outcome, Row
from grader.reports.inert import visible

__all__ = ["as_json", "as_table"]

FORMAT = 2
MARKS = {Outcome.OK: "ok", Outcome.FAULT: "FAULT", Outcome.NOTE: "note"}


def as_json(reports: Sequence[AuditReport]) -> str:
    """An entry for each assignment, with all its rows (`kind`, `component`, `subject`, `expected`, `got`, `outcome`,
    `ok`, `seconds`)."""
    body = {
        "format": FORMAT,
        "ok": all(report.ok for report in reports),
        "seconds": round(sum(report.seconds for report in reports), 3),
        "audits": [_body(report) for report in reports],
    }
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


def _body(report: AuditReport) -> dict[str, Any]:
    rows = [{**asdict(row), "outcome": row.outcome.value, "ok": row.ok} for row in report.rows]
    return {
        "assignment": report.assignment,
        "components": report.components,
        "seed": report.seed,
        "quick": report.quick,
        "ok": report.ok,
        "seconds": round(report.seconds, 3),
        "rows": [{**row, "seconds": round(row["seconds"], 3)} for row in rows],
    }


def as_table(reports: Sequence[AuditReport], *, verbose: bool = False) -> str:
    """For each assignment a table of its components and what isn't in order; with `verbose`, every row.

    Faults stand at the end of an assignment once more, with what was expected.
    """
    lines: list[str] = []
    for report in reports:
        shown = report.rows if verbose else [row for row in report.rows if row.outcome is not Outcome.OK]
        lines += [
            *_components(report),
            *(["", *_rows(shown)] if shown else []),
            "",
            *_counts(report),
            *_faults(report),
            "",
        ]
    if len(reports) > 1:
        faults = sum(len(report.faults) for report in reports)
        seconds = sum(report.seconds for report in reports)
        lines.append(f"{len(reports)} assignments: {_counted(faults)} in {seconds:.1f} s")
    return "\n".join(visible(line) for line in lines).rstrip("\n") + "\n"


def _components(report: AuditReport) -> Iterator[str]:
    """What each component has, and how long its reference takes to be graded."""
    wide = max([len(component) for component in report.components] + [9])
    titles = ("misconceptions", "trivial", "mutants", "faults", "seconds to grade")
    yield f"{report.assignment:<{wide}}  " + "  ".join(titles)
    for component in report.components:
        rows = [row for row in report.rows if row.component == component]
        kinds: Counter[Kind] = Counter(row.kind for row in rows)
        mutants = next(
            (row.got.partition(",")[0] for row in rows if row.kind == "mutant" and row.subject == component), "-"
        )
        seconds = max((row.seconds for row in rows if row.kind == "reference"), default=0.0)
        cells = (
            str(kinds["misconception"]),
            str(kinds["trivial"]),
            mutants.replace(" of ", "/").replace(" killed", ""),
            str(sum(not row.ok for row in rows)),
            f"{seconds:.2f}",
        )
        yield f"{component:<{wide}}  " + "  ".join(
            f"{cell:>{len(title)}}" for cell, title in zip(cells, titles, strict=True)
        )


def _rows(rows: Sequence[Row]) -> Iterator[str]:
    wide = max((len(row.subject) for row in rows), default=0)
    for row in rows:
        got = "see below" if not row.ok else row.got
        yield f"{MARKS[row.outcome]:<5}  {row.kind:<13}  {row.subject:<{min(wide, 48)}}  {row.seconds:6.2f} s  {got}"


def _counts(report: AuditReport) -> Iterator[str]:
    counts = Counter((row.kind, row.outcome) for row in report.rows)
    yield f"{'':<13}  {'ok':>5}  {'fault':>5}  {'note':>5}"
    for kind in dict.fromkeys(row.kind for row in report.rows):
        yield f"{kind:<13}" + "".join(f"  {counts[kind, outcome]:>5}" for outcome in Outcome)
    yield ""
    what = "quick audit (without mutants)" if report.quick else "audit"
    verdict = _counted(len(report.faults))
    yield f"{what} of {report.assignment}, seed {report.seed}: {verdict} in {report.seconds:.1f} s"


def _counted(faults: int) -> str:
    return {0: "no fault", 1: "1 fault"}.get(faults, f"{faults} faults")


def _faults(report: AuditReport) -> Iterator[str]:
    for row in report.faults:
        yield ""
        yield from _fault(row)


def _fault(row: Row) -> Iterator[str]:
    yield f"{row.kind} {row.subject}"
    yield f"  expected: {row.expected}"
    yield from (f"  {'got:     ' if at == 0 else '         '} {part}" for at, part in enumerate(row.got.split("; ")))
