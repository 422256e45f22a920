"""Chinchilla's rule: ``chinchilla_tokens(n_parameters)`` and ``chinchilla_ratio(n_parameters, n_tokens)``.

20 tokens for each parameter, and how many a model has really seen.  A float is as good as an int: it's a rule of thumb.
"""

from __future__ import annotations

from grader.checks.claim import Claim
from grader.checks.counts import count_of, grouped_digits, powers_hold, ratio, right_counts
from grader.checks.student import Settled, Student, number_text
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

TOKENS, RATIO = "chinchilla_tokens", "chinchilla_ratio"

# A toy, MiniGPT, GPT-2, Chinchilla, and one whose tokens don't fit 32 bits.
PARAMETERS = (1_000, 160_110, 124_000_000, 70_000_000_000, 405_000_000_000)

# Parameters and tokens: GPT-3, Chinchilla, Llama 3 8B, a toy model on a short text.
TRAINED = (
    (175_000_000_000, 300_000_000_000),
    (70_000_000_000, 1_400_000_000_000),
    (8_000_000_000, 15_000_000_000_000),
    (160_110, 894),
)


def values(student: Student) -> Text | None:
    cases = [(n,) for n in PARAMETERS]
    wrong = right_counts(student, TOKENS, cases, student.references.chinchilla.chinchilla_tokens)
    if wrong is not None and all(_is_rounded(count_of(student, TOKENS, (n,)), n / 20) for n in PARAMETERS):
        student.suspect("chinchilla/parameters_per_token")
    return wrong


def _is_rounded(got: int | float, exact: float) -> bool:
    """Up, down or to the nearest, or not at all."""
    return abs(ratio(got, exact) - 1) <= 1 / exact


def proportional(student: Student) -> Text | None:
    return powers_hold(student, TOKENS, (7,), ("n_parameters",), {"n_parameters": 1}) or powers_hold(
        student, TOKENS, (3_000_000_000,), ("n_parameters",), {"n_parameters": 1}
    )


def tokens_per_parameter(student: Student) -> Text | None:
    if RATIO not in student.found:
        raise Settled(Verdict.MISSING, Text("`{name}` is not defined.", {"name": RATIO}))
    # All are asked before any is judged: what explains them must explain all.
    found = [count_of(student, RATIO, sizes) for sizes in TRAINED]
    # Turned round, with the 20 of the rule in it or without.
    turned = [ratio(got * tokens, parameters) for (parameters, tokens), got in zip(TRAINED, found, strict=True)]
    if any(all(abs(ratio(factor, each) - 1) < 1e-6 for factor in turned) for each in (1, 20, 1 / 20)):
        student.suspect("chinchilla/ratio_upside_down")
    for (parameters, tokens), got in zip(TRAINED, found, strict=True):
        expected = student.references.chinchilla.chinchilla_ratio(parameters, tokens)
        if not abs(ratio(got, expected) - 1) < 1e-6:
            return Text(
                "chinchilla_ratio({parameters}, {tokens}): got {got}, expected {expected}.",
                {
                    "parameters": parameters,
                    "tokens": tokens,
                    "got": grouped_digits(got),
                    "expected": number_text(expected),
                },
            )
    return None


COMPONENT = Component(
    "chinchilla",
    (
        Form(
            "python",  # numbers in, a number out: no array library is asked for
            Text("functions"),
            "numpy",
            (
                Role(TOKENS, "function", ("n_parameters",), 1, ("tokens_chinchilla",)),
                Role(
                    RATIO,
                    "function",
                    ("n_parameters", "n_tokens"),
                    2,
                    ("proporcion_chinchilla", "ratio_chinchilla", "razon_chinchilla", "proporción_chinchilla"),
                    optional=True,
                ),
            ),
            (
                Claim("values", Text("20 tokens for each parameter"), values),
                Claim("proportional", Text("twice the parameters, twice the tokens"), proportional),
                Claim("tokens_per_parameter", Text("tokens per parameter of known models"), tokens_per_parameter),
            ),
            supporting=("proportional",),  # so is the input itself
        ),
    ),
)
