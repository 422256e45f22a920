"""The bench of a real grading: in the kernel that is graded, in a fresh one, on an accelerator, under a limit."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

import pytest

from grader import sandbox
from grader.components import COMPONENTS
from grader.errors import KernelUnavailable
from grader.judging import inspect_notebook, judge_item
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote, start_warm
from grader.model import (
    CheckEntry,
    CheckGrade,
    Execution,
    Inspect,
    Item,
    ItemState,
    Limits,
    Returned,
    Verdict,
)
from grader.timing import WallClock
from grader.timing import bench as bench_module
from grader.timing.accelerator import Accelerator
from grader.timing.bench import KernelBench, bench_for
from tests.components.judged import assignment_of, references
from tests.kernel.conftest import notebook

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="the clocks of other processes are read as Linux tells them"),
]
LIMITS = Limits(cell_seconds=20, notebook_seconds=60, call_seconds=20)

MATRICES = """
import numpy as np
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None: scores = np.where(mask, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ V, weights
"""
LOOPS = """
import numpy as np
def attention(Q, K, V, mask=None):
    rows = []
    for q in Q:
        e = np.exp(np.array([q @ k for k in K]) / np.sqrt(len(q)))
        rows.append(e / e.sum() @ V)
    return np.array(rows)
"""
TORCH = """
import torch
def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5
    if mask is not None: scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
"""
TORCH_LOOPS = """
import torch
def attention(Q, K, V, mask=None):
    scores = torch.stack([torch.stack([q @ k for k in K]) for q in Q])
    return torch.softmax(scores / Q.shape[-1] ** 0.5, dim=-1) @ V
"""


@contextmanager
def graded(zygote: Zygote, *cells: str, accelerator: Accelerator | None = None) -> Iterator[KernelBench]:
    with KernelSession(zygote.kernel(LIMITS, steady_memory=True), LIMITS) as session:
        session.run(notebook(*cells))
        bench = KernelBench(session, zygote, notebook(*cells), LIMITS, accelerator=accelerator)
        yield bench
        bench.close()


def judged(bench: KernelBench, component: str) -> CheckGrade:
    """What isn't decided on a busy machine is asked once more."""
    check = judged_once(bench, component)
    return check if check.verdict is not Verdict.INCONCLUSIVE else judged_once(bench, component)


def judged_once(bench: KernelBench, component: str) -> CheckGrade:
    checks = tuple(CheckEntry(id_, Fraction(1), False) for id_ in COMPONENTS[component].check_ids)
    grade = judge_item(
        Item(component, {"en": component}, component, Fraction(1), checks),
        bench.ask,
        inspect_notebook(bench.ask),
        references(assignment_of(component)),
        misconceptions=lambda component: (),
        seed=1,
        submission=bench.submission,
        execution=Execution("full", (), (), 0.0, True),
        bench=bench,
    ).grade
    assert (grade.state is ItemState.UNGRADABLE) is (grade.checks[0].verdict is Verdict.UNGRADABLE)
    return grade.checks[0]


def notes(check: CheckGrade) -> str:
    return " ".join(map(str, check.notes))


def test_the_graded_kernel_is_timed_and_goes_on_afterwards(zygote: Zygote, counted_by: str) -> None:
    with graded(zygote, MATRICES) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.PASSED, check.message
        assert "Timed on the CPU" in notes(check)
        assert isinstance(bench.ask(Inspect(("attention",))), Returned), "it isn't left standing"
    with graded(zygote, LOOPS) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.WRONG, check.message


def test_what_cannot_be_told_from_the_graded_kernel_is_timed_in_a_fresh_one(zygote: Zygote) -> None:
    """The modules and all else that is timed are made there once more."""
    with graded(zygote, MATRICES) as bench:
        first = bench._in_this_kernel

        @contextmanager
        def disturbed(*args: object) -> Iterator[object]:
            with first(*args) as pair:  # type: ignore[arg-type]
                pair.baseline.has_moved = lambda: True  # type: ignore[attr-defined]
                yield pair

        bench._in_this_kernel = disturbed  # type: ignore[method-assign,assignment]
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.PASSED, check.message


CHEATS: dict[str, tuple[Sequence[str], set[Verdict]]] = {
    # What each must not be is passed.
    "cached by identity": (
        (LOOPS, "slow, kept = attention, {}\ndef attention(Q, K, V, mask=None):\n"
         "    return kept.setdefault((Q.shape, id(type(Q))), slow(Q, K, V)) if (Q.shape, id(type(Q))) not in kept"
         " else kept[Q.shape, id(type(Q))]"),
        {Verdict.SKIPPED, Verdict.WRONG},
    ),
    "right for few tokens, zeros for many": (
        (MATRICES, "fast = attention\ndef attention(Q, K, V, mask=None):\n"
         "    return fast(Q, K, V, mask) if len(Q) < 20 else (V * 0, Q @ K.T)"),
        {Verdict.SKIPPED},
    ),
    "half of the keys": (
        (MATRICES, "fast = attention\ndef attention(Q, K, V, mask=None):\n"
         "    return fast(Q, K, V, mask) if len(Q) < 20 else fast(Q, K[::2], V[::2])"),
        {Verdict.SKIPPED},
    ),
    "half precision": (
        (MATRICES, "fast = attention\ndef attention(Q, K, V, mask=None):\n"
         "    return fast(Q, K, V, mask) if len(Q) < 20 else fast(*(x.astype(np.float16) for x in (Q, K, V)))"),
        {Verdict.SKIPPED},
    ),
    "NaN": (
        (MATRICES, "fast = attention\ndef attention(Q, K, V, mask=None):\n"
         "    return fast(Q, K, V, mask) if len(Q) < 20 else (V * np.nan, None)"),
        {Verdict.SKIPPED},
    ),
    "answers of another dtype and shape": (
        (MATRICES, "fast = attention\ndef attention(Q, K, V, mask=None):\n"
         "    return fast(Q, K, V, mask) if len(Q) < 20 else V[:1]"),
        {Verdict.SKIPPED},
    ),
}  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS)
def test_nothing_is_gained_by_not_doing_the_work(zygote: Zygote, cheat: str) -> None:
    cells, verdicts = CHEATS[cheat]
    with graded(zygote, *cells) as bench:
        assert judged(bench, "attention_speed").verdict in verdicts


TILES = """
import numpy as np
def tiled_attention(Q, K, V, block_size):
    m, l, o = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for i in range(0, len(K), block_size):
        s = Q @ K[i : i + block_size].T / np.sqrt(Q.shape[1])
        new = np.maximum(m, s.max(axis=1, keepdims=True))
        p, c = np.exp(s - new), np.exp(m - new)
        l, o, m = l * c + p.sum(axis=1, keepdims=True), o * c + p @ V[i : i + block_size], new
    return o / l
"""
WHOLE = """
import numpy as np
def filled(s, Q, K, V, b):
    for i in range(0, len(K), b): s[:, i : i + b] = Q @ K[i : i + b].T / np.sqrt(Q.shape[1])
    return np.array([np.exp(row) / np.exp(row).sum() @ V for row in s])
def tiled_attention(Q, K, V, block_size):
    {made}
    return filled(s, Q, K, V, block_size)
"""
HIDDEN = {
    "an array": "s = np.empty((len(Q), len(K)))",
    "shared memory": "import mmap; s = np.frombuffer(mmap.mmap(-1, 8 * len(Q) * len(K)), float).reshape(len(Q), -1)",
    "lists of numbers": "s = np.array([[0.0] * len(K) for _ in Q])",
}


def test_tiles_fit_into_the_limit_after_a_notebook_that_needs_much_more(zygote: Zygote) -> None:
    """The limit is on the call alone."""
    with graded(zygote, "import numpy as np\nlarge = np.ones((4000, 4000))", TILES) as bench:
        assert judged(bench, "tiled_memory").verdict is Verdict.PASSED


@pytest.mark.parametrize("where", HIDDEN)
def test_the_matrix_does_not_fit_wherever_it_is_kept(zygote: Zygote, where: str) -> None:
    with graded(zygote, WHOLE.format(made=HIDDEN[where])) as bench:
        check = judged(bench, "tiled_memory")
        assert check.verdict is Verdict.WRONG, check.message
        assert "20 MiB" in str(check.message)


def test_the_matrix_does_not_fit_into_what_earlier_cells_have_left(zygote: Zygote) -> None:
    """The notebook's own comparison with plain attention frees several matrices, none of which the system gets back."""
    earlier = "import numpy as np\nblocks = [np.ones(12_000) for _ in range(4000)]\ndel blocks[:-1]"
    with graded(zygote, earlier, WHOLE.format(made=HIDDEN["an array"])) as bench:
        check = judged(bench, "tiled_memory")
        assert check.verdict is Verdict.WRONG, check.message


# -- the seam of the accelerator, on the CPU ---------------------------------------------------------


def card(zygote: Zygote) -> Accelerator:
    return Accelerator(WallClock("test card"), "cpu", lambda: zygote)


@pytest.fixture(scope="module")
def torch_zygote() -> Iterator[Zygote]:
    made = start_warm(sandbox.choose(), preload_torch=True)
    yield made
    made.close()


class NotClosed:
    """A zygote that other tests go on with."""

    def __init__(self, zygote: Zygote) -> None:
        self._zygote = zygote

    def __getattr__(self, name: str) -> object:
        return (lambda: None) if name == "close" else getattr(self._zygote, name)


def test_torch_code_is_timed_on_the_accelerator_by_the_wall(torch_zygote: Zygote) -> None:
    shared: Zygote = NotClosed(torch_zygote)  # type: ignore[assignment]
    with graded(torch_zygote, TORCH, accelerator=card(shared)) as bench:
        check = judged(bench, "attention_speed")
        # By the wall a busy machine may keep it from being decided, and never makes it wrong.
        assert check.verdict in {Verdict.PASSED, Verdict.INCONCLUSIVE}, check.message
        assert "test card" in notes(check) + str(check.message)
        assert "without TF32" in notes(check) or "test card couldn't be used" in notes(check), notes(check)
    with graded(torch_zygote, TORCH_LOOPS, accelerator=card(shared)) as bench:
        tries = (judged(bench, "attention_speed") for _ in range(5))
        decided = next((check for check in tries if check.verdict is not Verdict.INCONCLUSIVE), None)
        assert decided is not None, "a machine too busy to tell anything by the wall"
        assert decided.verdict is Verdict.WRONG, decided.message
        assert "on the test card" in str(decided.message)


# What torch says where one tensor is on the card and the other isn't; here it's said wherever one is sent to a device.
CANNOT_MOVE = """
import sys
def attention(Q, K, V, mask=None):
    frame = sys._getframe()
    while type(frame.f_locals.get("self")).__name__ != "Agent": frame = frame.f_back
    if frame.f_locals["self"].device is not None:
        raise RuntimeError("Expected all tensors to be on the same device, but found cuda:0 and cpu!")
    return fast(Q, K, V, mask)
"""


def test_code_that_cannot_move_to_the_accelerator_is_told_why_and_timed_on_the_cpu(torch_zygote: Zygote) -> None:
    shared: Zygote = NotClosed(torch_zygote)  # type: ignore[assignment]
    with graded(torch_zygote, TORCH, "fast = attention" + CANNOT_MOVE, accelerator=card(shared)) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.PASSED, check.message
        assert "your code gives: RuntimeError: Expected all tensors to be on the same device" in notes(check)
        assert "device=x.device" in notes(check)
        assert "Timed on the CPU" in notes(check)


def test_numpy_code_is_timed_on_the_cpu_in_any_case(zygote: Zygote) -> None:
    with graded(zygote, MATRICES, accelerator=Accelerator(WallClock("test card"), "cpu", refusing)) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.PASSED
        assert notes(check).startswith("Timed on the CPU")


def refusing() -> Zygote:
    raise KernelUnavailable("no room on the card")


def test_an_accelerator_that_cannot_be_brought_up_is_nobodys_fault(torch_zygote: Zygote) -> None:
    """It's timed on the CPU then; and where the accelerator is required, not at all."""
    broken = Accelerator(WallClock("test card"), "cuda", refusing)
    with graded(torch_zygote, TORCH, accelerator=broken) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.PASSED, check.message
        assert "test card couldn't be used" in notes(check)
        assert "your code" not in notes(check)
        bench.required = True
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.UNGRADABLE, check.message
        assert "test card" in str(check.message)


@pytest.mark.parametrize(
    ("source", "verdict"),
    [(MATRICES, Verdict.UNGRADABLE), ("def attention(Q, K, V):\n    return V * 0", Verdict.SKIPPED)],
)
def test_where_a_gpu_is_required_and_none_is_there_right_code_is_ungradable_and_wrong_code_gains_nothing(
    zygote: Zygote, monkeypatch: pytest.MonkeyPatch, source: str, verdict: Verdict
) -> None:
    monkeypatch.setattr(bench_module, "find_accelerator", lambda _: None)
    with KernelSession(zygote.kernel(LIMITS, steady_memory=True), LIMITS) as session:
        session.run(notebook(source))
        with bench_for(session, zygote, notebook(source), LIMITS, "require") as bench:
            check = judged(bench, "attention_speed")
            assert check.verdict is verdict, check.message
            assert "GPU" in str(check.message) or verdict is Verdict.SKIPPED
