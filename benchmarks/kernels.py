"""What a kernel costs: cold and warm, confined and not; many at once; memory; and how soon its death is noticed.

Run it as ``python benchmarks/kernels.py [ROUNDS]`` on an otherwise idle machine.  All figures are of one run, in
milliseconds unless said otherwise: median (min .. max).
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from grader.kernel.launch import Kernel, KernelProcess, KernelRecipe
from grader.kernel.session import KernelSession
from grader.kernel.warm import WarmKernel, Zygote, start_warm
from grader.model import CallFunction, Cell, Limits, NoReply, Submission
from grader.sandbox import BACKENDS, choose

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 20
LIMITS = Limits()
TRAINING = """
model = torch.nn.Linear(8, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(20):
    optimizer.zero_grad()
    loss = model(torch.ones(4, 8)).pow(2).sum()
    loss.backward()
    optimizer.step()
"""
TWELVE = [
    "import numpy as np\nimport torch",
    *(f"def f{n}(x):\n    return np.exp(x - {n}).sum()" for n in range(8)),
    "x = np.arange(10.0)\ny = [f0(x), f1(x)]",
    TRAINING,
    "def last():\n    return 1",
]
DEADLY = """
import ctypes, os, signal
def leave(): os._exit(3)
def segfault(): ctypes.string_at(0)
def kill(): os.kill(os.getpid(), signal.SIGKILL)
def hang_up():
    for descriptor in range(3, 200):
        try: os.close(descriptor)
        except OSError: pass
"""


def notebook(*cells: str) -> Submission:
    return Submission("b.ipynb", "", tuple(Cell(n, s) for n, s in enumerate(cells, 1)), {})


def shown(name: str, seconds: list[float]) -> None:
    each = [1000 * value for value in seconds]
    print(f"  {name:58} {statistics.median(each):8.1f} ({min(each):.1f} .. {max(each):.1f}, n={len(each)})", flush=True)


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def ready(kernel: Kernel) -> None:
    """Until a first cell has been answered."""
    with KernelSession(kernel, LIMITS) as session:
        session.run(notebook("1 + 1"))


@contextmanager
def zygote_of(level: str) -> Iterator[Zygote]:
    zygote = start_warm(choose(level), preload_torch=True)
    zygote.wait_until_ready()
    try:
        yield zygote
    finally:
        zygote.close()


def starts(levels: list[str]) -> None:
    print("start .. first cell answered .. gone (torch is imported)")
    for level in levels:
        recipe = KernelRecipe(choose(level), preload_torch=True)
        shown(f"cold, {level}", [timed(lambda r=recipe: ready(KernelProcess(r))) for _ in range(max(3, ROUNDS // 4))])  # type: ignore[misc]
        with zygote_of(level) as zygote:
            ready(zygote.kernel())
            taken, killed = [], []
            for _ in range(ROUNDS):
                kernel = zygote.kernel()
                session = KernelSession(kernel, LIMITS)
                taken.append(timed(lambda s=session: s.run(notebook("1 + 1"))))  # type: ignore[misc]
                killed.append(timed(session.close))
            shown(f"warm, {level}: start .. first cell answered", taken)
            shown(f"warm, {level}: end of it and all that it started", killed)


def twelve_cells(level: str) -> None:
    print(f"\na notebook of 12 cells (numpy, torch, 20 steps of SGD), {level}")
    with zygote_of(level) as zygote:

        def one(_: int = 0) -> bool:
            with KernelSession(zygote.kernel(), LIMITS) as session:
                execution = session.run(notebook(*TWELVE))
                reply = session.ask(CallFunction("last"))
                return execution.finished and not execution.findings and not isinstance(reply, NoReply)

        one()
        results: list[bool] = []
        sequential = [timed(lambda: results.append(one())) for _ in range(5 * ROUNDS)]
        shown(f"one after the other, {results.count(False)} failures", sequential)
        results = []
        with ThreadPoolExecutor(8) as pool:
            rounds = [timed(lambda: results.extend(pool.map(one, range(8)))) for _ in range(max(3, ROUNDS // 2))]
        shown(f"8 at once, all of them, {results.count(False)} failures", rounds)


def memory() -> None:
    print("\nmemory of one more kernel after 12 cells (MiB): proportional (PSS), its own (USS)")
    level = "bubblewrap" if BACKENDS["bubblewrap"].unavailable() is None else "none"
    with zygote_of(level) as zygote:
        sessions = []
        for _ in range(4):
            kernel = zygote.kernel()
            session = KernelSession(kernel, LIMITS)
            session.run(notebook(*TWELVE))
            sessions.append((kernel, session))
        for kernel, _ in sessions[-1:]:
            assert isinstance(kernel, WarmKernel)
            print(f"  warm, 4 alive: {sizes(os.path.realpath(f'/proc/{kernel.pid}'))}")
        for _, session in sessions:
            session.close()


def sizes(folder: str) -> str:
    fields = {}
    for line in (Path(folder) / "smaps_rollup").read_text(encoding="ascii").splitlines()[1:]:
        name, value = line.split(":")
        fields[name] = int(value.split()[0]) / 1024
    own = fields["Private_Clean"] + fields["Private_Dirty"]
    return f"PSS {fields['Pss']:.0f}, USS {own:.0f}, RSS {fields['Rss']:.0f}"


def deaths() -> None:
    print("\nfrom the question to the verdict, when the kernel")
    level = "bubblewrap" if BACKENDS["bubblewrap"].unavailable() is None else "none"
    with zygote_of(level) as zygote:
        for name in ("leave", "segfault", "kill", "hang_up"):
            taken = []
            for _ in range(max(3, ROUNDS // 4)):
                with KernelSession(zygote.kernel(), LIMITS) as session:
                    session.run(notebook(DEADLY))
                    taken.append(timed(lambda s=session, n=name: s.ask(CallFunction(n))))  # type: ignore[misc]
            shown(name, taken)


def main() -> None:
    levels = [name for name, backend in BACKENDS.items() if backend.unavailable() is None]
    starts(levels)
    for level in levels:
        twelve_cells(level)
    memory()
    deaths()


if __name__ == "__main__":
    main()
