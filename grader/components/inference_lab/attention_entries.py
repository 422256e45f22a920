"""Entries of the attention matrices: ``attention_entries(n, n_layers=1, n_heads=1)`` -> an exact int.

Only `values` knows the formula; the other checks compare the function with itself.
"""

from __future__ import annotations

from grader.checks.claim import Claim
from grader.checks.counts import count_of, finite, grouped_digits, keeps_every_digit, powers_hold, ratio, right_counts
from grader.checks.student import Student
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

ROLE = "attention_entries"
NAMES = ("n", "n_layers", "n_heads")

# 128 000 tokens are what today's models take; their square no longer fits 32 bits.
TOKENS = (7, 1, 50, 2048, 128_000)
PRIME = 2**61 - 1


def arguments(student: Student, n: int) -> tuple[int, ...]:
    """`n` alone, or with one layer and one head for a function that always wants them."""
    definition = student.found[ROLE]
    return (n, 1, 1) if definition.takes(3) and not definition.takes(1) else (n,)


def values(student: Student) -> Text | None:
    def expected(n: int, *_: int) -> int:
        entries: int = student.references.attention_entries.attention_entries(n)
        return entries

    return right_counts(student, ROLE, [arguments(student, n) for n in TOKENS], expected)


def grows_with_the_square(student: Student) -> Text | None:
    return powers_hold(student, ROLE, arguments(student, 600), NAMES, {"n": 2})


def layers_and_heads(student: Student) -> Text | None:
    """L layers of h heads hold L h matrices, whatever the function says of one."""
    if not student.found[ROLE].takes(3):
        return Text("`{name}` takes no n_layers and n_heads after n.", {"name": student.found[ROLE].name})
    n = 64
    one = count_of(student, ROLE, (n, 1, 1))
    if not (finite(one) and one > 0):
        return Text("attention_entries({n}, 1, 1): got {got}.", {"n": n, "got": grouped_digits(one)})
    # All are asked before any is judged: what explains them must explain all.
    sizes = ((3, 1), (1, 5), (2, 7))
    times = [ratio(count_of(student, ROLE, (n, *size)), one) for size in sizes]
    for (layers, heads), got in zip(sizes, times, strict=True):
        if not abs(got / (layers * heads) - 1) < 1e-6:
            return Text(
                "Layers: {layers}, heads in each: {heads}; so matrices of attention weights: {matrices}. Your result "
                "is that of a single one times {got}.",
                {"layers": layers, "heads": heads, "matrices": layers * heads, "got": f"{got:g}"},
            )
    return None


def exact(student: Student) -> Text | None:
    return keeps_every_digit(student, ROLE, [arguments(student, n) for n in (1_000_003, PRIME)])


COMPONENT = Component(
    "attention_entries",
    (
        Form(
            "python",  # numbers in, a number out: no array library is asked for
            Text("function"),
            "numpy",
            (Role(ROLE, "function", NAMES, 1, ("entradas_atencion", "entradas_de_atencion")),),
            (
                Claim("values", Text("right numbers, up to 128 000 tokens"), values),
                Claim("grows_with_the_square", Text("twice the tokens, four times the entries"), grows_with_the_square),
                Claim("layers_and_heads", Text("one matrix for each head of each layer"), layers_and_heads),
                Claim("exact", Text("exact, however large"), exact),
            ),
            supporting=("exact",),  # n itself is exact, too
        ),
    ),
)
