"""What the evidence does to a grade, from the notebook to the item."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grader.model import ItemGrade, ItemState
from tests.submissions.corpus import Case, Claim, load_corpus
from tests.submissions.grading import grade_case

IMPORTS = "import numpy as np\nimport sys\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn"
SOFTMAX = """\
def softmax(z, axis=-1{more}):
    {first}
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)"""


def graded(item: str, *cells: str) -> ItemGrade:
    case = Case("right/own_work", (), (IMPORTS, *cells), Claim("right", "", (item,)))
    return grade_case(case, seed=1)[item]


def notes(grade: ItemGrade) -> str:
    return " ".join(str(note) for note in grade.notes if "build yourself" in str(note) or "checked" in str(note))


def test_a_branch_that_the_trial_does_not_take_is_noted_and_costs_nothing() -> None:
    first = "if usar_torch:\n        return F.softmax(torch.as_tensor(z), axis).numpy()"
    grade = graded("softmax", SOFTMAX.format(more=", usar_torch=False", first=first))
    assert grade.points == grade.max_points
    assert grade.state is ItemState.PASSED
    assert grade.forfeit is None
    assert notes(grade).startswith("Cell 2, line 3 uses `torch.nn.functional.softmax`")


@pytest.mark.parametrize(
    "cells",
    [
        ("def softmax(z, axis=-1):\n    return F.softmax(torch.as_tensor(z), axis)",),
        ("def f(z, d):\n    return z.softmax(d)", "def softmax(z, axis=-1):\n    return f(torch.as_tensor(z), axis)"),
        ("def softmax_filas(z, eje=-1):\n    return torch.log_softmax(torch.as_tensor(z), eje).exp()",),
        ("softmax = F.softmax",),
    ],
)
def test_a_call_that_is_seen_costs_what_the_rubric_says(cells: tuple[str, ...]) -> None:
    grade = graded("softmax", *cells)
    assert grade.points == 0
    assert grade.forfeit is not None
    assert "softmax" in str(grade.forfeit.reason)
    assert notes(grade) == ""


@pytest.mark.parametrize(
    ("item", "name", "cell"),
    [
        (
            "multihead",
            "MultiheadAttention",
            "class AtencionMultiCabeza(nn.Module):\n    def __init__(self, d_modelo, n_cabezas):\n"
            "        super().__init__()\n"
            "        self.mha = nn.MultiheadAttention(d_modelo, n_cabezas, batch_first=True)\n"
            "    def forward(self, x, mascara=None):\n"
            "        bloqueo = None if mascara is None else (mascara == 0)\n"
            "        return self.mha(x, x, x, attn_mask=bloqueo, need_weights=False)[0]",
        ),
        (
            "block",
            "TransformerEncoderLayer",
            "class TransformerBlock(nn.TransformerEncoderLayer):\n"
            "    def __init__(self, d_model, n_heads, dropout=0.1):\n"
            "        super().__init__(d_model, n_heads, 4 * d_model, dropout, 'gelu', 1e-5, True, True)\n"
            "    def forward(self, x, mask=None):\n"
            "        return super().forward(x)",
        ),
        (
            "attention",
            "scaled_dot_product_attention",
            "def atencion(Q, K, V, mascara=None):\n    Q, K, V = map(torch.as_tensor, (Q, K, V))\n"
            "    return F.scaled_dot_product_attention(Q, K, V), torch.ones(Q.shape[-2], K.shape[-2])",
        ),
    ],
)
def test_a_part_that_is_the_librarys_earns_nothing(item: str, name: str, cell: str) -> None:
    grade = graded(item, cell)
    assert grade.points == 0
    assert grade.forfeit is not None
    assert name in str(grade.forfeit.reason)
    assert grade.forfeit.part == Fraction(1)


def test_where_the_witnesses_could_not_look_what_was_read_is_shown() -> None:
    """Neither witness sees a call with both taken away; it costs nothing, and the teacher is told where to look."""
    hidden = (
        "def softmax(z, axis=-1):\n    sys.setprofile(None)\n    with torch._C.DisableTorchFunction():\n"
        "        return torch.softmax(torch.as_tensor(z), axis)"
    )
    grade = graded("softmax", hidden)
    assert grade.points == grade.max_points
    assert "could not be checked (profile), but cell 2, line 4 uses `torch.softmax`" in notes(grade)


def test_the_library_inside_a_larger_part_is_welcome() -> None:
    cell = (
        "def atencion(Q, K, V, mascara=None):\n    S = Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5\n"
        "    if mascara is not None:\n        S = S.masked_fill(mascara == 0, float('-inf'))\n"
        "    A = F.softmax(S, dim=-1)\n    return A @ V, A"
    )
    grade = graded("attention", cell)
    assert grade.points == grade.max_points
    assert notes(grade) == ""


def test_the_library_beside_the_students_own_work_is_not_mentioned() -> None:
    """In self-tests, training, text, other methods and behind a switch that is off."""
    (case,) = (case for case in load_corpus() if case.name == "right/library_beside_own_work")
    for grade in grade_case(case, seed=1).values():
        assert grade.points == grade.max_points
        assert notes(grade) == ""
