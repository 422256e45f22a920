"""Grades the corpus with many seeds and prints what isn't as claimed, and how many mistakes are named.

    python -m tests.submissions.table [--seeds FIRST-LAST] [NAME ...]

A name takes the cases whose own name contains it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable

from grader.model import ItemGrade
from tests.submissions.claims import broken_claims
from tests.submissions.corpus import Case, load_corpus
from tests.submissions.grading import grade_case, misconceptions


def naming(case: Case, grade: ItemGrade) -> str:
    """``as claimed`` (by the catalogue's id), ``named`` otherwise, ``symptom``, or ``nothing``."""
    ids = [diagnosis.id for diagnosis in grade.diagnosis]
    known = {m.id: m.catalogue for m in misconceptions(grade.id)}
    catalogue = {entry.strip() for id_ in ids if id_ in known for entry in known[id_].split(",")}
    if catalogue & set(case.claim.misconceptions):
        return "as claimed"
    return "named" if any("/" in id_ for id_ in ids) else "symptom" if ids else "nothing"


def main(arguments: list[str]) -> int:
    seeds: Iterable[int] = [1]
    if arguments[:1] == ["--seeds"]:
        first, last = arguments[1].split("-")
        seeds, arguments = range(int(first), int(last) + 1), arguments[2:]
    cases = [c for c in load_corpus() if not arguments or any(name in c.name for name in arguments)]
    broken, named, unnamed = 0, Counter[str](), []
    started = time.monotonic()
    for seed in seeds:
        for case in cases:
            grades = grade_case(case, seed)
            for problem in broken_claims(case, grades):
                broken += 1
                print(f"{case.name}, seed {seed}: {problem}", flush=True)
            if case.claim.kind == "wrong":
                (item,) = case.claim.items
                how = naming(case, grades[item]) if item in grades else "nothing"
                named[how] += 1
                if how in ("symptom", "nothing"):
                    unnamed.append(f"{case.name} ({how})")
    seconds = time.monotonic() - started
    print(f"{len(cases)} cases, {broken} claims broken, {seconds:.0f} s")
    print("mistakes named:", dict(named))
    print("not named:", ", ".join(dict.fromkeys(unnamed)) or "none")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
