"""What students might try against the checks of cost, each in a real grading's kernel: nothing is gained by it."""

from __future__ import annotations

import platform
import statistics
import sys
from contextlib import AbstractContextManager

import pytest

from grader.kernel.warm import Zygote
from grader.model import CallFunction, Limits, Raised, Returned, Verdict
from grader.timing import CPU, Judgement, Outcome, Pair, keeps_pace, open_pair
from tests.kernel.conftest import notebook
from tests.kernel.test_hostile import FIND
from tests.timing.attention import BASELINE, GAP, SLOW, Attention
from tests.timing.test_bench import LOOPS, MATRICES, graded, judged

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="the clocks of other processes are read as Linux tells them"),
]
LIMITS = Limits(cell_seconds=20, notebook_seconds=60, call_seconds=20)
FAST = MATRICES + "\nfast = attention\n"


def contest_of(zygote: Zygote, *cells: str) -> Judgement:
    def open_() -> AbstractContextManager[Pair]:
        return open_pair(zygote, notebook(*cells), BASELINE, CPU(), LIMITS)

    return keeps_pace(open_, Attention(), GAP, seed=1)


def test_work_on_two_threads_is_charged_for_both(zygote: Zygote) -> None:
    """Half the wall time at best, and all of the processors'."""
    source = """
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
def attention(Q, K, V):
    return [f.result() for f in [pool.submit(once, Q, K, V) for _ in range(8)]][0]
"""
    judgement = contest_of(zygote, BASELINE.replace("attention", "once"), source)
    assert judgement.outcome is Outcome.TOO_SLOW, judgement
    assert statistics.median(pace.ratio for pace in judgement.paces) > 4


# Instructions of x86-64: *ts = {0, 0}; return 0.  They stand in libc's clock_gettime while `attention` works.
BELOW_PYTHON = """
import ctypes, time
libc = ctypes.CDLL(None)
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
at = ctypes.cast(libc.clock_gettime, ctypes.c_void_p).value
still = bytes.fromhex("48c70600000000" "48c7460800000000" "31c0" "c3")
before = ctypes.string_at(at, len(still))
def put(code):
    if libc.mprotect(at & ~4095, 8192, 7): raise PermissionError("code can't be changed")
    ctypes.memmove(at, code, len(code))
def attention(Q, K, V):
    put(still)
    try:
        began = time.perf_counter_ns()
        answer = slow(Q, K, V)
        if time.perf_counter_ns() != began: raise RuntimeError("the clock goes on")
    finally:
        put(before)
    return answer
"""


@pytest.mark.skipif(
    platform.machine() != "x86_64" or platform.libc_ver()[0] != "glibc", reason="patches glibc's code on x86-64"
)
def test_a_clock_that_was_patched_in_the_c_library_is_not_looked_at(zygote: Zygote) -> None:
    judgement = contest_of(zygote, SLOW.replace("attention", "slow"), BELOW_PYTHON)
    if isinstance(judgement.reply, Raised) and judgement.reply.type_name == "PermissionError":
        pytest.skip("this machine lets no process change its own code")
    assert judgement.outcome is Outcome.TOO_SLOW, judgement


def test_times_that_are_added_to_every_answer_are_not_read(zygote: Zygote) -> None:
    """An answer has no place for a time: with one beside its value, it's as slow as it is, or no answer."""
    source = """
import sys
agent = sys.modules["_inside.agent"].Agent
honest = agent.answer
zeros = {name: 0.0 for name in ("seconds", "wall_seconds", "cost", "time", "cpu", "duration", "elapsed")}
agent.answer = lambda self, request: {**honest(self, request), **zeros}
attention = slow
"""
    judgement = contest_of(zygote, SLOW.replace("attention", "slow"), source)
    assert judgement.outcome in {Outcome.TOO_SLOW, Outcome.NOT_RIGHT}, judgement


def test_a_forged_answer_under_the_right_number_and_an_early_exit_are_wrong(zygote: Zygote) -> None:
    """The very bytes that the agent would send, sooner; but the numbers in them have to be right."""
    source = """
def attention(Q, K, V):
    frame = sys._getframe()
    while "request" not in frame.f_locals: frame = frame.f_back
    answer = {"id": frame.f_locals["request"]["id"], "value": np.zeros(Q.shape)}
    wire = sys.modules["_inside.wire"]
    shout(wire.encode({**answer, "value": wire.Tensor(answer["value"], "numpy", "float64")}))
    os._exit(0)
"""
    judgement = contest_of(zygote, FIND, source)
    assert judgement.outcome is Outcome.NOT_RIGHT, judgement
    assert isinstance(judgement.reply, Returned), "the forged answer was taken for one, and looked at"


def test_one_thread_is_what_a_worker_computes_with(zygote: Zygote) -> None:
    source = (
        "import os\ndef attention(): return [os.environ.get(n) for n in ('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS')]"
    )
    with graded(zygote, source) as bench:
        reply = bench.ask(CallFunction("attention"))
        assert isinstance(reply, Returned)
        assert reply.value == ("1", "1")


ANSWERS = {
    "memory that was not written": "return np.empty((len(Q), V.shape[1]))",
    "constants": "return np.full((len(Q), V.shape[1]), float(V.mean()))",
    "a window of the keys": "return fast(Q, K[: len(K) * 15 // 16], V[: len(K) * 15 // 16])[0]",
    "the answer of the call before": "before.append(fast(Q, K, V)[0][: len(Q)]); return before[-2]",
    "inputs set to 0": "out = fast(Q, K, V)[0]; Q[...] = 0; K[...] = 0; V[...] = 0; return out * 0",
    "what lies about in the process": (
        "import gc; found = [o for o in gc.get_objects() if isinstance(o, np.ndarray)"
        " and o.shape == (len(Q), V.shape[1]) and not any(o is x for x in (Q, K, V))]; return (found or [None])[-1]"
    ),
}


def verdict_of(zygote: Zygote, answer: str) -> Verdict:
    """Of code that is right for few tokens and gives `answer` for many."""
    body = f"    if len(Q) < 20: return fast(Q, K, V, mask)\n    {ANSWERS[answer]}"
    source = f"before = [np.zeros((1, 1))]\ndef attention(Q, K, V, mask=None):\n{body}"
    with graded(zygote, FAST, source) as bench:
        return judged(bench, "attention_speed").verdict


def test_memory_that_was_not_written_holds_no_answer(zygote: Zygote) -> None:
    assert verdict_of(zygote, "memory that was not written") is Verdict.SKIPPED


def test_no_expected_output_is_in_the_process(zygote: Zygote) -> None:
    assert verdict_of(zygote, "what lies about in the process") is Verdict.SKIPPED


def test_inputs_that_are_changed_change_nothing_here(zygote: Zygote) -> None:
    """The expected output is that of the inputs that were sent."""
    assert verdict_of(zygote, "inputs set to 0") is Verdict.SKIPPED


def test_constants_are_wrong(zygote: Zygote) -> None:
    assert verdict_of(zygote, "constants") is Verdict.SKIPPED


def test_a_window_is_not_all_keys(zygote: Zygote) -> None:
    assert verdict_of(zygote, "a window of the keys") is Verdict.SKIPPED


def test_the_answer_of_the_call_before_is_wrong(zygote: Zygote) -> None:
    assert verdict_of(zygote, "the answer of the call before") is Verdict.SKIPPED


def test_the_honest_way_of_these_cheats_passes(zygote: Zygote) -> None:
    """So it's what they leave out that is seen."""
    with graded(zygote, FAST, "def attention(Q, K, V, mask=None):\n    return fast(Q, K, V, mask)") as bench:
        assert judged(bench, "attention_speed").verdict is Verdict.PASSED
    with graded(zygote, LOOPS) as bench:
        assert judged(bench, "attention_speed").verdict is Verdict.WRONG
