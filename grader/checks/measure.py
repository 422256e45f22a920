"""One number on paper, with or without a unit, held against the reference's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isclose, log10
from typing import Any

from grader.checks.answers import note_answer, plain_number, quantity_of
from grader.checks.quantities import Quantity
from grader.checks.scales import scale_in
from grader.checks.student import Settled, Student, passed, wrong
from grader.compare import Tolerance
from grader.model import CheckResult, Text, Verdict

__all__ = ["COUNTS", "Measure", "Unit"]


@dataclass(frozen=True)
class Unit:
    """`factor` of the asked unit; `words` are how it may be written beside the number (small letters).

    An empty word is for what a power of ten counts where nothing else is said: ones, or bytes.
    """

    name: Text
    factor: float
    words: tuple[str, ...] = ()


COUNTS = (
    Unit(Text("ones"), 1.0, ("",)),
    Unit(Text("thousands"), 1e3),
    Unit(Text("millions (10^6)"), 1e6),
    Unit(Text("thousands of millions (10^9)"), 1e9),
    Unit(Text("millions of millions (10^12)"), 1e12),
)


@dataclass(frozen=True)
class Measure:
    """The number in `role` is the reference's, `within` a part of it.

    The reference is the function of that name in the module `component`.  A number that is right in another of `units`
    (the first is what was asked) is told so.  It's right all the same where that unit is stated beside it, or where
    `any_unit` leaves the unit to a check of its own.  `follows` gives the number, in the unit that was asked, that
    comes of the student's own wrong answer before (None: of none); it counts as right, so that nobody pays twice.
    """

    id: str
    title: Text
    component: str
    role: str
    units: tuple[Unit, ...]
    within: float
    generosity: Text
    any_unit: bool = False
    follows: Callable[[Student], float | None] | None = None

    def __call__(self, student: Student) -> CheckResult:
        quantity = quantity_of(student, self.role)
        stated = self.stated(student, quantity)
        asked = self.units[0]
        tolerance = Tolerance(1e-9, self.within)
        note_answer(student, self.role, self.in_asked_unit(quantity, stated), tolerance)
        if self.right_in(student, quantity, stated or asked):
            return passed(self)
        name = student.found[self.role].name
        values: dict[str, str | int | float | Text] = {"name": name, "got": plain_number(quantity.readings[0])}
        meant = next((unit for unit in self.units if self.right_in(student, quantity, unit)), None)
        if meant is not None and self.any_unit:
            return passed(self)
        if meant is not None:
            values |= {"unit": meant.name, "asked": (stated or asked).name}
            message = Text("`{name}` is {got}: that is right in {unit}, but stands there in {asked}.", values)
            return wrong(self, message)
        if self._carried_forward(student, quantity, stated):
            student.note(Text("It follows from your own number before: what is wrong with that isn't counted twice."))
            return passed(self)
        values |= {"got": _with_unit(quantity, stated), "generosity": self.generosity}
        return wrong(self, Text("`{name}` is {got}, and that isn't the answer. {generosity}", values))

    def _carried_forward(self, student: Student, quantity: Quantity, stated: Unit | None) -> bool:
        own = None if self.follows is None else self.follows(student)
        factor = 1.0 if stated is None else stated.factor
        return own is not None and any(abs(n * factor - own) <= self.within * own for n in quantity.readings)

    def stated(self, student: Student, quantity: Quantity) -> Unit | None:
        """The unit beside the number; None where there is none.  Settled as WRONG where it isn't known."""
        if not quantity.unit:
            return None
        unit = next((unit for unit in self.units if quantity.unit in unit.words), None) or self._scaled(quantity.unit)
        if unit is not None:
            return unit
        raise Settled(
            Verdict.WRONG,
            Text(
                "`{name}`: the unit {unit} isn't known here; {asked} was asked, and the number alone will do.",
                {"name": student.found[self.role].name, "unit": repr(quantity.unit[:40]), "asked": self.units[0].name},
            ),
        )

    def _scaled(self, words: str) -> Unit | None:
        """A unit of which `words` give so many thousands or millions; None where there is no such."""
        scale, rest = scale_in(words)
        counted = next((unit for unit in self.units if rest in unit.words), None)
        if counted is None or scale == 1.0:
            return None
        factor = scale * counted.factor
        same = (unit for unit in self.units if isclose(unit.factor, factor))
        power = f"10^{round(log10(scale))}"
        return next(same, Unit(Text("× {power} {unit}", {"power": power, "unit": counted.name}), factor))

    def in_asked_unit(self, quantity: Quantity, stated: Unit | None) -> float:
        return quantity.readings[0] * (1.0 if stated is None else stated.factor)

    def right_in(self, student: Student, quantity: Quantity, unit: Unit) -> bool:
        """Is the number right if it's in `unit`?"""
        expected = self.expected(student)
        return any(abs(number * unit.factor - expected) <= self.within * expected for number in quantity.readings)

    def expected(self, student: Student) -> float:
        reference: Any = getattr(getattr(student.references, self.component), self.role)
        return float(reference())


def _with_unit(quantity: Quantity, stated: Unit | None) -> str | Text:
    number = plain_number(quantity.readings[0])
    return number if stated is None else Text("{number} {unit}", {"number": number, "unit": stated.name})
