"""What is said of code that is too slow: its ratio, the limit, and from how many rounds."""

from __future__ import annotations

import pytest

from grader.checks.pace import cost_text
from grader.model import Text
from grader.model.pace import Cost, Judgement, Outcome, Pace


@pytest.mark.parametrize(("rounds", "said"), [(1, "(one round on the CPU)"), (3, "(median of 3 rounds on the CPU)")])
def test_one_round_has_no_median(rounds: int, said: str) -> None:
    pace = Pace(Cost(4.0, 4.0), Cost(1.0, 1.0), moved=False)
    judgement = Judgement(Outcome.TOO_SLOW, ratio=4.0, paces=(pace,) * rounds, limit=2.0)
    text = str(cost_text(judgement, Text("a call"), Text("Do less.")))
    assert text == f"a call costs 4 times what our own version does; 2 times is the limit {said}. Do less."
