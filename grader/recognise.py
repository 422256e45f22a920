"""Which of a course's assignments a notebook is for.

Its metadata say so where it was made from our starting point (``metadata.grader.assignment``); else the names that it
defines do: the assignment of whose points the largest part is named in the notebook.  They are read from the source,
before anything has run, since the limits for running it are the assignment's own.  Nothing is guessed from less.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from grader.components import COMPONENTS
from grader.model import Finding, Level, Rubric, Submission, Text

__all__ = ["ANOTHER", "coverage", "names_in", "of_another", "recognise", "said_in_metadata"]

# In a finding's details: the assignment that the notebook is likely to be for, and isn't graded by.
ANOTHER = "another_assignment"

_DEFINED = re.compile(
    r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]+)?=(?!=)|^from[ \t]+\S+[ \t]+import[ \t]+(.+)",
    re.M,
)


def names_in(submission: Submission) -> frozenset[str]:
    """The names that the cells define at their top; a cell that isn't valid Python tells some too."""
    names: set[str] = set()
    for function, variable, imported in _DEFINED.findall(submission.source):
        names |= {function, variable, *re.findall(r"\w+", imported)}
    return frozenset(names - {""})


def said_in_metadata(submission: Submission) -> str | None:
    """The assignment that the notebook itself says it is for."""
    part = submission.metadata.get("grader")
    said = part.get("assignment") if isinstance(part, Mapping) else None
    return said if isinstance(said, str) and said else None


def coverage(rubric: Rubric, names: frozenset[str]) -> Fraction:
    """The part of the rubric's points whose items have every name that one of their forms needs, or half of it for
    some of those names."""
    total = sum((item.points for item in rubric.items), Fraction(0))
    if not total:
        return Fraction(0)
    return sum((item.points * _named(item.component, names) for item in rubric.items), Fraction(0)) / total


def _named(component: str, names: frozenset[str]) -> Fraction:
    best = Fraction(0)
    for form in COMPONENTS[component].forms:
        # Of several that may each be missing, such as the two masks, all stand for the item.
        needed = [role for role in form.roles if not role.optional] or form.roles
        there = sum(not names.isdisjoint((role.name, *role.aliases)) for role in needed)
        best = max(best, Fraction(1) if there == len(needed) else Fraction(bool(there), 2))
    return best


def recognise(names: frozenset[str], rubrics: Mapping[str, Rubric]) -> tuple[str | None, Finding | None]:
    """The assignment that `names` stand for, and what to tell the student of it; None where they stand for none.

    Of two with the same part the earlier one is taken, which is the core assignment.
    """
    parts = {name: coverage(rubric, names) for name, rubric in rubrics.items()}
    found = [name for name, part in parts.items() if part]
    if not found:
        return None, None
    best = max(found, key=lambda name: parts[name])
    values: dict[str, str | int | float | Text] = {"assignment": best}
    # Half of another's points by name is no accident: MiniGPT alone is needed in several.
    others = [name for name in found if name != best and parts[name] >= Fraction(1, 2)]
    if others:
        values |= {"others": ", ".join(others)}
        message = Text(
            "Graded as the assignment {assignment}, by the names in the notebook. It also has those of {others}: "
            "--assignment grades it for another one.",
            values,
        )
        return best, Finding(Level.WARNING, message)
    if best == next(iter(rubrics)):
        return best, None
    return best, Finding(Level.INFO, Text("Graded as the assignment {assignment}, by the names in it.", values))


def of_another(names: frozenset[str], rubric: Rubric, others: Mapping[str, Rubric]) -> Finding | None:
    """What to say of a notebook with none of the names that `rubric` asks for, where it has those of one of `others`.

    It's graded by `rubric` all the same: a student must not choose an easier assignment.  But a 0 isn't silent.
    """
    if coverage(rubric, names):
        return None
    likely, _ = recognise(names, {name: other for name, other in others.items() if name != rubric.assignment})
    if likely is None:
        return None
    message = Text(
        "Graded as the assignment {assignment}, but the notebook has none of its names, and has those of {other}. "
        "If it's for that one, --assignment {other} grades it so.",
        {"assignment": rubric.assignment, "other": likely},
    )
    return Finding(Level.WARNING, message, details={ANOTHER: likely})
