"""The report for programs: JSON, documented in docs/report-json.md and report.schema.json."""

from __future__ import annotations

import json
import re
from typing import Any

from grader.model import CheckGrade, Diagnosis, Finding, Forfeit, FormGrade, GradeReport, ItemGrade, Text
from grader.reports.inert import is_visible
from grader.reports.language import say, title_in
from grader.reports.wording import rounded

__all__ = ["FORMAT", "render", "written"]

FORMAT = 1

_OTHER = re.compile(r"[^\n -~]")


def render(report: GradeReport, lang: str) -> str:
    """`report` as one JSON object (RFC 8259, keys in a fixed order), its texts in `lang`.

    Letters of any language stand as they are.  What a terminal would obey or a reader not see is
    written as ``\\uXXXX``: the same string to a program, and safe to print.
    """
    return written(_report(report, lang))


def written(value: Any, indent: int = 2) -> str:
    """`value` as JSON text that is safe to print, and the same to a program as it stands."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _OTHER.sub(lambda found: _escaped(found.group()), text) + "\n"


def _escaped(character: str) -> str:
    if is_visible(character):
        return character
    units = character.encode("utf-16-be", "surrogatepass")  # JSON escapes are UTF-16's units
    return "".join(f"\\u{units[n : n + 2].hex()}" for n in range(0, len(units), 2))


def _report(report: GradeReport, lang: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "grader_version": report.grader_version,
        "language": lang,
        "assignment": report.assignment,
        "title": title_in(report.title, lang),
        "submission": {"name": report.submission_name, "sha256": report.submission_sha256},
        "complete": report.complete,
        "points": rounded(report.points),
        "max_points": rounded(report.max_points),
        "seed": report.seed,
        "edition": report.edition.value,
        "isolation": report.isolation,
        "duration_seconds": round(report.duration_seconds, 3),
        "items": [_item(item, lang) for item in report.items],
        "findings": [_finding(finding, lang) for finding in report.findings],
    }


def _item(item: ItemGrade, lang: str) -> dict[str, Any]:
    return {
        "id": item.id,
        "title": title_in(item.title, lang),
        "points": rounded(item.points),
        "max_points": rounded(item.max_points),
        "state": item.state.value,
        "form": item.form,
        "found_as": dict(item.found_as),
        "checks": [_check(check, lang) for check in item.checks],
        "diagnosis": [_diagnosis(diagnosis, lang) for diagnosis in item.diagnosis],
        "follow_through": _said(item.follow_through, lang),
        "forfeit": _forfeit(item.forfeit, lang),
        "other_forms": [_form(form) for form in item.other_forms],
        "notes": [say(note, lang) for note in item.notes],
    }


def _check(check: CheckGrade, lang: str) -> dict[str, Any]:
    return {
        "id": check.id,
        "title": say(check.title, lang),
        "verdict": check.verdict.value,
        "points": rounded(check.points),
        "max_points": rounded(check.max_points),
        "hidden": check.hidden,
        "message": _said(check.message, lang),
        "notes": [say(note, lang) for note in check.notes],
    }


def _diagnosis(diagnosis: Diagnosis, lang: str) -> dict[str, Any]:
    return {
        "id": diagnosis.id,
        "title": say(diagnosis.title, lang),
        "cause": _said(diagnosis.cause, lang),
        "hint": say(diagnosis.hint, lang),
    }


def _forfeit(forfeit: Forfeit | None, lang: str) -> dict[str, Any] | None:
    return None if forfeit is None else {"part": rounded(forfeit.part), "reason": say(forfeit.reason, lang)}


def _form(form: FormGrade) -> dict[str, Any]:
    return {"form": form.form, "found_as": dict(form.found_as), "points": rounded(form.points)}


def _finding(finding: Finding, lang: str) -> dict[str, Any]:
    return {
        "level": finding.level.value,
        "message": say(finding.message, lang),
        "cell": finding.cell,
        "details": dict(finding.details),
    }


def _said(text: Text | None, lang: str) -> str | None:
    return None if text is None else say(text, lang)
