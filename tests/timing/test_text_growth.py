"""The clock of whole texts in real kernels."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from grader import sandbox
from grader.checks.cached_texts import LIMIT, Texts
from grader.checks.student import Student
from grader.components.finding import candidates
from grader.components.inference_lab import cached_decoding
from grader.components.inference_lab.decoding_growth import BASELINE, COMPONENT
from grader.judging import inspect_notebook
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote, start_warm
from grader.model import Definitions, Inspect, Limits, Returned
from grader.model.growth import Growth
from grader.model.pace import Outcome
from grader.timing.bench import KernelBench
from tests.components.inference_lab.cached_models import GENERATOR, METHODS
from tests.components.judged import IMPORTS, references
from tests.kernel.conftest import notebook

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="the clocks of other processes are read as Linux tells them"),
]
LIMITS = Limits(cell_seconds=20, notebook_seconds=60, call_seconds=30)
AGAIN = GENERATOR.replace("model.step(torch.tensor([[ids[-1]]]))", "model(torch.tensor([ids]))[:, -1]")


@pytest.fixture(scope="module")
def torch_zygote() -> Iterator[Zygote]:
    made = start_warm(sandbox.choose(), preload_torch=True)
    yield made
    made.close()


def grown(zygote: Zygote, generator: str) -> Growth:
    submission = notebook(IMPORTS, METHODS, generator)
    with KernelSession(zygote.kernel(LIMITS, steady_memory=True), LIMITS) as session:
        session.run(submission)
        bench = KernelBench(session, zygote, submission, LIMITS)
        definitions = inspect_notebook(bench.ask)
        assert isinstance(definitions, Definitions)
        found = candidates(COMPONENT, definitions)[0].found
        student = Student(bench.ask, found, "torch", 1, references("inference_lab"), bench=bench)
        _, style = cached_decoding.model(student)
        growth = bench.grows(student.ask, BASELINE, Texts(student, style), LIMIT, 1)
        assert isinstance(bench.ask(Inspect(())), Returned), "it isn't left standing"
        return growth


def test_a_generator_that_uses_its_cache_is_told_from_one_that_does_not(torch_zygote: Zygote) -> None:
    """With a cache it's told by itself, and no other process is started."""
    growth = grown(torch_zygote, GENERATOR)
    assert growth.outcome is Outcome.KEEPS_PACE, growth
    again = grown(torch_zygote, AGAIN)
    # A machine too busy to tell costs nobody anything, and never makes it right.
    assert again.outcome in {Outcome.TOO_SLOW, Outcome.INCONCLUSIVE}, again
    assert again.exponent > growth.exponent
    if again.outcome is Outcome.TOO_SLOW:
        assert again.bad > again.good
