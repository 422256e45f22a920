"""The course's components with their public checks: a check that isn't public in a form doesn't apply there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import grader
from grader.checks import Check, Settled, Student
from grader.checks.student import not_applicable
from grader.components import COMPONENTS, Component
from grader.components.own import OWN_COURSE, add_own_components
from grader.model import CheckEntry, CheckResult, Item, Observation, Text
from grader.student.public import PublicChecks, PublicItem
from grader.student.recorded import NotRecorded, RecordedReferences, is_known

__all__ = ["as_item", "form_key", "public_components"]


def form_key(form: str, library: str) -> str:
    """A form that may be in either library has other inputs in each."""
    return f"{form}.{library}"


@dataclass(frozen=True)
class PublicCheck:
    """`check`, where it's public: in the libraries `public_in`, and for questions whose answers are known.

    What a check concludes after a question that has no answer isn't trusted, whatever it is: some try one thing
    after another and take none of them for wrong.  Of what it saw, only that is kept for which the answers of mistakes
    are known: another input would tell a mistake from itself.
    """

    check: Check
    public_in: Collection[str]
    references: RecordedReferences
    is_known: Callable[[Observation], bool]

    @property
    def id(self) -> str:
        return self.check.id

    @property
    def title(self) -> Text:
        return self.check.title

    def __call__(self, student: Student) -> CheckResult:
        if student.library not in self.public_in:
            return not_applicable(self)
        missed = self.references.missed_
        try:
            result = self.check(student)
        except Settled:
            if self.references.missed_ == missed:
                raise
            raise NotRecorded from None
        finally:
            student.observations[:] = filter(self.is_known, student.observations)
        if self.references.missed_ != missed:
            raise NotRecorded
        return replace(result, observations=tuple(filter(self.is_known, result.observations)))


def public_components(public: PublicChecks, references: RecordedReferences) -> dict[str, Component]:
    """The components of `public`'s items, as this version of the grader has them, and only their public checks.

    An item whose component it doesn't know has none.
    """
    add_own_components(Path(grader.__file__).parent / OWN_COURSE)
    made: dict[str, Component] = {}
    for item in public.items:
        if item.component in COMPONENTS:
            made[item.component] = _public_part(
                COMPONENTS[item.component],
                _by_form(public, item.component),
                references,
                is_known(public, item.component),
            )
    return made


def _by_form(public: PublicChecks, component: str) -> Mapping[str, Collection[str]]:
    """By form and library, the public checks of `component`, which several items may share out."""
    found: dict[str, set[str]] = {}
    for item in public.items:
        if item.component == component:
            for key, ids in item.checks.items():
                found.setdefault(key, set()).update(ids)
    return found


def _public_part(
    component: Component,
    public: Mapping[str, Collection[str]],
    references: RecordedReferences,
    known: Callable[[Observation], bool],
) -> Component:
    forms = []
    for form in component.forms:
        checks = []
        for check in form.checks:
            libraries = [lib for lib in ("numpy", "torch") if check.id in public.get(form_key(form.id, lib), ())]
            checks.append(PublicCheck(check, libraries, references, known))
        forms.append(replace(form, checks=tuple(checks)))
    return replace(component, forms=tuple(forms))


def as_item(item: PublicItem, component: Component) -> Item:
    """`item` as judging knows it: one point for each of its public checks."""
    public = {id_ for ids in item.checks.values() for id_ in ids}
    checks = tuple(CheckEntry(id_, Fraction(1), hidden=False) for id_ in component.check_ids if id_ in public)
    return Item(item.id, item.title, item.component, Fraction(len(checks)), checks, item.needs, item.forbidden)
