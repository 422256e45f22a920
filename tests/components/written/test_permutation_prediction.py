"""The permutation experiment: both predictions, in any way of saying them; a guess of one word earns nothing."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

WAYS = [("True", "False"), ("'True'", "'false'"), ("1", "0"), ("np.True_", "torch.tensor(False)"), ("'Sí'", "'No.'")]


@pytest.mark.parametrize(("without", "with_"), WAYS)
def test_both_right_pass(without: str, with_: str) -> None:
    source = f"prediction_without_positions = {without}\nprediccion_con_posiciones = {with_}"
    assert failed("permutation_prediction", source, 1) == set()


@pytest.mark.parametrize(
    ("without", "with_", "mistake"),
    [
        ("False", "False", "order_known_without_positions"),
        ("True", "True", "positions_change_nothing"),
        ("False", "True", "answers_exchanged"),
        ("0", "0", "order_known_without_positions"),
        ("True", "None", None),
        ("True", "'it depends'", None),
        ("True", "0.0", None),
        ("2", "False", None),
    ],
)
def test_anything_else_earns_nothing(without: str, with_: str, mistake: str | None) -> None:
    source = f"prediction_without_positions = {without}\nprediction_with_positions = {with_}"
    grade = judge("permutation_prediction", source, 1, diagnosed=True)
    assert grade.points == 0
    assert [d.id for d in grade.diagnosis] == ([] if mistake is None else [f"permutation_prediction/{mistake}"])


def test_the_message_doesnt_say_which_one_is_wrong() -> None:
    said = {
        messages("permutation_prediction", f"prediction_without_positions, prediction_with_positions = {pair}")[
            "predictions"
        ]
        for pair in ("False, False", "True, True", "False, True")
    }
    assert len(said) == 1
