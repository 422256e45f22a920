"""What students might try against a clock gains nothing: each with real kernels, against honest code.

After the cheats against KernelBench, gpu-mode's contests and pygpubench.  What pretends to be fast is some 20
times the baseline's work, which it does somewhere; more than 3 times is too slow.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager

import pytest

from grader.kernel.warm import Zygote
from grader.model import Limits
from grader.timing import CPU, Judgement, Outcome, Pair, Reason, keeps_pace, open_pair
from tests.kernel.conftest import notebook
from tests.timing.attention import BASELINE, GAP, NAIVE, Attention
from tests.timing.attention import SLOW as SLOW_ATTENTION

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="the clocks of other processes are read as Linux tells them"),
]
LIMITS = Limits(cell_seconds=20, notebook_seconds=60, call_seconds=20)
FAST = BASELINE.replace("attention", "fast")
SLOW = SLOW_ATTENTION.replace("attention", "slow")


def judged(zygote: Zygote, *cells: str) -> Judgement:
    def open_() -> AbstractContextManager[Pair]:
        return open_pair(zygote, notebook(*cells), BASELINE, CPU(), LIMITS)

    return keeps_pace(open_, Attention(), GAP, seed=1)


def test_honest_code(zygote: Zygote, counted_by: str) -> None:
    same = judged(zygote, BASELINE)
    assert same.outcome is Outcome.KEEPS_PACE, same
    assert same.ratio is not None
    assert 0.7 < same.ratio < 1.4
    slow = judged(zygote, NAIVE)
    assert slow.outcome is Outcome.TOO_SLOW, slow
    assert slow.ratio is not None
    assert slow.ratio > GAP.bad


def test_twice_the_work_keeps_pace(zygote: Zygote) -> None:
    """Only gaps that mean something are graded."""
    twice = judged(zygote, FAST, "def attention(Q, K, V):\n    fast(Q, K, V)\n    return fast(Q, K, V)")
    assert twice.outcome is Outcome.KEEPS_PACE, twice
    assert twice.ratio is not None
    assert 1.2 < twice.ratio < 2.5


def test_clocks_that_stand_still_are_not_looked_at(zygote: Zygote) -> None:
    source = """
import os, resource, sys, time
for name in ("time", "perf_counter", "process_time", "monotonic", "thread_time"):
    setattr(time, name, lambda: 0.0)
    setattr(time, f"{name}_ns", lambda: 0)
time.sleep = lambda _: None
time.clock_gettime = time.clock_gettime_ns = lambda _: 0
os.times = lambda: (0,) * 5
resource.getrusage = lambda _: None
for module in list(sys.modules.values()):
    if getattr(module, "__name__", "").startswith("_inside"):
        for name in list(vars(module)):
            if "time" in name or "clock" in name: setattr(module, name, lambda *_: 0)
attention = slow
"""
    judgement = judged(zygote, SLOW, source)
    assert judgement.outcome is Outcome.TOO_SLOW, judgement


def test_to_sleep_instead_of_working_is_to_be_slow(zygote: Zygote) -> None:
    source = "import time\ndef attention(Q, K, V):\n    time.sleep(0.5)\n    return fast(Q, K, V)"
    judgement = judged(zygote, FAST, source)
    assert (judgement.outcome, judgement.reason) == (Outcome.TOO_SLOW, Reason.WAITS)
    assert judgement.ratio is not None
    assert judgement.ratio < 2, "it does compute no more than the baseline"


@pytest.mark.parametrize("key", ["(id(Q), id(K), id(V))", "(id(type(Q)), Q.ndim)", "Q.__array_interface__['data'][0]"])
def test_a_cache_by_identity_gives_wrong_answers(zygote: Zygote, key: str) -> None:
    source = f"""
kept = {{}}
def attention(Q, K, V):
    key = {key}
    if key not in kept: kept[key] = slow(Q, K, V)
    return kept[key]
"""
    judgement = judged(zygote, SLOW, source)
    assert judgement.outcome in {Outcome.NOT_RIGHT, Outcome.TOO_SLOW}, judgement


def test_a_cache_by_content_never_finds_anything(zygote: Zygote) -> None:
    """Nor does one that knows every input that it has ever been given."""
    source = """
kept = {}
def attention(Q, K, V):
    key = Q.tobytes() + K.tobytes() + V.tobytes()
    if key not in kept: kept[key] = slow(Q, K, V)
    return kept[key]
"""
    assert judged(zygote, SLOW, source).outcome is Outcome.TOO_SLOW


def test_an_answer_that_is_computed_after_it_was_given_is_wrong(zygote: Zygote) -> None:
    source = """
import threading
def attention(Q, K, V):
    output = np.zeros(Q.shape)
    def later(): output[...] = slow(Q, K, V)
    threading.Thread(target=later).start()
    return output
"""
    assert judged(zygote, "import numpy as np", SLOW, source).outcome is Outcome.NOT_RIGHT


def test_an_array_that_computes_when_it_is_looked_at_is_charged_for_it(zygote: Zygote) -> None:
    source = """
class Lazy(np.ndarray):
    def __new__(cls, Q, K, V):
        made = np.zeros(Q.shape).view(cls)
        made.work = lambda: slow(Q, K, V)
        return made
    def __array_finalize__(self, other): pass
    def __getattribute__(self, name):
        if name == "work" or "work" not in object.__getattribute__(self, "__dict__"):
            return object.__getattribute__(self, name)
        np.ndarray.__setitem__(self, ..., object.__getattribute__(self, "__dict__").pop("work")())
        return object.__getattribute__(self, name)
def attention(Q, K, V): return Lazy(Q, K, V)
"""
    judgement = judged(zygote, "import numpy as np", SLOW, source)
    assert judgement.outcome in {Outcome.TOO_SLOW, Outcome.NOT_RIGHT}, judgement


HELPERS = {
    "a child that is waited for": """
def in_helper(work):
    there, here = os.pipe()
    pid = os.fork()
    if pid == 0:
        send(here, work()); os._exit(0)
    os.close(here); result = receive(there); os.waitpid(pid, 0)
    return result
""",
    "a child that nobody waits for": """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def in_helper(work):
    there, here = os.pipe()
    if os.fork() == 0:
        send(here, work()); os._exit(0)
    os.close(here)
    return receive(there)
""",
    "an orphan": """
def in_helper(work):
    there, here = os.pipe()
    pid = os.fork()
    if pid == 0:
        if os.fork() == 0: send(here, work())
        os._exit(0)
    os.close(here); os.waitpid(pid, 0)
    return receive(there)
""",
}
HELPED = """
import os, pickle, signal
def send(here, value):
    with os.fdopen(here, "wb") as file: pickle.dump(value, file)
def receive(there):
    with os.fdopen(there, "rb") as file: return pickle.load(file)
{helper}
def attention(Q, K, V): return in_helper(lambda: slow(Q, K, V))
"""


@pytest.mark.parametrize("helper", HELPERS)
def test_a_helper_process_does_not_hide_work(zygote: Zygote, counted_by: str, helper: str) -> None:
    """A control group counts it.  Without one, the wall shows it, or nobody says that the student keeps pace."""
    judgement = judged(zygote, SLOW, HELPED.format(helper=HELPERS[helper]))
    if counted_by == "control group":
        assert judgement.outcome is Outcome.TOO_SLOW, judgement
        assert judgement.reason is None
    else:
        assert judgement.outcome in {Outcome.TOO_SLOW, Outcome.INCONCLUSIVE}, judgement
        assert judgement.reason in {None, Reason.WAITS, Reason.HIDDEN_WORK}


DISTURBING = """
import mmap, os, struct, threading, time
clocks = mmap.mmap(-1, 32)
def disturb(place, clock):
    while True:
        sum(range(1000))
        struct.pack_into("d", clocks, 8 * place, clock())
threading.Thread(target=disturb, args=(0, time.thread_time), daemon=True).start()
def attention(Q, K, V):
    clocks[8:24] = bytes(16)
    begun = struct.unpack_from("d", clocks, 0)[0]
    for place in (1, 2):
        if os.fork() == 0: disturb(place, time.process_time)
    def since(): return [now - then for now, then in zip(struct.unpack_from("3d", clocks, 0), (begun, 0, 0))]
    while min(since()) < 0.03: time.sleep(0.001)
    return slow(Q, K, V)
"""


def test_what_is_to_disturb_the_baseline_stands_still_on_its_turn(zygote: Zygote, counted_by: str) -> None:
    """A thread and two processes: they stand still on the baseline's turn, and are charged for on the student's.

    Each call waits until each of them has computed for 30 ms by its own clock, however busy the machine is.
    """
    judgement = judged(zygote, SLOW, DISTURBING)
    if counted_by == "no control group" and judgement.outcome is Outcome.INCONCLUSIVE:
        assert judgement.reason is Reason.HIDDEN_WORK, judgement
    else:
        assert judgement.outcome is Outcome.TOO_SLOW, judgement
    assert judgement.paces, judgement
    charged = [pace.student.seconds for pace in judgement.paces]
    assert min(charged) > 3 * 0.03, "their work is charged for"
    # By the system's count of their processor time; a worker that did is found out (`test_workers`).
    assert not any(pace.moved for pace in judgement.paces), "none of them computes on the baseline's turn"


def test_the_seed_of_the_inputs_is_nowhere_in_the_worker(zygote: Zygote) -> None:
    """Inputs drawn from what a call seeds the generators with are not those that it's given."""
    source = """
seen = []
def attention(Q, K, V):
    dice = np.random.default_rng(1)
    guess = [np.random.random(), float(np.random.standard_normal()), float(dice.standard_normal())]
    seen.append(any(abs(Q - g).min() < 1e-12 for g in guess))
    if any(seen): return None
    return fast(Q, K, V)
"""
    judgement = judged(zygote, "import numpy as np", FAST, source)
    assert judgement.outcome is Outcome.KEEPS_PACE, judgement
