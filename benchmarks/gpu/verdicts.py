"""Timing verdicts on a GPU: N verdicts each of identical, twice as slow and naive code, and the card's use.

Run it as ``python -m benchmarks.gpu.verdicts [N]`` (default 100) on a machine with CUDA; it ends within four minutes on
one card, with fewer verdicts if need be: the table says how many there were.  Without a card it says so and ends with
1.  What is timed is what `attention_speed` times, in float32 without TF32.

The share of the peak is that of our own attention, at the course's sizes, which are far too small for a card, and at
those of a large model; beside it that of a product of matrices, which is about what can be had.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.command import number_for
from benchmarks.timing.false_verdicts import row
from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.components.transformer.attention_speed import BASELINE, CALLS, GAP, KEYS, QUERIES, D
from grader.kernel.warm import Zygote, start_warm
from grader.model import Array, CallFunction, Cell, Each, Limits, Returned, Submission, Value
from grader.model.asking import OnDevice
from grader.model.pace import Judgement, Outcome, Round, Turn
from grader.sandbox import choose
from grader.timing import CannotTime, Pair, contest, judge, open_pair
from grader.timing.accelerator import Accelerator, OnCard, find_accelerator

SECONDS = 200.0  # to the last verdict; starting and ending processes comes on top
ONCE = BASELINE["torch"].replace("def attention", "def once")
# What is timed, what should be said of it, and by when it has to be through, as a part of the time.
STUDENTS = {
    "identical": (BASELINE["torch"], Outcome.KEEPS_PACE, 0.35),
    "twice the work": (
        f"{ONCE}\ndef attention(Q, K, V):\n    once(Q, K, V)\n    return once(Q, K, V)\n",
        Outcome.KEEPS_PACE,
        0.65,
    ),
    "naive, query by query": (
        f"{ONCE}\ndef attention(Q, K, V):\n    return torch.cat([once(q[None], K, V)[0] for q in Q]), None\n",
        Outcome.TOO_SLOW,
        1.0,
    ),
}
PEAK = (
    BASELINE["torch"]
    + """
import time
def seconds(run, device, times):
    wait = torch.cuda.synchronize if device.type == "cuda" else lambda: None
    for _ in range(3): run()
    wait()
    began = time.perf_counter()
    for _ in range(times): run()
    wait()
    return (time.perf_counter() - began) / times
def product(here, n, times):
    a = torch.randn(n, n, device=here.device)
    return 2 * n**3 / seconds(lambda: a @ a, here.device, times)
def reference(here, batch, queries, keys, d, times):
    Q, K, V = (torch.randn(batch, n, d, device=here.device) for n in (queries, keys, keys))
    return 4 * batch * queries * keys * d / seconds(lambda: attention(Q, K, V), here.device, times)
def card(here):
    if here.device.type != "cuda": return [0, 0, 0, 0]
    p = torch.cuda.get_device_properties(here.device)
    return [p.major, p.minor, p.multi_processor_count, getattr(p, "clock_rate", 0)]
"""
)
PEAK_MEBIBYTES = 1 << 14


@dataclass(frozen=True)
class Sizes:
    """Of the product (n, n), and of attention in a large model: (batch times heads, queries, keys, features a head)."""

    n: int = 8192
    model: tuple[int, int, int, int] = (16, 2048, 2048, 64)
    times: int = 10


class Attention:
    label = "attention"

    def draw(self, dice: np.random.Generator) -> Round:
        n = int(dice.integers(QUERIES - QUERIES // 20, QUERIES + QUERIES // 20 + 1))
        Q, K, V = (dice.standard_normal((CALLS, tokens, D)).astype(np.float32) for tokens in (n, KEYS, KEYS))
        weights = np.exp(Q.astype(float) @ K.swapaxes(-1, -2) / np.sqrt(D))
        expected = weights / weights.sum(axis=-1, keepdims=True) @ V

        def is_right(value: Value) -> bool:
            got = numbers(value)
            return not isinstance(got, NotNumbers) and compare(expected, got.data, tolerance_for(got.dtype)).same

        turn = Turn(Each(CallFunction("attention", tuple(Array(x, "torch", "float32") for x in (Q, K, V))), 0))
        return Round(turn, turn, is_right)


def judgements(
    zygote: Zygote, card: Accelerator, source: str, verdicts: int, until: float
) -> Iterator[tuple[Judgement, float]]:
    """Each with its seconds, the kernels being up; at least one."""
    student = Submission("student", "", (Cell(1, source),), {})
    with open_pair(zygote, student, BASELINE["torch"], card.clock, Limits()) as workers:
        both = [OnCard(worker, card.torch_device) for worker in (workers.student, workers.baseline)]
        for one in both:
            one.warm_up()
        pair = Pair(*both)  # type: ignore[arg-type]
        for seed in range(verdicts):
            began = time.perf_counter()
            yield judge(contest(pair, Attention(), GAP.threshold, seed), GAP), time.perf_counter() - began
            if time.monotonic() > until:
                return


def share_of_the_peak(zygote: Zygote, card: Accelerator, sizes: Sizes) -> Iterator[str]:
    ours = Submission("peak", "", (Cell(1, PEAK),), {})
    course = (1, QUERIES, KEYS, D)
    with open_pair(zygote, ours, "", card.clock, Limits()) as workers:

        def asked(name: str, *numbers: int) -> Value:
            """A tensor goes first, and says where to compute."""
            call = CallFunction(name, (Array(np.zeros(1, dtype=np.float32), "torch"), *numbers))
            reply = workers.student.ask(OnDevice(call, card.torch_device, PEAK_MEBIBYTES))
            if not isinstance(reply, Returned):
                raise CannotTime(f"{name}: {reply}")
            return reply.value

        possible = peak_of(asked("card"))
        rates = {
            f"a product of matrices ({sizes.n}, {sizes.n})": asked("product", sizes.n, sizes.times),
            f"attention at the sizes of a model {sizes.model}": asked("reference", *sizes.model, sizes.times),
            f"attention at the course's sizes {course}": asked("reference", *course, 100),
        }
    for name, rate in rates.items():
        assert isinstance(rate, float)
        share = f", {rate / possible:.2g} of the peak of {possible / 1e12:.1f}" if possible else ""
        yield f"{name}, float32: {rate / 1e12:.3g} TFLOP/s{share}"


def peak_of(card: Value) -> float:
    """The peak of float32 in FLOP/s, by the number of multiply-adds a cycle of a multiprocessor (CUDA C++ Programming
    Guide, table "Throughput of Native Arithmetic Instructions"); 0 where the clock's rate isn't told.
    """
    assert isinstance(card, tuple)
    major, minor, processors, kilohertz = (int(str(number)) for number in card)
    lanes = 64 if major == 7 or (major, minor) in {(6, 0), (8, 0)} else 128
    return 2.0 * lanes * processors * kilohertz * 1e3


def report(card: Accelerator, verdicts: int, sizes: Sizes = Sizes(), seconds: float = SECONDS) -> Iterator[str]:
    began = time.monotonic()
    zygote = card.start()
    try:
        try:
            yield from (f"{card.name}; {line}" for line in share_of_the_peak(zygote, card, sizes))
        except CannotTime as error:
            yield f"{card.name}; its peak couldn't be measured: {error}"
        yield f"limit {GAP.threshold:.2f} times the baseline; single tries\n"
        yield "| busy loops | student | wrong | inconclusive | ratio | rounds | wall a verdict |"
        yield "|---|---|---|---|---|---|---|"
        for name, (source, right, by) in STUDENTS.items():
            yield row(0, name, right, list(judgements(zygote, card, source, verdicts, began + by * seconds)))
    finally:
        zygote.close()


def main(words: Sequence[str] | None = None) -> int:
    verdicts = number_for(__doc__, "verdicts", 100, "for each student", words)
    card = find_accelerator(lambda devices: start_warm(choose(), preload_torch=True, devices=devices))
    if card is None:
        print("there is no card here that CUDA may use")
        return 1
    for line in report(card, verdicts):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
