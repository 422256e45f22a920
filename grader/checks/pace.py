"""Does the student's code keep pace with a baseline of ours?  Judged by a bench, from outside; never by a stored time.

Only right answers are timed.  What can't be told costs nothing; what could be had on purpose waits for a person.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.checks.student import Settled, Student
from grader.model import Array, NoReply, Reply, Text, Value, Verdict
from grader.model.pace import Bench, Gap, Judgement, Outcome, Reason, Workload, least_wall

__all__ = ["NOT_MEASURED", "bench_of", "cost_text", "keeps_pace", "not_right", "place_of", "reason_text", "undecided"]

NOT_MEASURED = Text(
    "Not measured: only right answers are, and some of these aren't yet. What is wrong is told in the part that they "
    "belong to, and of the points here you get as large a part as there."
)


def keeps_pace(student: Student, baseline: str, workload: Workload, gap: Gap, praise: Text | None = None) -> Judgement:
    """A judgement that is plain: it keeps pace or it's too slow.  Else the verdict is settled.

    `baseline` is a cell of our own code; it runs in a process of its own.  `praise` is noted where it keeps pace.
    """
    bench = bench_of(student)
    judgement = bench.keeps_pace(student.ask, baseline, workload, gap, student.seed)
    bench_of(student)  # what is required may have turned out not to be there
    if judgement.accelerated:
        student.note(
            Text(
                "On the {device}, products of float32 were computed without TF32: as precisely as on a CPU.",
                {"device": judgement.device},
            )
        )
    if judgement.unfit:
        student.note(
            Text(
                "On the accelerator your code gives: {why}. It was timed on the {device} instead. What it makes itself "
                "should be on the device of its inputs (device=x.device).",
                {"why": judgement.unfit, "device": judgement.device},
            )
        )
    if judgement.failed:
        student.note(
            Text(
                "{accelerator} couldn't be used, so this was timed on the {device}.",
                {"accelerator": judgement.failed, "device": judgement.device},
            )
        )
    if judgement.outcome is Outcome.NOT_RIGHT:
        raise not_right(judgement.reply)
    if judgement.outcome is Outcome.INCONCLUSIVE:
        raise undecided(judgement)
    if judgement.outcome is Outcome.KEEPS_PACE:
        # No measured number: the same seed gives the same report.
        within = Text("within the limit of {limit} times what our own version costs", {"limit": f"{gap.threshold:.2g}"})
        student.note(Text("Timed on the {device}: {praise}.", {"device": judgement.device, "praise": praise or within}))
    return judgement


def not_right(reply: Reply | None) -> Settled:
    """The verdict where `reply`, to a question that was to be timed, was none or wrong."""
    if isinstance(reply, NoReply) and reply.verdict is Verdict.FLOODED:
        # Its values were right where it was asked once; what it prints says nothing of its cost.
        return Settled(
            Verdict.INCONCLUSIVE,
            Text(
                "Right, but it couldn't be timed: it prints too much when it's called many times in a row. Take "
                "the prints out and it can be. You lose no points for it."
            ),
        )
    return Settled(Verdict.SKIPPED, NOT_MEASURED)


def bench_of(student: Student) -> Bench:
    if student.bench is None:
        raise Settled(Verdict.INCONCLUSIVE, Text("Right, but nothing can be measured here. You lose no points for it."))
    if student.bench.missing:
        raise Settled(
            Verdict.UNGRADABLE,
            Text(
                "This was to be timed on a {device}, and there is none here. It is no fault of yours.",
                {"device": student.bench.missing},
            ),
        )
    return student.bench


def undecided(judgement: Judgement) -> Settled:
    what: dict[str, str | int | float | Text] = {
        "device": judgement.device,
        "limit": f"{judgement.limit:.2g}",
        "rounds": len(judgement.paces),
        "ratio": "?" if judgement.ratio is None else f"{judgement.ratio:.2g}",
    }
    if judgement.reason is not None and judgement.reason.can_be_had_on_purpose:
        return Settled(
            Verdict.FOR_REVIEW,
            Text(
                "Right, but its cost can't be trusted ({why}): {ratio} times our own version's in {rounds} rounds on "
                "the {device}, where {limit} is the limit. Your teacher will look at it.",
                {**what, "why": _REASONS[judgement.reason]},
            ),
        )
    if judgement.ratio is None or judgement.reason is None:
        return Settled(
            Verdict.INCONCLUSIVE,
            Text("Right, but it couldn't be timed on this machine. You lose no points for it."),
        )
    return Settled(
        Verdict.INCONCLUSIVE,
        Text(
            "Right, but whether it's quick enough couldn't be decided ({why}): {ratio} times what our own version "
            "costs, in {rounds} rounds on the {device}, where {limit} is the limit. You lose no points for it.",
            {**what, "why": _REASONS[judgement.reason]},
        ),
    )


def reason_text(reason: Reason) -> Text:
    return _REASONS[reason]


def place_of(value: Value, size: int) -> int | str | None:
    """Where an array of `size` numbers stands in a tuple or a mapping; None where it's all that there is."""
    parts = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, tuple) else ()
    return next((at for at, part in parts if isinstance(part, Array) and part.data.size == size), None)


def cost_text(judgement: Judgement, asked: Text, advice: Text) -> Text:
    """What is said of code that is too slow: how much, what the limit is, in how many rounds, on which device."""
    values: dict[str, str | int | float | Text] = {
        "asked": asked,
        "rounds": len(judgement.paces),
        "device": judgement.device,
        "advice": advice,
    }
    if judgement.reason is Reason.TIMED_OUT or judgement.ratio is None:
        return Text(
            "{asked}: no answer within the time limit, on the {device}; the rounds before that: {rounds}. {advice}",
            values,
        )
    values |= {"ratio": times_text(judgement.ratio), "limit": times_text(judgement.limit)}
    if judgement.reason is Reason.WAITS:
        values |= {"wall": times_text(least_wall(judgement.paces)), "most": times_text(judgement.most_wall)}
        return Text(
            "{asked}: it waits far longer than it computes. The quickest of {rounds} rounds on the {device} took "
            "{wall} times as long as our own version's, where {most} times is the limit; it computes {ratio} times as "
            "much. {advice}",
            values,
        )
    return Text(
        "{asked} costs {ratio} times what our own version does; {limit} times is the limit (median of {rounds} rounds "
        "on the {device}). {advice}",
        values,
    )


def times_text(ratio: float) -> str:
    return f"{ratio:.2g}" if ratio < 100 else f"{ratio:.0f}"


_REASONS = {
    Reason.CLOSE: Text("too close to the limit"),
    Reason.HIDDEN_WORK: Text("processes came and went within the calls"),
    Reason.TOO_FAST: Text("far faster than our own version"),
    Reason.UNSTEADY: Text("the machine wasn't steady enough"),
    Reason.TOO_SHORT: Text("the calls are too short"),
    Reason.OFF_TURN: Text("something ran while it should have stood still"),
    Reason.NARROW: Text("good and bad code cost much the same here"),
    Reason.MACHINE: Text("the machine didn't allow it"),
}
