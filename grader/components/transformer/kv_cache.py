"""KV-cache memory: ``kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None)``.

Only `worked_number` knows the formula (contract, *kv_cache*).  The other checks compare the function with itself, so
that a forgotten factor 2 or a result in GB costs what it must and no more.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.checks.claim import Claim
from grader.checks.counts import UNITS, count_of, finite, grouped_digits, ratio
from grader.checks.student import Student, number_text
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

ROLE = "kv_cache_bytes"

# Exercise 6.8 of the course.
TOKENS, LAYERS, WIDTH, SIZE, HEADS = 100_000, 96, 12_288, 2, 96


@dataclass(frozen=True)
class Sizes:
    """One question; the head counts are given together or not at all."""

    n_tokens: int = TOKENS
    n_layers: int = LAYERS
    d_model: int = WIDTH
    bytes_per_value: int = SIZE
    heads: tuple[int, int] | None = None

    def asked(self, student: Student) -> str:
        return f"{student.found[ROLE].name}({', '.join(str(value) for value in (*self.plain, *(self.heads or ())))})"

    @property
    def plain(self) -> tuple[int, int, int, int]:
        return (self.n_tokens, self.n_layers, self.d_model, self.bytes_per_value)


def bytes_of(student: Student, sizes: Sizes) -> int | float:
    """What the student's function gives: an int of any size, or a float where that came back."""
    definition = student.found[ROLE]
    args: tuple[int, ...] = sizes.plain
    if sizes.heads is not None:
        args = (*args, *sizes.heads)
    elif not definition.takes(4) and definition.takes(3) and sizes.bytes_per_value == SIZE:
        args = args[:3]
    elif not definition.takes(4) and definition.takes(6):
        args = (*args, HEADS, HEADS)  # head counts that change nothing, for a function that always wants them
    return count_of(student, ROLE, args, sizes.asked(student))


def worked_number(student: Student) -> Text | None:
    expected = student.references.kv_cache.kv_cache_bytes(TOKENS, LAYERS, WIDTH, SIZE)
    got = bytes_of(student, Sizes())
    if got == expected:
        return None
    values: dict[str, str | int | float | Text] = {
        "asked": Sizes().asked(student),
        "got": grouped_digits(got),
        "expected": f"{expected:,}".replace(",", " "),
    }
    for name, unit in UNITS.items():
        if got > 0 and abs(ratio(got * unit, expected) - 1) < 0.01:
            values |= {"unit": name}
            return Text("{asked}: {got} is right in {unit}; bytes were asked, exactly: {expected}.", values)
    if _left_of_32_bits(got, expected):
        student.suspect("kv_cache/overflow_of_32_bits")
        return Text(
            "{asked}: got {got}, expected {expected}; that is what 32 bits hold of the right number. It's larger than "
            "they can count, and NumPy begins again at the negative end.",
            values,
        )
    if finite(got) and got > 0:
        return _as_a_factor(values, ratio(got, expected))
    return Text("{asked}: got {got}, expected {expected}.", values)


# What a factor of this size may be; one that is a known mistake (2, 8, ...) has a text of its own.
FACTORS = {
    96: Text("the number of layers, and of heads"),
    12_288: Text("d_model"),
    128: Text("the width of one head"),
    100_000: Text("the number of tokens"),
}


def _as_a_factor(values: dict[str, str | int | float | Text], times: float) -> Text:
    for size, meaning in FACTORS.items():
        values |= {"size": grouped_digits(size), "meaning": meaning}
        if abs(times / size - 1) < 1e-9:
            return Text(
                "{asked}: got {got}, expected {expected}; that is {size} times as much. {size} is {meaning}: what does "
                "your formula multiply by once too often?",
                values,
            )
        if abs(times * size - 1) < 1e-9:
            return Text(
                "{asked}: got {got}, expected {expected}; that is 1/{size} of it. {size} is {meaning}: what does your "
                "formula leave out, or divide by?",
                values,
            )
    values |= {"ratio": number_text(times)}
    return Text("{asked}: got {got}, expected {expected}; that is {ratio} times as much.", values)


def _left_of_32_bits(got: int | float, expected: int) -> bool:
    """Is it the right number but for a multiple of 2³², as a 32-bit integer that ran over gives it?"""
    return isinstance(got, int) and -(2**31) <= got < 2**32 < expected and (got - expected) % 2**32 == 0


def grouped_heads(student: Student) -> Text | None:
    if not student.found[ROLE].takes(6):
        return Text(
            "`{name}` takes no n_heads and n_kv_heads after bytes_per_value.", {"name": student.found[ROLE].name}
        )
    plain = bytes_of(student, Sizes())
    parts = ((HEADS, 1), (12, 8), (1, HEADS))
    # All are asked before any is judged: one alone can't tell a single KV head from a group's size.
    answers = [bytes_of(student, Sizes(heads=(HEADS, kv_heads))) for kv_heads, _ in parts]
    if plain == 0:
        return Text("{asked}: got {got}.", {"asked": Sizes().asked(student), "got": grouped_digits(plain)})
    for (kv_heads, part), got in zip(parts, answers, strict=True):
        sizes = Sizes(heads=(HEADS, kv_heads))
        if not abs(ratio(got * part, plain) - 1) <= 1e-3:
            if part == 1:
                return Text(
                    "{asked}: with as many KV heads as heads nothing is shared, and the cache is what it is without "
                    "groups ({plain}); got {got}.",
                    {
                        "asked": sizes.asked(student),
                        "plain": grouped_digits(plain),
                        "got": grouped_digits(got),
                    },
                )
            return Text(
                "{asked}: with {kv} KV heads for {heads} heads the cache is 1/{part} of what it is without groups "
                "({plain}); got {got}.",
                {
                    "asked": sizes.asked(student),
                    "kv": kv_heads,
                    "heads": HEADS,
                    "part": part,
                    "plain": grouped_digits(plain),
                    "got": grouped_digits(got),
                },
            )
    # The width of a head follows from d_model and n_heads: at the same d_model more heads alone change nothing.
    fewer, more = (bytes_of(student, Sizes(heads=(heads, heads // 4))) for heads in (32, 64))
    if abs(ratio(more, fewer) - 1) <= 1e-3:
        return None
    return Text(
        "at the same d_model, 8 KV heads for 32 heads cost {fewer} and 16 for 64 cost {more}; both share a KV head "
        "between 4 heads and cost the same.",
        {"fewer": grouped_digits(fewer), "more": grouped_digits(more)},
    )


def scales(student: Student) -> Text | None:
    plain = bytes_of(student, Sizes())
    if not (finite(plain) and plain > 0):
        return Text("{asked}: got {got}.", {"asked": Sizes().asked(student), "got": grouped_digits(plain)})
    doubled = {
        "n_tokens": Sizes(n_tokens=2 * TOKENS),
        "n_layers": Sizes(n_layers=2 * LAYERS),
        "d_model": Sizes(d_model=2 * WIDTH),
        "bytes_per_value": Sizes(bytes_per_value=2 * SIZE),
    }
    for name, sizes in doubled.items():
        if name == "bytes_per_value" and not (student.found[ROLE].takes(4) or student.found[ROLE].takes(6)):
            return Text("`{name}` takes no bytes_per_value after d_model.", {"name": student.found[ROLE].name})
        times = ratio(bytes_of(student, sizes), plain)
        # Two digits are enough for a power, and a result rounded to GB has no more.
        if not abs(times - 2) < 0.02:
            return Text(
                "twice the {name} is twice the memory; here it is {ratio} times as much.",
                {"name": name, "ratio": number_text(times)},
            )
    return None


def exact(student: Student) -> Text | None:
    """The number of tokens divides the number of bytes, also where a float no longer holds every digit.

    Whatever the formula, a float (or an int made of one, or 64 bits that ran over) isn't a multiple of this prime.
    The head counts are powers of 2, as d_model is: a wrong formula's quotient by them is whole too.
    """
    prime = 2**61 - 1
    asked = [Sizes(n_tokens=1_000_003), Sizes(n_tokens=prime), Sizes(prime, 127, 8192, 4)]
    if student.found[ROLE].takes(6):
        asked.append(Sizes(prime, 127, 8192, 4, heads=(32, 8)))
    for sizes in asked:
        got = bytes_of(student, sizes)
        if sizes.heads is not None and got == 0:
            continue  # divided too early, which is `grouped_heads`'s to say
        values: dict[str, str | int | float | Text] = {"asked": sizes.asked(student), "got": grouped_digits(got)}
        if isinstance(got, int) and got < 0:
            return Text(
                "{asked}: got {got}; no number of bytes is negative. An integer of NumPy's (32 or 64 bits) ran over: "
                "use Python's own, which grow as far as needed.",
                values,
            )
        if not finite(got) or got != int(got):
            return Text("{asked}: got {got}; a number of bytes is whole.", values)
        enough = got > sizes.n_tokens * sizes.d_model // 100
        if int(got) % sizes.n_tokens == 0 and enough:
            continue
        if not enough:
            return Text("{asked}: got {got}; that is far too few bytes for so many tokens.", values)
        if isinstance(got, float):
            student.suspect("kv_cache/float_on_the_way")
            return Text("{asked}: got {got}, a float, which has lost digits; use whole numbers all the way.", values)
        return Text(
            "{asked}: got {got}, which isn't a multiple of the number of tokens. Digits were lost on the way: use "
            "whole numbers (no / and no float), Python's rather than NumPy's.",
            values,
        )
    return None


COMPONENT = Component(
    "kv_cache",
    (
        Form(
            "python",  # numbers in, a number out: no array library is asked for
            Text("function"),
            "numpy",
            (
                Role(
                    ROLE,
                    "function",
                    ("n_tokens", "n_layers", "d_model", "bytes_per_value", "n_heads", "n_kv_heads"),
                    3,
                    ("memoria_kv_cache",),
                ),
            ),
            (
                Claim("worked_number", Text("471 859 200 000 bytes in exercise 6.8"), worked_number),
                Claim("grouped_heads", Text("grouped heads: an eighth for 12 of 96"), grouped_heads),
                Claim("scales", Text("proportional to each argument"), scales),
                Claim("exact", Text("exact, however large"), exact),
            ),
            supporting=("worked_number",),  # it stands in the exercise's solution
        ),
    ),
)
