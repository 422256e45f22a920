"""The row of "gato" by hand: rounded answers count, a mistake is paid for once, other rows earn nothing."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

RIGHT = {
    "two decimals": "gato_scores = [2.83, 0, 1.41]\ngato_weights = [0.77, 0.05, 0.19]\ngato_output = [1.73, 1.01]",
    "cut off": "gato_scores = [2.8, 0, 1.4]\ngato_weights = [0.76, 0.04, 0.18]\ngato_output = (1.7, 0.98)",
    "texts": "gato_scores = '2.83, 0, 1.41'\ngato_weights = '(0,77; 0,05; 0,19)'\ngato_output = '[1.72 1.00]'",
    "texts in lists": "gato_scores = ['2.83', '0', 1.41]\ngato_weights = ['76.8%', '4.5%', '18.7%']\n"
    "gato_output = ('1,72', '1,00')",
    "texts in lists of lists": "gato_scores = [['2,83', '0', '1,41']]\n"
    "gato_weights = [['0.768'], ['0.045'], ['0.187']]\ngato_output = '[[1.72], [1.00]]'",
    "by the word": "gato_scores = {'el': 2.83, 'gato': 0, 'duerme': 1.41}\n"
    "gato_weights = {'gato': '0.045', 'el': '0.768', 'duerme': '0.187'}\ngato_output = '(1.72, 1)'",
    "scores before the division": """
        puntuaciones_gato = (4, 0, 2)
        pesos_gato = np.array([[0.768, 0.045, 0.187]])
        salida_gato = np.array([[1.723], [1.0]])
        """,
    "functions that calculate, in torch": """
        def gato_scores():
            return torch.tensor([4.0, 0.0, 2.0]) / 2**0.5
        def gato_weights():
            return torch.softmax(gato_scores(), -1)
        def gato_output(decimals=3):
            return gato_weights() @ torch.tensor([[2.0, 1], [0, 1], [1, 1]])
        """,
}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "not divided; the output follows from it": (
        "gato_scores = [4, 0, 2]\ngato_weights = [0.87, 0.02, 0.12]\ngato_output = [1.86, 1.01]",
        {"weights"},
    ),
    "divided by d_k; the output follows from it": (
        "gato_scores = [2.83, 0, 1.41]\ngato_weights = [0.67, 0.09, 0.24]\ngato_output = [1.58, 1]",
        {"weights"},
    ),
    "right weights, mixed keys": (
        "gato_scores = [4, 0, 2]\ngato_weights = [0.77, 0.05, 0.19]\ngato_output = [0.29, 1.73]",
        {"output"},
    ),
    "the row of el": (
        "gato_scores = [0, 2.83, 1.41]\ngato_weights = [0.045, 0.768, 0.187]\ngato_output = [0.278, 1]",
        {"scores", "weights", "output"},
    ),
    "the output of el with right weights": (
        "gato_scores = [4, 0, 2]\ngato_weights = [0.77, 0.05, 0.19]\ngato_output = [0.278, 1]",
        {"output"},
    ),
    "an output that follows from no weights at all": (
        "gato_scores = [4, 0, 2]\ngato_weights = [1/3, 1/3, 1/3]\ngato_output = [1, 1]",
        {"weights", "output"},
    ),
    "by the word, el and gato exchanged": (
        "gato_scores = {'el': 0, 'gato': 2.83, 'duerme': 1.41}\ngato_weights = ['0.045', '0.768', '0.187']\n"
        "gato_output = '1.72, 1'",
        {"scores", "weights"},
    ),
    "percents of percents": (
        "gato_scores = [4, 0, 2]\ngato_weights = ['0.768%', '0.045%', '0.187%']\ngato_output = [1.72, 1]",
        {"weights"},
    ),
    "words in a list": (
        "gato_scores = ['large', 'small', 'middling']\ngato_weights = ['0.77', '0.05', '?']\n"
        "gato_output = ['1.72 and 1', 'x']",
        {"scores", "weights", "output"},
    ),
    "exponentials that aren't divided; the output follows from them": (
        "gato_scores = [2.83, 0, 1.41]\ngato_weights = [16.9, 1, 4.1]\ngato_output = [37.9, 22.0]",
        {"weights"},
    ),
    "weights by counting": (
        "gato_scores = [4, 0, 2]\ngato_weights = [3, 1, 2]\ngato_output = [8, 6]",
        {"weights", "output"},
    ),
    "weights that aren't there": ("gato_scores = [4, 0, 2]\ngato_output = [1.72, 1]", {"weights"}),
    "not filled in": (
        "gato_scores = [4, 0, 2]\ngato_weights = None\ngato_output = ...",
        {"weights", "output"},
    ),
    "a function that stops": (
        "gato_scores = [4, 0, 2]\ndef gato_weights():\n    return 1 / 0\ngato_output = [1.72, 1]",
        {"weights"},
    ),
    "four scores": (
        "gato_scores = [4, 0, 2, 0]\ngato_weights = [0.77, 0.05, 0.19]\ngato_output = [1.72, 1]",
        {"scores"},
    ),
}


@pytest.mark.parametrize("source", RIGHT.values(), ids=RIGHT)
def test_right_answers_pass(source: str) -> None:
    assert failed("gato_row", source, 1) == set()


@pytest.mark.parametrize(("source", "checks"), WRONG.values(), ids=WRONG)
def test_a_mistake_fails_its_own_checks(source: str, checks: set[str]) -> None:
    assert failed("gato_row", source, 1) == checks


def test_an_answer_by_hand_is_recognised_as_a_known_mistake() -> None:
    """Two decimals are enough to name it."""
    source = "gato_scores = [2.83, 0, 1.41]\ngato_weights = [0.87, 0.02, 0.12]\ngato_output = [1.85, 1]"
    assert [d.id for d in judge("gato_row", source, 1, diagnosed=True).diagnosis] == ["gato_row/no_scaling"]


def test_the_messages_dont_tell_the_answer() -> None:
    source = "gato_scores = [1, 2, 3]\ngato_weights = [0.3, 0.3, 0.4]\ngato_output = [9, 9]"
    said = " ".join(messages("gato_row", source).values())
    assert not any(number in said for number in ("2.83", "0.768", "0.77", "1.72", "1.73"))


@pytest.mark.parametrize("weights", ["[16.9, 1, 4.1]", "[54.6, 1, 7.39]"])
def test_exponentials_that_arent_divided_by_their_sum_are_named(weights: str) -> None:
    source = f"gato_scores = [4, 0, 2]\ngato_weights = {weights}\ngato_output = [1.72, 1]"
    assert [d.id for d in judge("gato_row", source, 1, diagnosed=True).diagnosis] == ["gato_row/not_divided_by_the_sum"]
