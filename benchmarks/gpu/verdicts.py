"""Timing verdicts on a GPU: N verdicts each of identical, twice as slow and naive code, and the card's use.

Run it as ``python -m benchmarks.gpu.verdicts [N]`` (default 100) on a machine with CUDA; it takes under four minutes
on one card.  Without one it says so and ends with 1.  What is timed is what `attention_speed` times, in
float32 without TF32.

The achieved share of the peak is that of one large product of matrices, the reference for what a card can do here.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.timing.false_verdicts import row
from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.components.transformer.attention_speed import BASELINE, CALLS, GAP, KEYS, QUERIES, D
from grader.kernel.warm import Zygote, start_warm
from grader.model import Array, CallFunction, Cell, Each, Limits, OnDevice, Returned, Submission, Value
from grader.model.pace import Judgement, Outcome, Round, Turn
from grader.sandbox import choose
from grader.timing import Pair, contest, judge, open_pair
from grader.timing.accelerator import Accelerator, OnCard, find_accelerator

VERDICTS = int(sys.argv[1]) if len(sys.argv) > 1 else 100
SECONDS = 220.0
ONCE = BASELINE["torch"].replace("def attention", "def once")
STUDENTS = {
    "identical": (BASELINE["torch"], Outcome.KEEPS_PACE),
    "twice the work": (
        f"{ONCE}\ndef attention(Q, K, V):\n    once(Q, K, V)\n    return once(Q, K, V)\n",
        Outcome.KEEPS_PACE,
    ),
    "naive, query by query": (
        f"{ONCE}\ndef attention(Q, K, V):\n    return torch.cat([once(q[None], K, V)[0] for q in Q]), None\n",
        Outcome.TOO_SLOW,
    ),
}
PEAK = """
import time, torch
def product(n, times):
    a = torch.randn(n, n, device="cuda")
    for _ in range(3): a @ a
    torch.cuda.synchronize()
    began = time.perf_counter()
    for _ in range(times): a @ a
    torch.cuda.synchronize()
    return 2 * n**3 * times / (time.perf_counter() - began)
def card():
    p = torch.cuda.get_device_properties(0)
    return [p.name, p.multi_processor_count, getattr(p, "clock_rate", 0)]
"""
LANES = 128  # multiply-adds of float32 a cycle of a multiprocessor, since Ampere's consumer cards and Hopper


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


def judgements(zygote: Zygote, card: Accelerator, source: str, until: float) -> Iterator[tuple[Judgement, float]]:
    student = Submission("student", "", (Cell(1, source),), {})
    with open_pair(zygote, student, BASELINE["torch"], card.clock, Limits()) as workers:
        pair = Pair(*(OnCard(worker, card.torch_device) for worker in (workers.student, workers.baseline)))  # type: ignore[arg-type]
        for seed in range(VERDICTS):
            began = time.perf_counter()
            yield judge(contest(pair, Attention(), GAP.threshold, seed), GAP), time.perf_counter() - began
            if time.monotonic() > until:
                return


def peak(zygote: Zygote, card: Accelerator) -> str:
    ours = Submission("peak", "", (Cell(1, PEAK),), {})
    with open_pair(zygote, ours, "", card.clock, Limits()) as workers:
        reply = workers.student.ask(OnDevice(CallFunction("product", (8192, 10)), card.torch_device, 1 << 14))
        about = workers.student.ask(OnDevice(CallFunction("card"), card.torch_device))
    if not isinstance(reply, Returned) or not isinstance(about, Returned) or not isinstance(about.value, tuple):
        return f"the peak couldn't be measured: {reply}"
    _, processors, kilohertz = about.value
    achieved = float(reply.value)  # type: ignore[arg-type]
    possible = 2.0 * LANES * int(processors) * int(kilohertz) * 1e3  # type: ignore[arg-type]
    share = f", {achieved / possible:.0%} of the peak" if possible else ""
    return f"a product of matrices (8192, 8192) in float32: {achieved / 1e12:.1f} TFLOP/s{share}"


def main() -> int:
    started: list[Zygote] = []

    def start(devices: tuple[str, ...]) -> Zygote:
        started.append(start_warm(choose(), preload_torch=True, devices=devices))
        return started[-1]

    card = find_accelerator(start)
    if card is None:
        print("there is no card here that CUDA may use")
        return 1
    zygote = card.start()
    try:
        print(f"{card.name}; {peak(zygote, card)}")
        print(f"limit {GAP.threshold:.2f} times the baseline; single tries\n")
        print("| busy loops | student | wrong | inconclusive | ratio | rounds | wall a verdict |")
        print("|---|---|---|---|---|---|---|")
        for name, (source, right) in STUDENTS.items():
            until = time.monotonic() + SECONDS / len(STUDENTS)
            print(row(0, name, right, list(judgements(zygote, card, source, until))), flush=True)
    finally:
        for one in started:
            one.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
