"""Memory of grouped heads' caches: ``kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value=2)`` -> bytes.

The core's ``kv_cache_bytes`` starts from d_model and takes the groups as an afterthought; here the KV heads and their
width are given, as models' configurations state them.  Only `values` knows the formula.
"""

from __future__ import annotations

from grader.checks.claim import Claim
from grader.checks.counts import (
    UNITS,
    count_of,
    finite,
    grouped_digits,
    keeps_every_digit,
    powers_hold,
    ratio,
    right_counts,
)
from grader.checks.student import Student
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

ROLE = "kv_memory"
NAMES = ("n_tokens", "n_layers", "n_kv_heads", "d_head", "bytes_per_value")

# Llama 3 8B at 8192 tokens, a toy, GPT-3 without groups in float32, and one token of a model with a single KV head.
CASES = ((8192, 32, 8, 128, 2), (3, 2, 5, 7, 1), (2048, 96, 96, 128, 4), (1, 18, 1, 256, 2))
PRIME = 2**61 - 1


def values(student: Student) -> Text | None:
    cases: list[tuple[int, ...]] = list(CASES)
    if student.found[ROLE].takes(4):  # two bytes are understood then
        cases.append((1000, 12, 4, 64))
    return right_counts(student, ROLE, cases, student.references.kv_memory.kv_memory, UNITS)


def scales(student: Student) -> Text | None:
    names = [name for name in NAMES if name != "n_kv_heads"]
    return powers_hold(student, ROLE, CASES[0], NAMES, dict.fromkeys(names, 1))


def kv_heads(student: Student) -> Text | None:
    """At the same width of a head, twice the KV heads take twice the memory."""
    one = count_of(student, ROLE, (4096, 32, 1, 128, 2))
    if not (finite(one) and one > 0):
        asked = f"{student.found[ROLE].name}(4096, 32, 1, 128, 2)"
        return Text("{asked}: got {got}.", {"asked": asked, "got": grouped_digits(one)})
    # All are asked before any is judged: what explains them must explain all.
    sizes = (32, 8, 3)
    times = [ratio(count_of(student, ROLE, (4096, 32, heads, 128, 2)), one) for heads in sizes]
    for heads, got in zip(sizes, times, strict=True):
        if not abs(got / heads - 1) < 1e-2:
            return Text(
                "{heads} KV heads of the same width keep {heads} times as much as a single one. The factor in your "
                "results is {got}.",
                {"heads": heads, "got": f"{got:g}"},
            )
    return None


def exact(student: Student) -> Text | None:
    return keeps_every_digit(student, ROLE, [(1_000_003, 96, 12, 128, 2), (PRIME, 127, 8, 192, 4)])


COMPONENT = Component(
    "kv_memory",
    (
        Form(
            "python",  # numbers in, a number out: no array library is asked for
            Text("function"),
            "numpy",
            (Role(ROLE, "function", NAMES, 4, ("memoria_kv", "kv_memory_bytes", "memoria_kv_bytes")),),
            (
                Claim("values", Text("right numbers of bytes"), values),
                Claim("scales", Text("proportional to tokens, layers, width and bytes"), scales),
                Claim("kv_heads", Text("proportional to the KV heads"), kv_heads),
                Claim("exact", Text("exact, however large"), exact),
            ),
            supporting=("exact",),  # the number of tokens is exact, too
        ),
    ),
)
