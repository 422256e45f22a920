"""Real kernels for the tests of this folder: one zygote, workers by the cells of a notebook."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader import sandbox
from grader.kernel.warm import Zygote, start_warm
from grader.sandbox import cgroup


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    made = start_warm(sandbox.choose(), preload_torch=False)
    yield made
    made.close()


@pytest.fixture(params=["control group", "no control group"])
def counted_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Who counts processor time: a control group, and where none can be had, the clocks of the processes."""
    if request.param == "no control group":
        monkeypatch.setattr(cgroup, "make", lambda *_: None)
        return str(request.param)
    group = cgroup.make(1 << 30, 100)
    if group is None or group.cpu_nanoseconds is None:
        pytest.skip("no control group that counts processor time can be had on this machine")
    group.remove()
    return str(request.param)
