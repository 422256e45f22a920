"""Classes put together by hand: eight students in every way of standing, and large ones at random."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from grader.classroom.results import Attention, ClassResults, Result
from grader.model import (
    CheckGrade,
    Diagnosis,
    Finding,
    Forfeit,
    ItemGrade,
    ItemState,
    Level,
    Text,
    Verdict,
)
from grader.reports import FORMATS
from tests.reports.sample_report import check, item, report

__all__ = ["ITEMS", "NAMES", "class_of", "report_of", "sample_class", "with_names", "with_other_notebooks"]

ITEMS: tuple[dict[str, Any], ...] = (
    {"id": "softmax", "title": "Softmax", "max_points": 8},
    {"id": "attention", "title": "Scaled dot-product attention", "max_points": 16},
    {"id": "masks", "title": "Causal and padding masks", "max_points": 8},
)
_SHARES = {"softmax": ("values", "stable"), "attention": ("values", "scaled"), "masks": ("causal", "padding")}
SCALED = Diagnosis(
    "attention/no_scaling",
    Text("The scores aren't divided by √d_k"),
    Text("Print the largest weight of a row for d_k = 4 and for d_k = 256."),
    Text("The dot products q·k go into the softmax as they are. Their spread grows like √d_k."),
)
SHIFTED = Diagnosis(
    "softmax/no_max_subtraction",
    Text("The exponential is taken of the scores as they are"),
    Text("Compare the results for [0, 1, 2] and [1000, 1001, 1002]."),
    Text("In the machine exp overflows above 709 in float64, and inf/inf is NaN."),
)
UNKNOWN_NAME = Diagnosis("unknown_name", Text("`{name}` isn't defined", {"name": "datos_de_eva"}), Text("Run it anew."))

NAMES = {
    "ana": "Ana Álvarez",
    "bea": "Beatriz Núñez",
    "carlos": "Carlos Ruiz",
    "eva": "Eva O'Neill",
    "fede": "Federico Paz",
    "guo": "郭 Lin",
    "hacker": '=HYPERLINK("http://evil.example")<script>alert(1)</script>',
}


def graded(id: str, first: Verdict, second: Verdict = Verdict.PASSED, *causes: Diagnosis, **rest: Any) -> ItemGrade:
    """An item of two checks, each worth half; its state follows from them."""
    most = Fraction(next(entry["max_points"] for entry in ITEMS if entry["id"] == id))
    checks = tuple(
        check(name, verdict, most / 2 if verdict is Verdict.PASSED else 0, most / 2)
        for name, verdict in zip(_SHARES[id], (first, second), strict=True)
    )
    if rest.get("forfeit"):
        checks = tuple(replace(one, points=Fraction(0)) for one in checks)
    return item(id, {"en": id.title()}, _state(checks), *checks, diagnosis=causes, **rest)


def _state(checks: Sequence[CheckGrade]) -> ItemState:
    verdicts = {one.verdict for one in checks}
    for verdict, state in ((Verdict.UNGRADABLE, ItemState.UNGRADABLE), (Verdict.FOR_REVIEW, ItemState.FOR_REVIEW)):
        if verdict in verdicts:
            return state
    if verdicts == {Verdict.MISSING}:
        return ItemState.MISSING
    earned = sum(one.points for one in checks)
    return (
        ItemState.PASSED
        if earned == sum(one.max_points for one in checks)
        else ItemState.PARTIAL
        if earned
        else ItemState.FAILED
    )


def report_of(name: str, *items: ItemGrade, failed_cell: bool = False, isolation: str = "full") -> dict[str, Any]:
    """A submission's report as a class's results have it."""
    findings = (Finding(Level.ERROR, Text("NameError: name 'datos' is not defined"), 4),) if failed_cell else ()
    complete = all(one.verdict is not Verdict.UNGRADABLE for entry in items for one in entry.checks)
    full = report(*items, findings=findings, submission_name=name, complete=complete, isolation=isolation)
    found: dict[str, Any] = json.loads(FORMATS["json"](full, "en"))
    found["duration_seconds"] = 0
    return found


def sample_class(names: Mapping[str, str] = NAMES, language: str = "en") -> ClassResults:
    """Perfect, two with mistakes, one in part, one for the teacher, one without a report, one hostile, one absent."""
    yes, no = Verdict.PASSED, Verdict.WRONG
    reports = {
        "ana": report_of("ana.ipynb", graded("softmax", yes), graded("attention", yes), graded("masks", yes)),
        "bea": report_of(
            "bea.ipynb",
            graded("softmax", yes, no, SHIFTED),
            graded("attention", no, no, SCALED),
            graded("masks", yes, follow_through=Text("It builds on your attention.")),
        ),
        "carlos": report_of(
            "carlos.ipynb",
            graded("softmax", yes),
            graded("attention", yes, no, SCALED),
            graded("masks", Verdict.RAISED, Verdict.TIMED_OUT, UNKNOWN_NAME),
            failed_cell=True,
        ),
        "eva": report_of(
            "eva.ipynb",
            graded("softmax", yes, Verdict.UNGRADABLE),
            graded("attention", Verdict.UNGRADABLE, Verdict.UNGRADABLE),
            graded("masks", yes, no),
        ),
        "fede": report_of(
            "fede.ipynb", graded("softmax", yes), graded("attention", yes, Verdict.FOR_REVIEW), graded("masks", yes)
        ),
        "guo": None,
        "hacker": report_of(
            "hacker.ipynb",
            graded("softmax", yes, yes, forfeit=Forfeit(Fraction(1), Text("Cell 5 calls `torch.softmax`."))),
            graded("attention", Verdict.MISSING, Verdict.MISSING),
            graded("masks", Verdict.MISSING, Verdict.MISSING),
            isolation="landlock",
        ),
    }
    return ClassResults(
        assignment="transformer",
        title="Transformers from scratch",
        language=language,
        max_points=32,
        seed=271828,
        grader_version="0.1.0",
        items=ITEMS,
        results=tuple(
            Result(
                student,
                names[student],
                f"class.zip!{student}.ipynb",
                f"{place:064x}",
                found,
                "" if found else "This file is empty.",
            )
            for place, (student, found) in enumerate(reports.items(), 0xABC)
        ),
        attention=(
            Attention("several_notebooks", "Two notebooks; the newest counts.", "bea", ("bea/a.ipynb", "bea/b.ipynb")),
            Attention("no_notebook", "There is no notebook in it.", "", ("leftover_of_zoe.zip",)),
        ),
        missing=("ines",),
        seconds={"ana": 2.5, "bea": 3.25, "carlos": 21.0},
    )


def with_names(text: str) -> ClassResults:
    """The sample class with `text` wherever a person, a file name or a student's code can put some."""
    clean = sample_class()
    hostile = [
        replace(result, name=text, source=text, failure=text and result.failure and text, report=_hostile(result, text))
        for result in clean.results
    ]
    return replace(
        clean,
        title=text,
        results=tuple(hostile),
        attention=tuple(replace(a, text=text, sources=(text,) * len(a.sources)) for a in clean.attention),
        items=tuple({**entry, "title": text} for entry in clean.items),
    )


def _hostile(result: Result, text: str) -> dict[str, Any] | None:
    if result.report is None:
        return None
    made: dict[str, Any] = json.loads(json.dumps(result.report))
    made["submission"]["name"] = text
    for entry in made["items"]:
        entry.update(title=text, found_as={"role": text}, notes=[text])
        for cause in entry["diagnosis"]:
            cause.update(title=text, cause=text, hint=text)
    return made


_WRONG = (Verdict.WRONG, Verdict.RAISED, Verdict.TIMED_OUT, Verdict.CRASHED, Verdict.MISSING)


def with_other_notebooks(*students: str, found: int = 0) -> ClassResults:
    """The sample class, where the first `found` items of `students` stay, and their notebooks are for another lab."""
    note = {"level": "warning", "message": "another", "cell": None, "details": {"another_assignment": "lab"}}

    def other(report: Any) -> dict[str, Any]:
        items = [
            item if place < found else {**item, "state": "missing", "points": 0, "checks": [], "diagnosis": []}
            for place, item in enumerate(report["items"])
        ]
        points = sum(item["points"] for item in items)
        return {**report, "items": items, "points": points, "complete": True, "findings": [note]}

    results = sample_class()
    changed = (replace(r, report=other(r.report)) if r.student in students else r for r in results.results)
    return replace(results, results=tuple(changed))


def class_of(count: int, items: int = 9, seed: int = 1, *, missing: int = 0) -> ClassResults:
    """`count` students of differing ability, so that items go with the rest; some items and submissions stay open."""
    random_ = random.Random(seed)
    entries: tuple[dict[str, Any], ...] = tuple(
        {"id": f"item_{n}", "title": f"Part {n}: a title", "max_points": 8 + n} for n in range(items)
    )
    results = []
    for place in range(count):
        able = random_.random()
        student, first = f"student{place:04d}@example.org", random_.choice(("María", "Joaquín", "Lucía", "Nicolás"))
        name = f"{first} {random_.choice(('García', 'Fernández', 'Ibáñez'))} {place}"
        found = None if place % 97 == 5 else report_of("a.ipynb", *(_drawn(random_, e, able) for e in entries))
        results.append(Result(student, name, f"{student}.ipynb", f"{place:064x}", found, "" if found else "Cut off."))
    return ClassResults(
        "transformer",
        "Transformers from scratch",
        "en",
        sum(entry["max_points"] for entry in entries),
        seed,
        "0.1.0",
        entries,
        tuple(results),
        missing=tuple(f"absent{place}" for place in range(missing)),
        seconds={result.student: random_.uniform(1, 30) for result in results},
    )


def _drawn(random_: random.Random, entry: Mapping[str, Any], able: float) -> ItemGrade:
    worth = Fraction(entry["max_points"], 3)
    verdicts = [Verdict.PASSED if random_.random() < 0.25 + 0.7 * able else random_.choice(_WRONG[:4]) for _ in "abc"]
    if random_.random() < 0.03:
        verdicts[0] = random_.choice((Verdict.UNGRADABLE, Verdict.FOR_REVIEW))
    elif random_.random() < 0.05:
        verdicts = [Verdict.MISSING] * 3
    checks = tuple(
        check(f"c{n}", verdict, worth if verdict is Verdict.PASSED else 0, worth) for n, verdict in enumerate(verdicts)
    )
    state = _state(checks)
    causes = []
    if state in (ItemState.PARTIAL, ItemState.FAILED):
        number = min(int(random_.expovariate(0.7)), 8)
        causes = [
            Diagnosis(
                f"{entry['id']}/mistake_{number}",
                Text("Mistake {n} of {item}", {"n": number, "item": entry["title"]}),
                Text("Print the largest weight of a row. What should keep the two alike?"),
                Text("The dot products go into the softmax as they are. A dot product of d_k terms spreads like √d_k."),
            )
        ]
    return item(entry["id"], {"en": entry["title"]}, state, *checks, diagnosis=tuple(causes))
