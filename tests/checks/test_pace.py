"""What is said of code that is too slow: its ratio, the limit, the device, and from how many rounds."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from grader.checks.pace import NOT_MEASURED, cost_text, keeps_pace
from grader.checks.student import Settled, Student
from grader.model import Ask, Call, NoReply, Raised, Reply, Text, Verdict
from grader.model.growth import Growth, Limit, Series
from grader.model.pace import Cost, Gap, Judgement, Outcome, Pace, Reason, Workload
from tests.components.judged import references
from tests.fake_student import fake_student


def said(judgement: Judgement) -> str:
    return str(cost_text(judgement, Text("a call"), Text("Do less.")))


def test_too_slow_code_is_told_the_ratio_the_limit_the_rounds_and_the_device() -> None:
    pace = Pace(Cost(4.0, 4.0), Cost(1.0, 1.0), moved=False)
    assert said(Judgement(Outcome.TOO_SLOW, ratio=4.0, paces=(pace,) * 3, limit=2.0, device="card")) == (
        "a call costs 4 times what our own version does; 2 times is the limit (median of 3 rounds on the card). "
        "Do less."
    )


def test_code_that_waits_is_told_how_long_by_the_wall_and_that_it_does_not_compute_so_much() -> None:
    """Of the quickest round by the wall of each, whichever round that was."""
    paces = tuple(
        Pace(Cost(1.5, wall), Cost(1.0, ours), moved=False) for wall, ours in ((60.0, 2.0), (30.0, 1.0), (40.0, 4.0))
    )
    text = said(Judgement(Outcome.TOO_SLOW, Reason.WAITS, ratio=1.5, paces=paces, limit=3.0))
    assert text == (
        "a call: it waits far longer than it computes. The quickest of 3 rounds on the CPU took 30 times as long as "
        "our own version's, where 12 times is the limit; it computes 1.5 times as much. Do less."
    )


def test_code_that_gave_no_answer_is_told_on_what_and_after_how_many_rounds() -> None:
    text = said(Judgement(Outcome.TOO_SLOW, Reason.TIMED_OUT))
    assert text == "a call: no answer within the time limit, on the CPU; the rounds before that: 0. Do less."


@dataclass(frozen=True)
class BenchOnWhich:
    """A bench on which a student's code ends with `reply`."""

    reply: Reply
    missing: str = ""

    def keeps_pace(self, ask: Ask, baseline: str, workload: Workload, gap: Gap, seed: int) -> Judgement:
        return Judgement(Outcome.NOT_RIGHT, reply=self.reply)

    def grows(self, ask: Ask, baseline: str, series: Series, limit: Limit, seed: int) -> Growth:
        return Growth(Outcome.NOT_RIGHT, reply=self.reply)

    def answer_within(self, ask: Ask, call: Call, mebibytes: int) -> Reply | None:
        return self.reply


class NothingToAsk:
    label = "nothing"


def settled_on(reply: Reply) -> Settled:
    student = Student(fake_student("x = 1"), {}, "numpy", 1, references(), {}, bench=BenchOnWhich(reply))
    with pytest.raises(Settled) as settled:
        keeps_pace(student, "x = 1", NothingToAsk(), Gap(1.0, 8.0))  # type: ignore[arg-type]
    return settled.value


def test_code_that_prints_too_much_to_be_timed_is_told_so_and_loses_nothing() -> None:
    """What it computes was right: no answer of its is called wrong, and no other part is blamed for it."""
    settled = settled_on(NoReply(Verdict.FLOODED))
    assert settled.verdict is Verdict.INCONCLUSIVE
    assert "prints too much" in str(settled.message)


@pytest.mark.parametrize("reply", [Raised("ValueError", "no"), NoReply(Verdict.CRASHED)], ids=["raised", "crashed"])
def test_code_that_gives_no_answer_otherwise_is_not_measured(reply: Reply) -> None:
    settled = settled_on(reply)
    assert (settled.verdict, settled.message) == (Verdict.SKIPPED, NOT_MEASURED)
