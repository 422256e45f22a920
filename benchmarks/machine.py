"""What a measurement was made on: figures without it can't be compared with anything."""

from __future__ import annotations

import compileall
import contextlib
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["compiled", "machine"]

GRADER = Path(__file__).parents[1] / "grader"


def machine(*packages: str) -> str:
    """One line: the processor, its cores, how busy it was before, the system, Python, the grader and `packages`."""
    found = [platform.machine(), *_processor(), f"{os.cpu_count()} CPUs", f"load {os.getloadavg()[0]:.1f}"]
    found += [f"{platform.system()} {platform.release()}", f"Python {platform.python_version()}"]
    for package in ("transformer-grader", *packages):
        with contextlib.suppress(PackageNotFoundError):
            found.append(f"{package.removeprefix('transformer-')} {version(package)}")
    return ", ".join(found)


def _processor() -> list[str]:
    """Its name, where Linux knows it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return [line.partition(":")[2].strip()]
    return []


def compiled() -> None:
    """Leave the grader's modules as pip does, compiled.

    Where Python is told to keep no bytecode, a fresh clone's would be compiled at each start that is timed.
    """
    compileall.compile_dir(GRADER, quiet=1)
