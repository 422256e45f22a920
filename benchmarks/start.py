"""What ``grade --help`` takes beyond Python's own start, on the clock and in processor time.

Run it as ``python benchmarks/start.py [ROUNDS]``.  In each round every command is started once, in turn, so that a busy
machine slows them all alike; the target is less than 150 ms beyond ``python -c pass``.  With it stand the modules that
take most of it, from ``python -X importtime``.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))

from benchmarks.command import number_for  # noqa: E402
from benchmarks.machine import compiled, machine  # noqa: E402

TARGET_MILLISECONDS = 150
SLOWEST = 8

PYTHON = "python -c pass"
HELP = "grade --help"
COMMANDS = {
    PYTHON: [sys.executable, "-c", "pass"],
    # As the installed program does it, which is no module run with -m.
    HELP: [sys.executable, "-c", "import sys; from grader.cli import main; sys.exit(main(['--help']))"],
    "grade --version": [sys.executable, "-c", "import sys; from grader.cli import main; sys.exit(main(['--version']))"],
    "python -c 'import click'": [sys.executable, "-c", "import click"],
}


def milliseconds(command: list[str]) -> tuple[float, float]:
    """On the clock and on the processor, from the start of the process to its end."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=CHECKOUT)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    return 1000 * wall, 1000 * (used.ru_utime + used.ru_stime)


def slowest_modules() -> list[tuple[float, str]]:
    """Milliseconds of a module without those that it imports."""
    command = [sys.executable, "-X", "importtime", *COMMANDS[HELP][1:]]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=CHECKOUT).stderr
    rows = [line.removeprefix("import time:").split("|") for line in told.splitlines() if "[us]" not in line]
    return sorted(((int(row[0]) / 1000, row[2].strip()) for row in rows if len(row) == 3), reverse=True)[:SLOWEST]


def main() -> None:
    rounds = number_for(__doc__, "rounds", 40, "starts of each")
    compiled()
    on = machine("click")
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for _ in range(rounds + 1):
        for name, command in COMMANDS.items():
            taken[name].append(milliseconds(command))
    print(on)
    print(f"median (min .. max) of {rounds} rounds, in ms; the first one, which fills the page cache, isn't counted\n")
    middles = {}
    for name, each in taken.items():
        wall, cpu = zip(*each[1:], strict=True)
        middles[name] = statistics.median(wall), statistics.median(cpu)
        spread = f"({min(wall):.0f} .. {max(wall):.0f})"
        print(f"  {name:26} {middles[name][0]:6.0f} {spread:14}  CPU {middles[name][1]:5.0f}")
    wall, cpu = (ours - base for ours, base in zip(middles[HELP], middles[PYTHON], strict=True))
    print(f"\n  {HELP} beyond Python's own start: {wall:.0f} ms, CPU {cpu:.0f} ms (target {TARGET_MILLISECONDS} ms)")
    print("\n  slowest modules: " + ", ".join(f"{name} {took:.1f}" for took, name in slowest_modules()))


if __name__ == "__main__":
    main()
