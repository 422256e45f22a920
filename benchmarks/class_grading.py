"""A class of varied submissions in one run: how fast, at what cost beside the floor, and where the time goes.

``python benchmarks/class_grading.py [COUNT ...] [--different N] [--jobs N] [--sample K] [--keep FOLDER]``
makes COUNT notebooks of the corpus (``benchmarks/make_class.py``), grades them as ``grade class`` does, and prints

- submissions per minute, and CPU seconds for each of them (this program's children, all that they started included);
- the warm floor of K of them: a fork of an interpreter that has everything imported, the cells executed, the same
  checks asked in that process.  No isolation, no protocol between processes, no report: what can't be avoided;
- the memory of the parent and of a worker with its kernels (PSS, so that shared pages count once), at their peak;
- how long Chromium takes for the class's page beside an empty one, where it's installed;
- the share of each stage, from K submissions graded one after the other in this process.

``2000 --different 40 --sample 0`` shows in some minutes what the parent and the page take for a large class: the same
bytes are graded once, and everything else is done for each student.

With several COUNTs (``1 10 100 1000``) each of these classes is graded, which shows how the cost grows, and the floor
and the stages are those of the last one.  Run it on an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))

from benchmarks.command import parser_for  # noqa: E402
from benchmarks.floor import SEED, cells_and_checks, unmeasured  # noqa: E402
from benchmarks.machine import compiled, machine  # noqa: E402
from benchmarks.make_class import BROKEN, make_class  # noqa: E402
from benchmarks.processor_time import adopt_orphans, of_children, wait_for_orphans  # noqa: E402
from grader.choosing import read_rubric  # noqa: E402
from grader.classroom import worker  # noqa: E402
from grader.classroom.journal import Journal  # noqa: E402
from grader.classroom.worker import GradingOptions, grade_bytes  # noqa: E402
from grader.intake.notebook import submission_from  # noqa: E402
from grader.kernel.session import KernelSession  # noqa: E402
from grader.kernel.warm import Zygote  # noqa: E402
from grader.pipeline import open_course  # noqa: E402

FLOOR_SECONDS = 120
PAGE_SECONDS = 0.5
ORPHANS_SECONDS = 10.0
OPENINGS = 5


def main() -> None:
    options = _arguments()
    adopt_orphans()
    compiled()
    print(machine("torch", "numpy"))
    rubric = read_rubric(CHECKOUT / "rubric.yaml")
    items = [item.id for item in unmeasured(rubric.items)]
    with tempfile.TemporaryDirectory() as made:
        top = options.keep or Path(made)
        for count in options.counts:
            folder = top / f"in-{count}"
            make_class(folder, count, options.different)
            _whole(folder, top / f"out-{count}", items, options.jobs)
            _opened(top / f"out-{count}" / "class.html")
        grading = GradingOptions(str(CHECKOUT / "rubric.yaml"), SEED, "auto", tuple(items), weak_isolation=True)
        files = _sample(folder, options.sample) if options.sample else []
        if not files:
            return
        ours = _stages(files, grading)
        _floor(files, grading, ours)


def _arguments() -> argparse.Namespace:
    parser = parser_for(__doc__)
    parser.add_argument("counts", nargs="*", type=int, default=[200], metavar="COUNT")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--sample", type=int, default=20, help="for the floor and the stages; 0: neither")
    parser.add_argument("--different", type=int, help="so many have bytes of their own; all by default")
    parser.add_argument("--keep", type=Path, help="leave the class and its report here")
    return parser.parse_args()


# --- the whole class


def _whole(folder: Path, output: Path, items: Sequence[str], jobs: int) -> None:
    argv = [sys.executable, "-m", "grader.cli", "class", str(folder), "-o", str(output), "-j", str(jobs)]
    argv += ["--seed", str(SEED), "--only", ",".join(items), "--allow-weak-isolation"]
    before, began = of_children(), time.monotonic()
    running = subprocess.Popen(argv, cwd=CHECKOUT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    memory = Memory(running.pid)
    code = running.wait()
    seconds = time.monotonic() - began
    wait_for_orphans(ORPHANS_SECONDS)
    cpu = of_children() - before
    memory.stop()
    students = json.loads((output / "class.json").read_text(encoding="utf-8"))["students"]
    states: dict[str, int] = defaultdict(int)
    for student in students:
        states[student["state"]] += 1
    count = len(students)
    print(f"{count} submissions, {jobs} jobs, {len(items)} items, exit code {code}: {dict(states)}")
    print(f"  submissions per minute        {60 * count / seconds:8.1f}   ({seconds:.0f} s in all)")
    print(f"  CPU seconds for each          {cpu / count:8.2f}   (all processes, starting included)")
    print(f"  memory of the parent          {memory.parent:8.0f} MiB (resident, at its peak)")
    print(f"  memory of a worker            {memory.worker:8.0f} MiB (PSS with its kernels, at its peak)")
    print(f"  the class's page              {(output / 'class.html').stat().st_size / 1024:8.0f} KiB")


def _opened(page: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        print("  the page in Chromium              not tried: it isn't installed")
        return
    empty = page.with_name("empty.html")
    empty.write_text("<!doctype html><title>empty</title>", encoding="utf-8")
    seconds: dict[Path, list[float]] = {empty: [], page: []}
    for _ in range(OPENINGS):
        for file, taken in seconds.items():
            taken.append(_opening(browser, file))
    empty.unlink()
    without, whole = (statistics.median(taken) for taken in seconds.values())
    print(f"  the page in Chromium          {whole - without:8.2f} s more than an empty one ({without:.2f} s)")


def _opening(browser: str, page: Path) -> float:
    """Seconds from the start of the browser until it has laid out the page and drawn it as a picture."""
    with tempfile.TemporaryDirectory() as folder:
        argv = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--window-size=1200,900"]
        argv += [f"--user-data-dir={folder}/profile", f"--screenshot={folder}/page.png", page.absolute().as_uri()]
        began = time.monotonic()
        subprocess.run(argv, capture_output=True, timeout=120, check=True)
        return time.monotonic() - began


class Memory:
    """Looks at a process and its children now and then; sizes in MiB."""

    def __init__(self, pid: int) -> None:
        self.pid, self.parent, self.worker = pid, 0.0, 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(PAGE_SECONDS):
            with contextlib.suppress(OSError, ValueError, KeyError):
                self.parent = max(self.parent, _field(f"/proc/{self.pid}/status", "VmHWM"))
                for child in _children_of(self.pid):
                    whole = sum(_pss(pid) for pid in _family(child))
                    self.worker = max(self.worker, whole)


def _field(file: str, name: str) -> float:
    for line in Path(file).read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) / 1024
    raise KeyError(name)


def _pss(pid: int) -> float:
    try:
        return _field(f"/proc/{pid}/smaps_rollup", "Pss")
    except (OSError, KeyError, ValueError):  # it has ended
        return 0.0


def _children_of(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, task.read_text(encoding="ascii").split())
    return found


def _family(pid: int) -> Iterator[int]:
    yield pid
    for child in _children_of(pid):
        yield from _family(child)


# --- a sample of it


def _sample(folder: Path, count: int) -> list[Path]:
    """Spread over the class, without those that only a limit of time ends, or that can't be read."""
    broken = {"\n".join(cells) for cells in BROKEN}
    whole = []
    for file in sorted(folder.glob("*.ipynb")):
        with contextlib.suppress(Exception):
            if submission_from(file.read_bytes(), file.name).source not in broken:
                whole.append(file)
    return whole[:: max(1, len(whole) // count)][:count]


def _stages(files: Sequence[Path], options: GradingOptions) -> dict[Path, float]:
    """Prints what takes which part of the time, and gives the CPU seconds of each file."""
    spent: dict[str, float] = defaultdict(float)
    _clocked(Zygote, "kernel", spent, "start of a kernel")
    _clocked(KernelSession, "run", spent, "cells (with the kernel's start-up)")
    _clocked(KernelSession, "ask", spent, "answers of the student's process")
    _clocked(KernelSession, "close", spent, "end of a kernel")
    grade_bytes(options, files[0].name, files[0].read_bytes())  # opens the course and warms the zygote
    spent.clear()
    began, seconds, cpu = time.monotonic(), [], {}
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            data = file.read_bytes()
            used = _cpu_of_all()
            outcome = grade_bytes(options, file.name, data)
            cpu[file] = _cpu_of_all() - used
            seconds.append(outcome.seconds)
            before = time.monotonic()
            _keep(Path(folder), file.name, outcome)
            spent["journal, on the disk"] += time.monotonic() - before
    whole = time.monotonic() - began
    spent["reading, judging, packing"] = whole - sum(spent.values())
    print(f"\nstages of {len(files)}, one after the other: {statistics.median(seconds):.2f} s each (median)")
    for name, taken in sorted(spent.items(), key=lambda entry: -entry[1]):
        print(f"  {name:38} {100 * taken / whole:5.1f} %   {1000 * taken / len(files):7.0f} ms each")
    worker._close(options)
    return cpu


def _keep(folder: Path, name: str, outcome: worker.Outcome) -> None:
    journal = Journal.__new__(Journal)
    journal.folder, journal._course, journal._points = folder, "", ""
    journal.keep(name, outcome)


def _clocked(owner: Any, name: str, spent: dict[str, float], stage: str) -> None:
    """Replaces a method by one whose time counts for `stage`; what it calls of the others counts for it alone."""
    original: Callable[..., Any] = getattr(owner, name)
    state = _clocked.__dict__.setdefault("running", [])

    def method(*args: Any, **keywords: Any) -> Any:
        if state:
            return original(*args, **keywords)
        state.append(stage)
        began = time.monotonic()
        try:
            return original(*args, **keywords)
        finally:
            spent[stage] += time.monotonic() - began
            state.pop()

    setattr(owner, name, method)


def _cpu_of_all() -> float:
    """CPU seconds of this process and of all below it, those that have ended included."""
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0.0
    for pid in _family(os.getpid()):
        with contextlib.suppress(OSError, IndexError, ValueError):
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / ticks
    return total


# --- the floor


def _floor(files: Sequence[Path], options: GradingOptions, ours: dict[Path, float]) -> None:
    import matplotlib.pyplot
    import torch

    matplotlib.use("agg")
    torch.set_num_threads(1)
    course = open_course(read_rubric(Path(options.rubric)))
    items = [item for item in course.rubric.items if item.id in options.only]
    for item in items:  # what the first one would load for all
        course.misconceptions(item.component)
    taken: dict[Path, float] = {}
    for file in files:
        submission = submission_from(file.read_bytes(), file.name)
        used = _in_a_fork(partial(cells_and_checks, submission, items, course, options.seed))
        if used is not None:
            taken[file] = used
    if not taken:
        print("\nno floor: none of the sample ends in this process")
        return
    floor, own = sum(taken.values()) / len(taken), sum(ours[file] for file in taken) / len(taken)
    print(f"\nCPU seconds for each of {len(taken)}: floor {floor:.2f}, ours {own:.2f}: x {own / floor:.2f}")
    ratios = sorted(ours[file] / used for file, used in taken.items() if used)
    print(f"  ratio of each: {ratios[0]:.2f} .. {statistics.median(ratios):.2f} .. {ratios[-1]:.2f}")


def _in_a_fork(work: Callable[[], None]) -> float | None:
    """CPU seconds of `work` in a fork of this process; None where it didn't end well."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            signal.alarm(FLOOR_SECONDS)
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                work()
            code = 0
        finally:
            os._exit(code)
    _, status, used = os.wait4(pid, 0)
    return used.ru_utime + used.ru_stime if status == 0 else None


if __name__ == "__main__":
    main()
