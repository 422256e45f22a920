"""Real kernels for the tests of this folder."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator

import pytest

from grader import sandbox
from grader.kernel.launch import Kernel, mentions_torch, start
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote, start_warm
from grader.model import Cell, Limits, Submission

# Short enough for a test that waits for them, long enough for a busy machine.
LIMITS = Limits(cell_seconds=20, notebook_seconds=60, call_seconds=5)

StartSession = Callable[..., KernelSession]


def notebook(*cells: str) -> Submission:
    """A submission whose cells are numbered 1, 2, ..."""
    numbered = (Cell(number, textwrap.dedent(source)) for number, source in enumerate(cells, start=1))
    return Submission("test.ipynb", "0" * 64, tuple(numbered), {})


@pytest.fixture(scope="module")
def start_session() -> Iterator[StartSession]:
    """Starts sessions, which are closed after the module's last test.

    ``start_session(*cells)`` has run the cells; the execution stands in its attribute ``execution``.  The kernels are
    warm ones, as in grading, and of a module's tests all come from the same few zygotes.
    """
    sessions: list[KernelSession] = []
    zygotes: dict[tuple[str, bool], Zygote] = {}

    def begin(
        *cells: str, limits: Limits = LIMITS, backend: str = "auto", warm: bool = True, **options: float
    ) -> KernelSession:
        torch = mentions_torch("".join(cells).encode())
        confinement = sandbox.choose(backend)
        if not warm:
            kernel: Kernel = start(confinement, preload_torch=torch, limits=limits)
        else:
            if (backend, torch) not in zygotes:
                zygotes[backend, torch] = start_warm(confinement, preload_torch=torch)
            kernel = zygotes[backend, torch].kernel(limits)
        session = KernelSession(kernel, limits, **options)  # type: ignore[arg-type]
        sessions.append(session)
        session.execution = session.run(notebook(*cells))  # type: ignore[attr-defined]
        return session

    yield begin
    for session in sessions:
        session.close()
    for zygote in zygotes.values():
        zygote.close()
