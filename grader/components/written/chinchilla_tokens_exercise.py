"""Tokens for a model, and a model for tokens, by Chinchilla's rule of about 20 tokens per parameter.

Hoffmann et al., "Training Compute-Optimal Large Language Models" (2022): their table 3 has 20 to 22 for these sizes, so
that up to 10 percent apart counts as the same.
"""

from __future__ import annotations

from grader.checks.measure import Measure, Unit
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

TOKENS, PARAMETERS = "model_tokens", "model_parameters"

UNITS = (
    Unit(Text("ones"), 1.0, ()),
    Unit(Text("thousands"), 1e3, ("k", "thousand", "mil")),
    Unit(Text("millions (10^6)"), 1e6, ("m", "million", "millions", "millon", "millones")),
    # A Spanish billón is 10^12.
    Unit(
        Text("thousands of millions (10^9)"),
        1e9,
        (
            "b",
            "bn",
            "g",
            "billion",
            "billions",
            "thousand million",
            "thousand millions",
            "mil millones",
            "miles millones",
            "millardo",
            "millardos",
        ),
    ),
    Unit(Text("millions of millions (10^12)"), 1e12, ("t", "trillion", "trillions", "billon", "billones")),
)
_GENEROSITY = Text("It's a rule of thumb: up to 10 percent apart counts as the same.")


def _measure(check: str, title: Text, role: str) -> Measure:
    return Measure(check, title, "chinchilla_tokens_exercise", role, UNITS, 0.1, _GENEROSITY)


COMPONENT = Component(
    "chinchilla_tokens_exercise",
    (
        Form(
            "python",
            Text("numbers"),
            "numpy",
            (
                Role(TOKENS, "value", (), 0, ("tokens_modelo", "tokens_del_modelo"), optional=True),
                Role(PARAMETERS, "value", (), 0, ("parametros_modelo", "parametros_del_modelo"), optional=True),
            ),
            (
                _measure("tokens", Text("tokens for a model of 3·10⁹ parameters"), TOKENS),
                _measure("parameters", Text("parameters for 5·10¹¹ tokens"), PARAMETERS),
            ),
        ),
    ),
)
