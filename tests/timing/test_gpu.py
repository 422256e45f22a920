"""On a real card; everywhere else these are skipped, and ``test_bench`` exercises the same path on the CPU."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from grader import sandbox
from grader.kernel.warm import Zygote, start_warm
from grader.model import Array, CallFunction, Limits, Raised, Returned, Verdict
from grader.timing import open_pair
from grader.timing.accelerator import Accelerator, OnCard, find_accelerator
from tests.kernel.conftest import notebook
from tests.timing.test_bench import TORCH, TORCH_LOOPS, NotClosed, graded, judged, notes

HERE = find_accelerator(lambda devices: start_warm(sandbox.choose(), preload_torch=True, devices=devices))

pytestmark = [pytest.mark.gpu, pytest.mark.skipif(HERE is None, reason="there is no card here that CUDA may use")]


@pytest.fixture(scope="module")
def card() -> Iterator[Accelerator]:
    """The card, with one zygote for all tests."""
    assert HERE is not None
    zygote = HERE.start()
    shared: Zygote = NotClosed(zygote)  # type: ignore[assignment]
    yield Accelerator(HERE.clock, HERE.torch_device, lambda: shared)
    zygote.close()


@pytest.fixture
def zygote() -> Iterator[Zygote]:
    made = start_warm(sandbox.choose(), preload_torch=True)
    yield made
    made.close()


def test_torch_code_is_timed_on_the_card(zygote: Zygote, card: Accelerator) -> None:
    with graded(zygote, TORCH, accelerator=card) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.PASSED, check.message
        assert f"Timed on the {card.name}" in notes(check)


def test_loops_over_tokens_are_too_slow_on_the_card(zygote: Zygote, card: Accelerator) -> None:
    with graded(zygote, TORCH_LOOPS, accelerator=card) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.WRONG, check.message
        assert f"on the {card.name}" in str(check.message)


def test_code_that_makes_tensors_on_the_cpu_is_told_so_and_timed_there(zygote: Zygote, card: Accelerator) -> None:
    there = TORCH.replace(
        "weights = torch.softmax(scores", "weights = torch.softmax(scores + torch.zeros(len(Q), len(K))"
    )
    with graded(zygote, there, accelerator=card) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is Verdict.PASSED, check.message
        assert "device=x.device" in notes(check)
        assert "Timed on the CPU" in notes(check)


# The answer is computed on a stream that the copy to the CPU doesn't wait for, after a wait of a tenth of a second.
ON_A_STREAM = """
fast = attention
def attention(Q, K, V, mask=None):
    if not Q.is_cuda: return fast(Q, K, V, mask)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(100_000_000)
        return fast(Q, K, V, mask)
"""


def test_work_on_a_stream_of_its_own_is_waited_for_or_wrong(zygote: Zygote, card: Accelerator) -> None:
    with graded(zygote, TORCH, ON_A_STREAM, accelerator=card) as bench:
        check = judged(bench, "attention_speed")
        assert check.verdict is not Verdict.PASSED or "Timed on the CPU" in notes(check), notes(check)


ASKED = """
import torch
def product(x): return x @ torch.eye(len(x), device=x.device)
def take(mebibytes): return torch.empty(mebibytes << 20, dtype=torch.uint8, device="cuda").numel() >> 20
"""


def test_products_of_float32_keep_all_their_digits_and_memory_has_a_cap(card: Accelerator) -> None:
    """TF32 keeps 10 of 23 bits; 4 GiB is what the process may take."""
    x = np.full((256, 256), 1 + 2.0**-20, dtype=np.float32)
    with open_pair(card.start(), notebook(ASKED), "", card.clock, Limits()) as pair:
        asked = OnCard(pair.student, card.torch_device)
        asked.warm_up()
        reply = asked.ask(CallFunction("product", (Array(x, "torch", "float32"),)))
        assert isinstance(reply, Returned), reply
        assert isinstance(reply.value, Array)
        assert (reply.value.data == x).all()
        assert asked.ask(CallFunction("take", (1024,))) == Returned(1024)
        over = asked.ask(CallFunction("take", (5120,)))
        assert isinstance(over, Raised), over
        assert over.type_name == "OutOfMemoryError"
