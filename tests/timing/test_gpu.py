"""On a real card; everywhere else these are skipped, and ``test_bench`` exercises the same path on the CPU."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader import sandbox
from grader.kernel.warm import Zygote, start_warm
from grader.model import Verdict
from grader.timing.accelerator import Accelerator, find_accelerator
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
