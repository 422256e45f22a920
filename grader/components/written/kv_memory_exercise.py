"""Exercise 6.8: the KV cache of 100 000 tokens, 96 layers, d_model 12 288, 16 bits, in GB; and with GQA by 8.

The unit is judged by a check of its own: 439 is right in GiB, so a student who calls that GB has one mistake and not
three.  It's asked only where a number is right in some unit.  An eighth of a wrong number is right: what is wrong with
the first is paid for there.
"""

from __future__ import annotations

from grader.checks.answers import plain_number, quantity_of
from grader.checks.claim import Claim
from grader.checks.measure import Measure, Unit
from grader.checks.student import Settled, Student
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

PLAIN, GROUPED = "kv_gb", "kv_gb_gqa"

UNITS = (
    Unit(Text("GB (10^9 bytes)"), 1.0, ("gb", "gbytes", "gigabyte", "gigabytes", "gigas", "giga")),
    Unit(Text("GiB (2^30 bytes)"), 2**30 / 1e9, ("gib", "gibibyte", "gibibytes")),
    Unit(Text("bytes"), 1e-9, ("b", "byte", "bytes", "")),
    Unit(Text("kB (1 000 bytes)"), 1e-6, ("kb", "kilobyte", "kilobytes")),
    Unit(Text("KiB (1 024 bytes)"), 1.024e-6, ("kib", "kibibyte", "kibibytes")),
    Unit(Text("MB (10^6 bytes)"), 1e-3, ("mb", "megabyte", "megabytes")),
    Unit(Text("MiB (2^20 bytes)"), 2**20 / 1e9, ("mib", "mebibyte", "mebibytes")),
    Unit(Text("TB (10^12 bytes)"), 1e3, ("tb", "terabyte", "terabytes")),
    Unit(Text("TiB (2^40 bytes)"), 2**40 / 1e9, ("tib", "tebibyte", "tebibytes")),
)

# The course's own solution rounds to 460 and 58; a GiB is 7.4 % more than a GB and stays apart.
_WITHIN = 0.03
_GENEROSITY = Text("Round as you like: up to 3 percent apart counts as the same.")


def unit(student: Student) -> Text | None:
    """Only what is right in some unit can be in a wrong one."""
    wrong, recognised, missing = None, False, None
    for measure in (_MEMORY, _MEMORY_GQA):
        try:
            quantity = quantity_of(student, measure.role)
            stated = measure.stated(student, quantity)
        except Settled as settled:
            missing = missing or settled
            continue
        meant = [known for known in UNITS if measure.right_in(student, quantity, known)]
        recognised = recognised or bool(meant)
        if meant and not measure.right_in(student, quantity, stated or UNITS[0]):
            wrong = wrong or Text(
                "`{name}` is {got}: that is right in {unit}, but stands there in {asked}.",
                {
                    "name": student.found[measure.role].name,
                    "got": plain_number(quantity.readings[0]),
                    "unit": meant[0].name,
                    "asked": (stated or UNITS[0]).name,
                },
            )
    if recognised:
        return wrong
    if missing is not None:
        raise missing
    raise Settled(Verdict.NOT_APPLICABLE, Text("Neither number is right in any unit, so the unit isn't judged."))


def _grouped_by_their_own(student: Student) -> float | None:
    """An eighth of the student's own memory in GB; None where that is out of all proportion, so that it shows nothing.

    The known mistakes are between a 96th (one layer) and eight times (bits) of the right number.
    """
    try:
        quantity = quantity_of(student, PLAIN)
        own = _MEMORY.in_asked_unit(quantity, _MEMORY.stated(student, quantity))
    except Settled:
        return None
    expected = _MEMORY.expected(student)
    return own / 8 if expected / 100 <= own <= 10 * expected else None


_MEMORY = Measure(
    "memory", Text("without grouping"), "kv_memory_exercise", PLAIN, UNITS, _WITHIN, _GENEROSITY, any_unit=True
)
_MEMORY_GQA = Measure(
    "memory_gqa",
    Text("with GQA by 8"),
    "kv_memory_exercise",
    GROUPED,
    UNITS,
    _WITHIN,
    _GENEROSITY,
    any_unit=True,
    follows=_grouped_by_their_own,
)

COMPONENT = Component(
    "kv_memory_exercise",
    (
        Form(
            "python",
            Text("numbers"),
            "numpy",
            (
                Role(PLAIN, "value", (), 0, ("memoria_kv_gb", "kv_memory_gb", "gb_kv"), optional=True),
                Role(GROUPED, "value", (), 0, ("memoria_kv_gb_gqa", "kv_memory_gb_gqa", "gb_kv_gqa"), optional=True),
            ),
            (_MEMORY, _MEMORY_GQA, Claim("unit", Text("in GB, as asked"), unit)),
        ),
    ),
)
