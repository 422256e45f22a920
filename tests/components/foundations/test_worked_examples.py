"""The two worked examples: right for every sentence and word earns all; the printed numbers alone earn nothing."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from grader.components import COMPONENTS
from grader.course import load_rubric
from grader.follow_through import judge_all
from grader.judging import Judged, inspect_notebook, judge_item, names_used
from grader.model import Ask, Execution, Item, Submission
from grader.own_work import CONCEPTS
from tests.components.judged import IMPORTS, failed, judge, messages, references
from tests.fake_student import fake_student

ASSIGNMENT = Path(__file__).parents[3] / "assignments" / "foundations"

SEEDS = (0, 1, 2, 3)

DATA = """
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
X0 = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
W_Q = np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])
W_K = np.array([[0.0, 1], [1, 0], [0, 1], [1, 0]])
W_V = np.array([[1.0, 0], [0, 1], [1, 1], [0, 0]])
words = ["el", "paciente", "tiene", "pecho", "dolor", "brazo"]
E = 2 * np.array([[0, 0, 0, 1], [0.1, 0, 1, 0], [0, 0, 0.2, 0.8], [0.9, 0.8, 0, 0], [1, 0.3, 0, 0], [0.5, 0.9, 0, 0]])
"""


def gato(scores: str = "(X @ W_Q) @ (X @ W_K).T / np.sqrt(2)", out: str = "A, A @ X @ W_V", axis: int = -1) -> str:
    return f"""
def gato_attention(X=X0):
    A = softmax({scores}, {axis})
    return {out}
"""


def dolor(query: str = "E[words.index(word)]", scores: str = "E @ q / 2", out: str = "w, w @ E") -> str:
    return f"""
def dolor_attention(word="dolor"):
    q = {query}
    w = softmax({scores})
    return {out}
"""


IN_TORCH = """
X0 = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
Q0, K0, V0 = (np.array(rows, dtype=float) for rows in (
    [[1, 0], [0, 1], [1, 0], [0, 1]], [[0, 1], [1, 0], [0, 1], [1, 0]], [[1, 0], [0, 1], [1, 1], [0, 0]]))
def gato_attention(X=X0):
    X = torch.tensor(X)
    A = torch.softmax((X @ torch.tensor(Q0)) @ (X @ torch.tensor(K0)).T / 2**0.5, -1)
    return A, A @ X @ torch.tensor(V0)
"""

RIGHT = {
    "tensors of the example's numbers, which are float64": DATA + IN_TORCH + dolor(),
    "NumPy": DATA + gato() + dolor(),
    "Z first, a row of weights, three decimals": DATA
    + gato(out="(A @ X @ W_V).round(3), A.round(3)")
    + dolor(out="w[None].round(3), (w @ E).round(3)"),
    "in Spanish, a dictionary": DATA
    + gato(out="{'A': A, 'Z': A @ (X @ W_V)}").replace("gato_attention", "ejemplo_gato")
    + dolor(out="list(w), list(w @ E)").replace("dolor_attention", "ejemplo_dolor"),
    "torch": """
words = ["el", "paciente", "tiene", "pecho", "dolor", "brazo"]
rows = [[0, 0, 0, 1], [0.1, 0, 1, 0], [0, 0, 0.2, 0.8], [0.9, 0.8, 0, 0], [1, 0.3, 0, 0], [0.5, 0.9, 0, 0]]
T = 2 * torch.tensor(rows)
X0 = torch.tensor([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
W_Q = torch.tensor([[1.0, 0], [0, 1], [1, 0], [0, 1]])
W_K = torch.tensor([[0.0, 1], [1, 0], [0, 1], [1, 0]])
W_V = torch.tensor([[1.0, 0], [0, 1], [1, 1], [0, 0]])
def gato_attention(X: torch.Tensor = X0):
    A = torch.softmax((X @ W_Q) @ (X @ W_K).T / 2**0.5, -1)
    return A, A @ X @ W_V
def dolor_attention(word: str = "dolor"):
    w = torch.softmax(T @ T[words.index(word)] / 2, 0)
    return w, w @ T
""",
}

G, D = {"gato", "gato_other_sentence"}, {"dolor", "dolor_other_words"}
WRONG = {
    "gato: not scaled": (DATA + gato("(X @ W_Q) @ (X @ W_K).T") + dolor(), G),
    "gato: by √4": (DATA + gato("(X @ W_Q) @ (X @ W_K).T / 2") + dolor(), G),
    "gato: queries as keys": (DATA + gato("(X @ W_Q) @ (X @ W_Q).T / 2**0.5") + dolor(), G),
    "gato: keys as queries": (DATA + gato("(X @ W_K) @ (X @ W_K).T / 2**0.5") + dolor(), G),
    "gato: columns": (DATA + gato(axis=0) + dolor(), G),
    "gato: no W_V": (DATA + gato(out="A, A @ X") + dolor(), G),
    "gato: this sentence only": (
        DATA + gato().replace("X=X0):", "X=None):\n    X = X0") + dolor(),
        {"gato_other_sentence"},
    ),
    "gato: no parameter": (DATA + gato().replace("X=X0):", "):\n    X = X0") + dolor(), {"gato_other_sentence"}),
    "gato: missing": (DATA + dolor(), G),
    "dolor: not doubled": (DATA + gato() + dolor(query="E[words.index(word)] / 4"), D),
    "dolor: not scaled": (DATA + gato() + dolor(scores="E @ q"), D),
    "dolor: by d_k": (DATA + gato() + dolor(scores="E @ q / 4"), D),
    "dolor: this word only": (DATA + gato() + dolor(query="E[4]"), {"dolor_other_words"}),
    "dolor: the old vector": (DATA + gato() + dolor(out="w, q"), D),
    "dolor: missing": (DATA + gato(), D),
}

EVERY = G | D
PRINTED = """
def gato_attention(X=None):
    A = [[.045, .768, .187], [.768, .045, .187], [.333, .333, .333]]
    return np.array(A), np.array([[.278, 1], [1.723, 1], [1, 1]])
def dolor_attention(word="dolor"):
    return np.array([.038, .046, .038, .369, .334, .176]), np.array([1.516, 1.107, .107, .136])
"""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("worked_examples", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("worked_examples", source, seed) == expected


@pytest.mark.parametrize("out", ["A, A @ (X @ W_V)", "A.tolist(), (A @ (X @ W_V)).tolist()", "A @ (X @ W_V), A"])
def test_a_mistake_is_named_however_the_pair_comes_back(out: str) -> None:
    wrong = DATA + gato(scores="(X @ W_Q) @ (X @ W_K).T / np.sqrt(4)", out=out) + dolor()
    named = [d.id for d in judge("worked_examples", wrong, 0, diagnosed=True).diagnosis]
    assert named == ["worked_examples/divided_by_the_root_of_d_model"]


@pytest.mark.parametrize("mistake", ["gato: queries as keys", "gato: keys as queries"])
def test_one_matrix_for_both_is_named(mistake: str) -> None:
    """In the printed example its columns are the right ones in another order, by chance."""
    named = [d.id for d in judge("worked_examples", WRONG[mistake][0], 0, diagnosed=True).diagnosis]
    assert named == ["worked_examples/one_matrix_for_queries_and_keys"]


def test_a_pair_in_the_other_order_is_right_and_noted() -> None:
    grade = judge("worked_examples", DATA + gato(out="A @ X @ W_V, A") + dolor(), 0)
    notes = [str(note) for check in grade.checks for note in check.notes]
    assert grade.points == grade.max_points
    assert "gato_attention(): A, Z is the order that was asked for; yours were told apart by their shapes." in notes


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (dolor(out="w, E[w.argmax()]"), "most_attended_word_returned"),
        (dolor(out="w, q"), "old_vector_returned"),
        (dolor(scores="E @ q / len(words) ** 0.5"), "divided_by_the_root_of_the_number_of_words"),
    ],
)
def test_what_is_wrong_with_a_word_is_named(wrong: str, named: str) -> None:
    grade = judge("worked_examples", DATA + gato() + wrong, 0, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == [f"worked_examples/{named}"]


def test_the_printed_numbers_alone_earn_nothing() -> None:
    assert failed("worked_examples", PRINTED, 1) == EVERY


def test_nothing_earns_nothing() -> None:
    assert failed("worked_examples", "def gato_attention(X=None):\n raise NotImplementedError", 1) == EVERY


def test_the_reference_gives_the_printed_numbers() -> None:
    reference = references("foundations").worked_examples
    A, Z = reference.gato_attention()
    np.testing.assert_allclose(A[:2], np.array([[0.045, 0.768, 0.187], [0.768, 0.045, 0.187]]), atol=5e-4)
    np.testing.assert_allclose(A[2], np.full(3, 1 / 3))
    np.testing.assert_allclose(Z, np.array([[0.278, 1.0], [1.723, 1.0], [1.0, 1.0]]), atol=6e-4)
    weights, vector = reference.dolor_attention()
    np.testing.assert_allclose(weights, [0.038, 0.046, 0.038, 0.369, 0.334, 0.176], atol=5e-4)
    np.testing.assert_allclose(vector, [1.516, 1.107, 0.107, 0.136], atol=5e-4)


def test_a_message_says_what_is_missing() -> None:
    said = messages("worked_examples", WRONG["gato: no W_V"][0])["gato"]
    assert "no array of shape (3, 2) came back for Z" in said


def test_an_example_does_not_pay_for_a_wrong_self_attention_that_it_calls() -> None:
    attend = """
def self_attention(X, W_Q, W_K, W_V):
    A = softmax((X @ W_Q) @ (X @ W_K).T)
    return A @ (X @ W_V), A
def gato_attention(X=X0):
    Z, A = self_attention(X, W_Q, W_K, W_V)
    return A, Z
"""
    ask = fake_student(IMPORTS, DATA + attend + dolor())
    definitions = inspect_notebook(ask)
    rubric = load_rubric(ASSIGNMENT / "rubric.yaml", {c.id: c.check_ids for c in COMPONENTS.values()}, CONCEPTS)
    items = [item for item in rubric.items if item.id in ("worked_examples", "self_attention")]

    def judged(item: Item, through: Ask) -> Judged:
        course, submission = references("foundations"), Submission("x.ipynb", "", (), {})
        ran = Execution("none", (), (), 0.0, True)
        return judge_item(item, through, definitions, course, lambda _: (), 1, submission, ran)

    grades = {g.id: g for g in judge_all(items, partial(names_used, definitions=definitions), ask, judged)}
    assert grades["self_attention"].points < grades["self_attention"].max_points
    assert grades["worked_examples"].points == grades["worked_examples"].max_points
    assert "`self_attention`" in str(grades["worked_examples"].follow_through)
