"""Tokens for a model, and a model for tokens, by Chinchilla's rule of about 20 tokens per parameter.

Hoffmann et al., "Training Compute-Optimal Large Language Models" (2022): their table 3 has 20 to 22 for these sizes, so
that up to 10 percent apart counts as the same.
"""

from __future__ import annotations

from grader.checks.measure import COUNTS, Measure
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

TOKENS, PARAMETERS = "model_tokens", "model_parameters"

_GENEROSITY = Text("It's a rule of thumb: up to 10 percent apart counts as the same.")


def _measure(check: str, title: Text, role: str) -> Measure:
    return Measure(check, title, "chinchilla_tokens_exercise", role, COUNTS, 0.1, _GENEROSITY)


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
