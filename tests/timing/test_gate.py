"""What is timed has the machine for itself, one after the other; and nobody waits for ever."""

from __future__ import annotations

import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from grader.timing.gate import FileGate

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")

OTHER = """
import sys, time
from pathlib import Path
from grader.timing.gate import FileGate
gate = FileGate(Path(sys.argv[1]))
getattr(gate, sys.argv[2])()
print("in", flush=True)
sys.stdin.readline()
"""


@contextmanager
def another(folder: Path, way: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that is in `way` until it's told to end."""
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(folder), way], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def waited(gate: FileGate, way: str) -> float:
    began = time.monotonic()
    getattr(gate, way)()
    return time.monotonic() - began


def is_in(process: subprocess.Popen[str]) -> bool:
    return _output_of(process).readline() == "in\n"


def _output_of(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def test_those_who_share_run_at_the_same_time(tmp_path: Path) -> None:
    with another(tmp_path, "shared") as other:
        assert is_in(other)
        assert waited(FileGate(tmp_path, patience=60), "shared") < 30, "it didn't run out of patience"


@pytest.mark.parametrize(("there", "comes"), [("shared", "alone"), ("alone", "shared"), ("alone", "alone")])
def test_who_is_alone_is_alone(tmp_path: Path, there: str, comes: str) -> None:
    gate = FileGate(tmp_path, patience=0.3)
    with another(tmp_path, there) as other:
        assert is_in(other)
        assert waited(gate, comes) >= 0.3, "it was kept out for as long as its patience lasts"
    # The other has ended, killed, and nothing is left of its lock.
    gate.leave()
    patient = FileGate(tmp_path, patience=60)
    assert waited(patient, comes) < 30


def test_one_after_the_other(tmp_path: Path) -> None:
    gate = FileGate(tmp_path)
    gate.shared()
    with another(tmp_path, "alone") as other:
        time.sleep(0.3)
        gate.leave()
        assert is_in(other), "whoever waits gets in once the room is empty"


def test_the_same_again_costs_nothing(tmp_path: Path) -> None:
    gate = FileGate(tmp_path, patience=60)
    for way in ("shared", "shared", "alone", "alone", "shared", "leave", "leave"):
        assert waited(gate, way) < 30


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(PermissionError):
        FileGate(tmp_path / "link")


def test_all_who_are_inside_have_their_turn_before_anybody_new(tmp_path: Path) -> None:
    """So the room is emptied once for all of them, and not for each."""
    gate = FileGate(tmp_path)
    gate.shared()
    with another(tmp_path, "alone") as first, another(tmp_path, "alone") as second:
        time.sleep(1.0)
        with another(tmp_path, "shared") as newcomer:
            time.sleep(1.0)
            gate.leave()
            waiting = {_output_of(process): process for process in (first, second, newcomer)}
            order = []
            while waiting:
                for stdout in select.select(list(waiting), [], [], 60)[0]:
                    process = waiting.pop(stdout)
                    assert is_in(process)
                    order.append(process)
                    process.communicate("\n")
    assert order[2] is newcomer
