"""What is said of a name that isn't there though a cell has it: which cell, and why it didn't get that far."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import grader
from grader.components import COMPONENTS
from grader.components.unfound import is_written, stopped_cell
from grader.course import load_references, load_rubric
from grader.judging import inspect_notebook, judge_item
from grader.kernel.cells import CellRun
from grader.kernel.findings import finding_of
from grader.model import Cell, CellOutcome, CheckEntry, Execution, Item, ItemGrade, Limits, Submission, Verdict
from grader.own_work import CONCEPTS
from tests.fake_student import fake_student

CHECKOUT = Path(grader.__file__).parents[1]
KNOWN = {component.id: component.check_ids for component in COMPONENTS.values()}
SOFTMAX = "def softmax(z, axis=-1):\n    e = np.exp(z - z.max(axis, keepdims=True))\n    return e / (e.sum(axis"
ATTENTION = """
def attention(Q, K, V, mask=None):
    w = softmax(Q @ K.T / Q.shape[-1] ** 0.5)
    return w @ V, w
"""
# How cell 2 ended, and what must be said of it.
ENDINGS = {
    "syntax": (CellRun(2, 0.1, Verdict.RAISED, "SyntaxError", "incomplete input", 3), "can't be read as Python"),
    "flood": (CellRun(2, 0.1, Verdict.FLOODED, "", "printed"), "printed more than"),
    "crash": (CellRun(2, 0.1, Verdict.CRASHED), "ended the Python process"),
    "time": (CellRun(2, 20.0, Verdict.TIMED_OUT), "didn't finish within"),
}


def judged(item: str, cells: tuple[str, ...], ran: tuple[str, ...], ending: CellRun) -> ItemGrade:
    """The grade of `item` in a notebook of `cells`, of which those in `ran` got through."""
    rubric = load_rubric(CHECKOUT / "rubric.yaml", KNOWN, CONCEPTS)
    references = load_references(CHECKOUT / "reference_solutions", "transformer")
    finding = finding_of(ending, Limits())
    assert finding is not None
    submission = Submission("x.ipynb", "0" * 64, tuple(Cell(n, s) for n, s in enumerate(cells, start=1)), {})
    outcome = CellOutcome(2, ending.seconds, f"{ending.error_type}: {ending.error}")
    execution = Execution("none", (outcome,), (finding,), 1.0, True)
    ask = fake_student(*ran)
    entry = next(entry for entry in rubric.items if entry.id == item)
    definitions = inspect_notebook(ask)
    return judge_item(entry, ask, definitions, references, lambda _: (), 5, submission, execution).grade


@pytest.mark.parametrize("kind", ENDINGS)
def test_a_name_that_a_cell_did_not_get_to_is_explained_by_that_cell(kind: str) -> None:
    ending, why = ENDINGS[kind]
    cells = ("import numpy as np", SOFTMAX, ATTENTION)
    grade = judged("attention", cells, (cells[0], cells[2]), ending)
    (reason,) = (reason for reason in grade.diagnosis if reason.id == "unknown_name")
    assert "cell 2" in str(reason.title)
    assert "`softmax`" in str(reason.title)
    assert why in str(reason.hint)
    assert "deleted" not in str(reason.hint)


def test_an_import_that_a_cell_did_not_get_to_is_explained_by_that_cell() -> None:
    cells = ("x = 1", "import numpy as np\n" + SOFTMAX, "def softmax(z, axis=-1):\n    return np.exp(z)")
    grade = judged("softmax", cells, (cells[0], cells[2]), ENDINGS["syntax"][0])
    (reason,) = (reason for reason in grade.diagnosis if reason.id == "unknown_name")
    assert "`np`" in str(reason.title)
    assert "cell 2" in str(reason.title)


def test_a_name_that_no_cell_has_may_have_been_deleted() -> None:
    cells = ("import numpy as np", "1 +", ATTENTION)
    grade = judged("attention", cells, (cells[0], cells[2]), ENDINGS["syntax"][0])
    (reason,) = (reason for reason in grade.diagnosis if reason.id == "unknown_name")
    assert "deleted" in str(reason.hint)


@pytest.mark.parametrize("kind", ENDINGS)
def test_what_a_cell_did_not_get_to_is_told_to_be_written(kind: str) -> None:
    ending, why = ENDINGS[kind]
    grade = judged("softmax", ("import numpy as np", SOFTMAX), ("import numpy as np",), ending)
    messages = [check.message for check in grade.checks]
    assert all(is_written(message) and stopped_cell(message) == 2 and why in str(message) for message in messages)


def test_so_is_a_part_of_an_item_whose_other_parts_are_there() -> None:
    padding = "import numpy as np\ndef padding_mask(l, n): return np.arange(n)[None, :] < np.asarray(l)[:, None]"
    causal = "def causal_mask(n):\n    return np.tril(np.ones((n, n), dtype=bool)"
    grade = judged("masks", (padding, causal), (padding,), ENDINGS["syntax"][0])
    told = {check.id: check.message for check in grade.checks if check.verdict is Verdict.MISSING}
    assert "causal" in told
    assert all(stopped_cell(message) == 2 for message in told.values())


def test_what_is_nowhere_is_not_told_to_be_written() -> None:
    grade = judged("softmax", ("import numpy as np", "1 +"), ("import numpy as np",), ENDINGS["syntax"][0])
    assert not any(is_written(check.message) for check in grade.checks)


MULTIHEAD = "def multihead(X, heads, W_O, mask=None):\n    return X @ W_O"
BLOCK = "def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):\n    return x"
LAYER_NORM = "def layer_norm(x, eps=1e-5):\n    return x"


@pytest.mark.parametrize(
    ("item", "source", "beside"),
    [("multihead", MULTIHEAD, ""), ("block", BLOCK, ""), ("block", BLOCK, LAYER_NORM)],
    ids=["multihead", "block", "block, whose other function is there"],
)
def test_what_was_written_in_a_later_form_and_deleted_is_told_to_be_written(
    item: str, source: str, beside: str
) -> None:
    cells = ("import numpy as np", "1 +", source, beside)
    grade = judged(item, cells, (cells[0], beside), ENDINGS["syntax"][0])
    messages = [check.message for check in grade.checks]
    assert all(is_written(message) and stopped_cell(message) is None for message in messages)
    assert all("is written in cell 3, but doesn't exist after" in str(message) for message in messages)


def test_a_later_form_in_a_cell_that_stopped_is_told_to_be_written() -> None:
    grade = judged("multihead", ("x = 1", MULTIHEAD), ("x = 1",), ENDINGS["crash"][0])
    assert all(stopped_cell(check.message) == 2 for check in grade.checks)


@pytest.mark.parametrize(("item", "beside"), [("multihead", ""), ("block", ""), ("block", LAYER_NORM)])
def test_what_is_nowhere_may_be_called_by_the_names_of_every_form(item: str, beside: str) -> None:
    names = {"multihead": ("MultiHeadAttention", "multihead"), "block": ("TransformerBlock", "transformer_block")}
    grade = judged(item, ("import numpy as np", "1 +"), ("import numpy as np", beside), ENDINGS["syntax"][0])
    for check in grade.checks:
        assert all(name in str(check.message) for name in names[item])


def test_a_slip_of_the_pen_in_a_later_form_is_named() -> None:
    slip = MULTIHEAD.replace("multihead", "multi_head_attn")
    grade = judged("multihead", ("x = 1", "1 +"), ("x = 1", slip), ENDINGS["syntax"][0])
    assert all("Did you mean `multi_head_attn`" in str(check.message) for check in grade.checks)


CAUSAL = "def causal_mask(n):\n    return np.tril(np.ones((n, n), dtype=bool))"
PADDING = "def padding_mask(l, n):\n    return np.arange(n)[None, :] < np.asarray(l)[:, None]"


@pytest.mark.parametrize(
    ("item", "cells", "name", "kind"),
    [
        ("softmax", (SOFTMAX + ", keepdims=True))",), "softmax", "function"),
        ("masks", (PADDING, CAUSAL), "causal_mask", "function"),
        ("masks", (PADDING, CAUSAL), "padding_mask", "function"),
        ("masks", (PADDING, CAUSAL.replace("causal_mask", "mascara_causal")), "mascara_causal", "function"),
        ("block", (BLOCK, LAYER_NORM), "layer_norm", "function"),
        ("minigpt", ("class MiniGPT: pass",), "MiniGPT", "class"),
    ],
)
def test_a_name_given_to_a_value_is_told_in_the_same_words_everywhere(
    item: str, cells: tuple[str, ...], name: str, kind: str
) -> None:
    ran = ("import numpy as np", "x = 1", *cells, f"{name} = 3")
    grade = judged(item, ran, ran, ENDINGS["time"][0])
    said = {str(check.message) for check in grade.checks if check.verdict is Verdict.MISSING}
    (cell,) = (number for number, source in enumerate(ran, start=1) if f" {name}(" in source or f" {name}:" in source)
    (told,) = said
    assert told.startswith(
        f"`{name}` is written in cell {cell}, but isn't a {kind} at the end of the notebook: cell {len(ran)} gave that "
        f"name to something else: {name} = 3\n"
    )
    assert all(is_written(check.message) for check in grade.checks if check.verdict is Verdict.MISSING)


@pytest.mark.parametrize(
    ("later", "is_told"),
    [
        ("attention = attention(Q, K, V)", True),
        ("out, attention = attention(Q, K, V)", True),
        ("(attention, out) = attention(Q, K, V)", True),
        ("attention: object = attention(Q, K, V)", True),
        ("for attention in [3]: pass", False),
        ("attention = attention(Q, K, V)\nsoftmax(Q, axis=0) == 1\nd = dict(a=1, attention=2)\nd[attention] = 1", True),
        ("if True:\n    attention = 3", False),
    ],
)
def test_the_line_that_overwrote_a_name_is_shown_where_it_is_certain(later: str, is_told: bool) -> None:
    ran = (f"import numpy as np\nQ = K = V = np.eye(2)\ndef softmax(z, axis=-1): return z\n{ATTENTION}", later)
    hashable = later.replace("d[attention]", "d[0, len(attention)]")
    grade = judged("attention", ran, (ran[0], hashable), ENDINGS["time"][0])
    (said,) = {str(check.message) for check in grade.checks}
    code = later.splitlines()[0]
    assert ("cell 2 gave that name to something else: " + code in said) is is_told
    assert ("it was given another value." in said) is not is_told


@pytest.mark.parametrize(
    ("assignment", "item", "name"),
    [
        ("inference_lab", "chinchilla", "chinchilla_ratio"),
        ("building_blocks", "block_orders", "pre_ln_forward"),
        ("building_blocks", "rope", "rope_attention"),
        ("foundations", "worked_examples", "dolor_attention"),
    ],
)
def test_so_it_is_with_the_second_name_of_any_item(assignment: str, item: str, name: str) -> None:
    component = COMPONENTS[item]
    roles = component.forms[0].roles
    defined = "\n".join(f"def {role.name}({', '.join(role.parameters)}): return 0" for role in roles)
    ask = fake_student("import numpy as np", defined, f"{name} = 3")
    checks = tuple(CheckEntry(id_, Fraction(1), False) for id_ in component.check_ids)
    entry = Item(item, {"en": item}, item, Fraction(len(checks)), checks)
    references = load_references(CHECKOUT / "reference_solutions", assignment)
    submission = Submission("x.ipynb", "0" * 64, (), {})
    ended = Execution("none", (), (), 1.0, True)
    grade = judge_item(entry, ask, inspect_notebook(ask), references, lambda _: (), 5, submission, ended).grade
    said = {str(check.message) for check in grade.checks if check.verdict is Verdict.MISSING}
    assert said == {f"`{name}` exists, but isn't a function at the end of the notebook: it was given another value."}
