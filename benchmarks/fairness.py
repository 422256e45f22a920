"""How fair gradings are, counted over the submissions whose verdict is known (``tests/submissions``).

Run it as ``python -m benchmarks.fairness [SEED]``, some minutes on one core.  It prints the tables of docs/fairness.md:

- of right work, in many styles: how many submissions, items and checks, and how many of these lost something;
- of submissions with one mistake: how many lose points for it, in the checks that it breaks; how many lose anything in
  another item, or in a check that they keep; how many are told their cause;
- how many are gradings in which follow-through gave back what another item's mistake had cost.

An item with a mistake that earns everything is a wrong grade as well as a right one that loses a point.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

from benchmarks.command import number_for
from grader import __version__
from grader.model import ItemGrade
from tests.submissions.claims import broken_claims
from tests.submissions.corpus import Case, load_corpus
from tests.submissions.grading import failed, grade_case
from tests.submissions.table import naming

Count = Counter[str]


def count_right(case: Case, grades: Mapping[str, ItemGrade], count: Count) -> None:
    count["submissions"] += 1
    count["items"] += len(grades)
    count["checks"] += sum(len(grade.checks) for grade in grades.values())
    count["items that lost points"] += sum(grade.points < grade.max_points for grade in grades.values())
    count["items with a cause told"] += sum(bool(grade.diagnosis) for grade in grades.values())


def count_wrong(case: Case, grades: Mapping[str, ItemGrade], count: Count) -> None:
    (item,) = case.claim.items
    grade, lost = grades[item], failed(grades[item])
    others = [other for other in grades.values() if other.id != item]
    count["submissions"] += 1
    count["caught"] += grade.points < grade.max_points
    count["lose the checks they break"] += set(case.claim.fails) <= lost
    count["lose a check they keep"] += bool(set(case.claim.keeps) & lost)
    count["others"] += len(others)
    count["others that lost points"] += sum(other.points < other.max_points for other in others)
    count["others given back"] += sum(other.follow_through is not None for other in others)
    count[naming(case, grade)] += 1
    count["list no mistake"] += not case.claim.misconceptions


def main() -> None:
    seed = number_for(__doc__, "seed", 1, "which inputs are drawn")
    right, wrong = Count(), Count()
    broken, began = [], time.monotonic()
    for case in load_corpus():
        grades = grade_case(case, seed)
        broken += [f"{case.name}: {problem}" for problem in broken_claims(case, grades)]
        if case.claim.kind == "right":
            count_right(case, grades, right)
        else:
            count_wrong(case, grades, wrong)
    print(f"<!-- python -m benchmarks.fairness {seed}: grader {__version__}, {time.monotonic() - began:.0f} s -->\n")
    print("| right work | |\n|---|---|")
    print(f"| submissions, each in a style of its own | {right['submissions']} |")
    print(f"| items in them, and checks of these | {right['items']}, {right['checks']} |")
    print(f"| items that lost any point | {right['items that lost points']} |")
    print(f"| items that were told a cause | {right['items with a cause told']} |")
    print("\n| work with one mistake | |\n|---|---|")
    print(f"| submissions | {wrong['submissions']} |")
    print(f"| the item with the mistake loses points | {wrong['caught']} |")
    print(f"| and loses the checks that the mistake breaks | {wrong['lose the checks they break']} |")
    print(f"| it loses a check that the mistake leaves whole | {wrong['lose a check they keep']} |")
    print(f"| right items beside it that it may reach | {wrong['others']} |")
    print(f"| of these lost any point | {wrong['others that lost points']} |")
    print(f"| of these kept their points by follow-through | {wrong['others given back']} |")
    print(f"| the cause told is the mistake | {wrong['as claimed']} |")
    print(f"| a known mistake is told that the corpus doesn't list for it | {wrong['named']} |")
    print(f"| what the answer looks like is told, not the cause | {wrong['symptom']} |")
    print(f"| nothing beyond the failed checks is told | {wrong['nothing']} |")
    print(f"\nOf the {wrong['submissions']}, {wrong['list no mistake']} list no mistake of the catalogue.")
    for problem in broken:
        print(f"\n**Not as claimed:** {problem}")


if __name__ == "__main__":
    main()
