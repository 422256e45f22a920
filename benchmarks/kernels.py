"""What a kernel costs: cold and warm, confined and not; many at once; memory; and how soon its death is noticed.

    python -m benchmarks.kernels [ROUNDS]              # prints the figures; 100 rounds take under three minutes
    python -m benchmarks.kernels [ROUNDS] --markdown   # and puts them into docs/kernels.md

Run it on an otherwise idle machine.  All figures are of one run: median (min .. max, n).
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path

from jupyter_client.provisioning import KernelProvisionerFactory
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from benchmarks.command import parser_for
from benchmarks.machine import compiled, machine
from grader.kernel.launch import Kernel, KernelProcess, KernelRecipe
from grader.kernel.provisioner import NAME, ConfinedProvisioner
from grader.kernel.session import KernelSession
from grader.kernel.warm import WarmKernel, Zygote, start_warm
from grader.model import CallFunction, Cell, Limits, NoReply, Submission
from grader.sandbox import BACKENDS, choose

PAGE = Path(__file__).parents[1] / "docs" / "kernels.md"
BEGIN, END = "<!-- benchmarks/kernels.py: begin -->", "<!-- benchmarks/kernels.py: end -->"
LIMITS = Limits(call_seconds=30, cell_seconds=60)
FEW = 4  # rounds of what takes seconds
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
import numpy as np
def leave(): os._exit(3)
def segfault(): ctypes.string_at(0)
def kill(): os.kill(os.getpid(), signal.SIGKILL)
def hang_up():
    for descriptor in range(3, 200):
        try: os.close(descriptor)
        except OSError: pass
def eat():
    kept = [np.ones(10 << 17) for _ in range(200)]
def flood():
    while True: print("x" * 1000)
def spin():
    while True: pass
def stop(): os.kill(os.getpid(), signal.SIGSTOP)
"""
# What its process does, by the name of the function that does it; and the limits by which that's soon at an end.
DEATHS = {
    "leave": "leaves with os._exit",
    "segfault": "has a segmentation fault",
    "kill": "kills itself with SIGKILL",
    "hang_up": "closes all its descriptors",
    "eat": "takes more memory than its 300 MiB",
    "flood": "prints more than its 1 MiB",
    "spin": "computes for ever (limit: 1 s)",
    "stop": "stops itself (limit: 1 s)",
}
LEVELS_BUT_NONE = [name for name in BACKENDS if name != "none"]
COMPARED = {
    "a kernel from nothing": "from nothing, {}: first cell",
    "a warm one": "warm, {}: first cell",
    "12 cells": "warm, {}, one after",
    "8 at once": "warm, {}, 8 at once",
}
DEADLY_LIMITS = replace(LIMITS, memory_mib=300, output_mib=1)


@dataclass(frozen=True)
class Figure:
    """Milliseconds, or a text."""

    what: str
    values: tuple[float, ...] = ()
    text: str = ""

    def __str__(self) -> str:
        if self.text:
            return self.text
        low, middle, high = min(self.values), statistics.median(self.values), max(self.values)
        digits = 0 if middle >= 100 else 1
        return f"{middle:.{digits}f} ms ({low:.{digits}f} .. {high:.{digits}f}, n={len(self.values)})"


class Report:
    """Prints figures as they come, and keeps them by section."""

    def __init__(self) -> None:
        self.sections: dict[str, list[Figure]] = {}

    def section(self, name: str) -> None:
        self.sections[name] = []
        print(f"\n{name}", flush=True)

    def add(self, what: str, seconds: list[float] | None = None, text: str = "") -> None:
        figure = Figure(what, tuple(1000 * value for value in seconds or ()), text)
        list(self.sections.values())[-1].append(figure)
        print(f"  {what:62} {figure}", flush=True)

    def markdown(self) -> str:
        lines = []
        for name, figures in self.sections.items():
            lines += [f"**{name}**", "", "| | |", "|---|---|", *(f"| {one.what} | {one} |" for one in figures), ""]
        return "\n".join(lines)


def notebook(*cells: str) -> Submission:
    return Submission("b.ipynb", "", tuple(Cell(n, s) for n, s in enumerate(cells, 1)), {})


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


@contextmanager
def zygote_of(level: str) -> Iterator[Zygote]:
    zygote = start_warm(choose(level), preload_torch=True)
    zygote.wait_until_ready()
    try:
        yield zygote
        assert not zygote.problem, zygote.problem
    finally:
        zygote.close()


def life_of(kernel: Kernel) -> tuple[float, float, float]:
    """Seconds from its start until it's ready for a cell, until a first cell is answered, and from then to its end."""
    began = time.perf_counter()
    kernel.wait_until_ready()
    ready = time.perf_counter() - began
    session = KernelSession(kernel, LIMITS)
    session.run(notebook("1 + 1"))
    answered = time.perf_counter() - began
    return ready, answered, timed(session.close)


def starts(report: Report, levels: list[str], rounds: int) -> None:
    report.section("The start of a kernel that has torch imported")
    for level in levels:
        lives = []
        for _ in range(FEW):
            began = time.perf_counter()
            kernel = KernelProcess(KernelRecipe(choose(level), preload_torch=True))
            spawned = time.perf_counter() - began
            ready, answered, _ = life_of(kernel)
            lives.append((spawned + ready, spawned + answered))
        report.add(f"from nothing, {level}: ready for a cell", [life[0] for life in lives])
        report.add(f"from nothing, {level}: first cell answered", [life[1] for life in lives])
    for level in levels:
        with zygote_of(level) as zygote:
            life_of(zygote.kernel())
            lives_warm = [life_of(zygote.kernel()) for _ in range(max(FEW, rounds // 3))]
        report.add(f"warm, {level}: ready for a cell", [life[0] for life in lives_warm])
        report.add(f"warm, {level}: first cell answered", [life[1] for life in lives_warm])
        report.add(f"warm, {level}: its end, with all that it started", [life[2] for life in lives_warm])


def graded(start: Callable[[], Kernel]) -> tuple[bool, float]:
    """Did everything succeed, and the seconds from the kernel's start to its end."""
    began = time.perf_counter()
    with KernelSession(start(), LIMITS) as session:
        execution = session.run(notebook(*TWELVE))
        reply = session.ask(CallFunction("last"))
        well = execution.finished and not execution.findings and not isinstance(reply, NoReply)
    return well, time.perf_counter() - began


def twelve_cells(report: Report, levels: list[str], rounds: int) -> None:
    report.section("A notebook of 12 cells (NumPy, torch, 20 steps of SGD) and one question, from the start to the end")

    def told(what: str, results: list[tuple[bool, float]], seconds: list[float] | None = None) -> None:
        failures = sum(not well for well, _ in results)
        report.add(f"{what}: {failures} failures of {len(results)}", seconds or [each for _, each in results])

    for level in levels:
        recipe = KernelRecipe(choose(level), preload_torch=True)
        told(f"from nothing, {level}", [graded(partial(KernelProcess, recipe)) for _ in range(FEW)])
    for level in levels:
        with zygote_of(level) as zygote:
            graded(zygote.kernel)
            told(f"warm, {level}, one after the other", [graded(zygote.kernel) for _ in range(rounds)])
            results: list[tuple[bool, float]] = []
            seconds = []
            with ThreadPoolExecutor(8) as pool:
                for _ in range(max(FEW, rounds // 16)):
                    began = time.perf_counter()
                    results += pool.map(graded, [zygote.kernel] * 8)
                    seconds.append(time.perf_counter() - began)
            told(f"warm, {level}, 8 at once, until all are done", results, seconds)


def levels_cost(report: Report) -> None:
    """From the figures above: how much more the median is at each level than without any confinement."""
    figures = [figure for section in report.sections.values() for figure in section]
    report.section("What each level costs: how much more than `none`")
    for level in LEVELS_BUT_NONE:
        parts = []
        for what, begins in COMPARED.items():
            middles = [
                statistics.median(figure.values)
                for name in (level, "none")
                for figure in figures
                if figure.what.startswith(begins.format(name))
            ]
            if len(middles) == 2:
                parts.append(f"{what} {middles[0] - middles[1]:+.0f} ms")
        if parts:
            report.add(level, text="; ".join(parts))


def by_client(report: Report, level: str) -> None:
    """By Jupyter's own client: a kernel as it starts one itself, and one of our provisioner."""
    report.section("The same notebook, executed by nbclient")
    factory = KernelProvisionerFactory.instance()
    factory.provisioners[NAME] = EntryPoint(NAME, f"{ConfinedProvisioner.__module__}:ConfinedProvisioner", "")
    usual = factory.default_provisioner_name
    for what, name in (("its own kernel, from nothing, none", usual), (f"warm, {level}", NAME)):
        factory.default_provisioner_name = name
        seconds = [
            timed(NotebookClient(new_notebook(cells=list(map(new_code_cell, TWELVE)))).execute) for _ in range(FEW)
        ]
        report.add(what, seconds[1:])  # the first one of ours starts the zygote
    factory.default_provisioner_name = usual


def memory(report: Report, level: str) -> None:
    report.section("Memory of one more kernel, after the 12 cells, with four of them alive")
    recipe = KernelRecipe(choose("none"), preload_torch=True)
    with zygote_of(level) as zygote:
        kinds: dict[str, Callable[[], Kernel]] = {
            f"warm, {level}": zygote.kernel,
            "from nothing, none": partial(KernelProcess, recipe),
        }
        for name, start in kinds.items():
            sessions = []
            for _ in range(4):
                kernel = start()
                sessions.append(KernelSession(kernel, LIMITS))
                sessions[-1].run(notebook(*TWELVE))
            pid = kernel.pid if isinstance(kernel, WarmKernel) else kernel.process.pid  # type: ignore[attr-defined]
            report.add(name, text=sizes(Path(f"/proc/{pid}/smaps_rollup")))
            for session in sessions:
                session.close()


def sizes(file: Path) -> str:
    fields = {}
    for line in file.read_text(encoding="ascii").splitlines()[1:]:
        name, value = line.split(":")
        fields[name] = int(value.split()[0]) / 1024
    own = fields["Private_Clean"] + fields["Private_Dirty"]
    return (
        f"{fields['Pss']:.0f} MiB (PSS); its own alone {own:.0f} MiB; with all that it shares {fields['Rss']:.0f} MiB"
    )


def deaths(report: Report, level: str) -> None:
    report.section(f"From the question to the verdict, when the kernel ({level})")
    with zygote_of(level) as zygote:
        for name, what in DEATHS.items():
            limits = replace(DEADLY_LIMITS, call_seconds=1) if "limit" in what else DEADLY_LIMITS
            taken, verdicts = [], set()
            for _ in range(FEW):
                with KernelSession(zygote.kernel(limits), limits) as session:
                    session.run(notebook(DEADLY))
                    session.ask(CallFunction("nothing"))  # from here on it takes questions
                    began = time.perf_counter()
                    reply = session.ask(CallFunction(name))
                    taken.append(time.perf_counter() - began)
                    verdicts.add(reply.verdict.value if isinstance(reply, NoReply) else "answered")
            report.add(f"{what}: {', '.join(sorted(verdicts))}", taken)


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=100)
    parser.add_argument("--markdown", action="store_true", help="put the figures into docs/kernels.md")
    asked = parser.parse_args()
    rounds = asked.rounds
    compiled()
    levels = [name for name, backend in BACKENDS.items() if backend.unavailable() is None]
    report = Report()
    began = time.perf_counter()
    starts(report, levels, rounds)
    twelve_cells(report, levels, rounds)
    levels_cost(report)
    by_client(report, levels[0])
    memory(report, levels[0])
    deaths(report, levels[0])
    print(f"\n{time.perf_counter() - began:.0f} s in all")
    if asked.markdown:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        on = f"Measured on {time.strftime('%Y-%m-%d')}: {machine('torch', 'ipykernel', 'nbclient')}."
        PAGE.write_text(f"{before}{BEGIN}\n{on}\n\n{report.markdown()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
