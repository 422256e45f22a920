"""Exceptions: real ones, raised by the libraries that are installed."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from grader.diagnose.exceptions import explain_exception
from grader.model import Diagnosis, Raised
from grader.model.usual_imports import _LINES


def explain(action: Callable[[], Any], names: tuple[str, ...] = ()) -> Diagnosis | None:
    try:
        action()
    except Exception as error:
        return explain_exception(Raised(type(error).__name__, str(error)), names)
    pytest.fail("the action was meant to raise")


def none() -> Any:
    return None


def two(a: int, b: int) -> int:
    return a + b


def undefined() -> Any:
    return atencion_mal_escrita  # type: ignore[name-defined]  # noqa: F821


def waits() -> None:
    raise EOFError("EOF when reading a line")


def not_written() -> None:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (lambda: torch.nn.Module()(torch.zeros(2)), "no_forward"),
        (not_written, "not_written_yet"),
        (lambda: torch.zeros(2, 3, 4).transpose(1, 2).view(2, 12), "view_without_contiguous"),
        (lambda: torch.zeros(2, 3) @ torch.zeros(4, 5), "shapes_of_a_product"),
        (lambda: torch.zeros(2, 3, 4) @ torch.zeros(2, 5, 3), "shapes_of_a_product"),
        (lambda: np.zeros((2, 3)) @ np.zeros((4, 5)), "shapes_of_a_product"),
        (lambda: np.dot(np.zeros((2, 3)), np.zeros((4, 5))), "shapes_of_a_product"),
        (lambda: np.zeros((2, 3)) + np.zeros((4, 5)), "shapes_do_not_broadcast"),
        (lambda: torch.zeros(2, 3) + torch.zeros(4, 5), "shapes_do_not_broadcast"),
        (lambda: torch.zeros(2, 3).reshape(4, 5), "reshape_changes_the_count"),
        (lambda: np.zeros((2, 3)).reshape(4, 5), "reshape_changes_the_count"),
        (lambda: torch.nn.Embedding(3, 2)(torch.tensor([7])), "beyond_the_context"),
        (lambda: np.zeros((2, 3, 4)).transpose(-2, -1), "axes_of_transpose"),
        (lambda: torch.zeros(2, 2).masked_fill(torch.ones(2, 2), 1.0), "mask_of_another_dtype"),
        (lambda: ~torch.ones(2, 2), "mask_of_another_dtype"),
        (lambda: ~np.ones((2, 2)), "mask_of_another_dtype"),  # type: ignore[misc]
        (lambda: np.random.choice(3, p=[0.5, 0.1, 0.1]), "probabilities_do_not_sum_to_one"),
        (lambda: torch.multinomial(torch.tensor([float("nan"), 1.0]), 1), "nan_probabilities"),
        (lambda: none().shape, "mask_is_none"),
        (lambda: two(1, 2, 3), "another_signature"),  # type: ignore[call-arg]
        (lambda: two(1), "another_signature"),  # type: ignore[call-arg]
        (lambda: torch.zeros(2, 2) @ torch.zeros(2, 2, dtype=torch.float64), "mixed_precision"),
        (lambda: torch.zeros(2, requires_grad=True).numpy(), "tensor_needs_grad"),
        (undefined, "unknown_name"),
        (waits, "waits_for_input"),
    ],
)
def test_the_libraries_own_errors_are_understood(action: Callable[[], Any], expected: str) -> None:
    found = explain(action)
    assert found is not None
    assert found.id == expected
    assert str(found.title)
    assert str(found.hint)


def test_a_slip_of_the_pen_gets_a_did_you_mean() -> None:
    found = explain(undefined, ("atencion_mal_escritas", "softmax"))
    assert found is not None
    assert "atencion_mal_escritas" in str(found.hint)


def test_an_unknown_error_gets_no_diagnosis_rather_than_a_wrong_one() -> None:
    assert explain_exception(Raised("OSError", "disk on fire")) is None


def test_a_hostile_message_is_only_filled_in() -> None:
    found = explain_exception(Raised("ValueError", "could not be broadcast together with shapes {0.__class__} %s"))
    assert found is not None
    assert "{0.__class__} %s" in str(found.title)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("math", "import math"),
        ("np", "import numpy as np"),
        ("numpy", "import numpy"),
        ("torch", "import torch"),
        ("nn", "from torch import nn"),
        ("F", "import torch.nn.functional as F"),
        ("plt", "import matplotlib.pyplot as plt"),
        ("random", "import random"),
        ("pd", "import pandas as pd"),
        ("itertools", "import itertools"),
        ("Counter", "from collections import Counter"),
    ],
)
def test_the_name_of_a_module_means_that_its_import_is_missing(name: str, line: str) -> None:
    """Also where the notebook has a name that is spelt nearly so."""
    found = explain_exception(Raised("NameError", f"name '{name}' is not defined"), ("maths", "npp", "Counters"))
    assert found is not None
    assert f"Is the line `{line}` missing?" in str(found.hint)
    assert name in str(found.title)


def test_every_line_that_is_proposed_gives_its_name() -> None:
    """By its own name or under the abbreviation."""
    for name, line in _LINES.items():
        gives = {alias.asname or alias.name for node in ast.parse(line).body for alias in node.names}  # type: ignore[attr-defined]
        assert gives == {name}, line
