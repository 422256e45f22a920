"""``grade check`` at a real terminal, with a real kernel and a function that never ends."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.student.public import PublicChecks
from tests.student.conftest import ROOT
from tests.student.test_check import RIGHT

pytestmark = pytest.mark.kernel

# Only waited for where a test fails.
LONG = 120.0
SOFTMAX = RIGHT["numpy"].replace("\n        ", "\n").strip()
ENDLESS = "def softmax(z, axis=-1):\n    while True:\n        pass"
# Tests that run in the background of a shell have SIGINT ignored, and so would this have.
PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from grader.cli import main
sys.exit(main(sys.argv[1:]))
"""
STYLES = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """A program at a terminal of its own; `read` is all that it has written so far."""

    def __init__(self, folder: Path, *arguments: str, columns: int = 80) -> None:
        self.ours, theirs = pty.openpty()
        self.resize(columns)
        kept = {
            k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LANG", "LC_ALL", "LC_MESSAGES", "COLUMNS")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            cwd=folder,
            env={**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm", "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        self.read, self._at = "", 0

    def resize(self, columns: int) -> None:
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))

    def until(self, words: str) -> str:
        """What came up to `words` since the last time."""
        until = time.monotonic() + LONG
        while words not in self.read[self._at :]:
            assert time.monotonic() < until, f"no {words!r} in {self.read[self._at :]!r}"
            assert self._more(), f"it ended without {words!r}: {self.read[self._at :]!r}"
        end = self.read.index(words, self._at) + len(words)
        part, self._at = self.read[self._at : end], end
        return part

    def end(self) -> str:
        while self._more():
            pass
        self.process.wait(LONG)
        return self.read[self._at :]

    def _more(self) -> bool:
        if not select.select([self.ours], [], [], LONG)[0]:
            return False
        try:
            part = os.read(self.ours, 65536)
        except OSError:  # the other side is closed
            return False
        self.read += STYLES.sub("", part.decode(errors="replace").replace("\r\n", "\n"))
        return bool(part)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)


def save(path: Path, *sources: str) -> None:
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"c{n}", "metadata": {}, "outputs": [], "execution_count": None, "source": source}
        for n, source in enumerate(sources)
    ]
    new = path.with_suffix(".new")
    new.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8")
    new.replace(path)


@pytest.fixture
def path(public: PublicChecks, tmp_path: Path) -> Path:
    shutil.copy(public.path, tmp_path)
    return tmp_path / "mine.ipynb"


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    made: list[Terminal] = []
    yield made
    for terminal in made:
        terminal.close()


def test_a_check_that_hangs_makes_way_for_a_newer_save_and_for_an_interrupt(
    path: Path, terminals: list[Terminal]
) -> None:
    """Neither waits until the function's time is up: then it'd be said that it took too long."""
    save(path, SOFTMAX)
    terminals.append(terminal := Terminal(path.parent, "check", path.name, "--watch", "--only", "softmax"))
    terminal.until("Keys: n(ext) h(int) a(ll)")
    save(path, ENDLESS)
    terminal.until("checking softmax")
    terminal.resize(44)
    save(path, SOFTMAX)
    told = terminal.until("Waiting for")
    assert "no item's code has changed" in told
    lines = told.rpartition("\x1b[K")[2].splitlines()
    assert 30 < max(map(len, lines)) <= 44
    save(path, ENDLESS)
    terminal.until("checking softmax")
    terminal.process.send_signal(signal.SIGINT)
    rest = terminal.end()
    assert terminal.process.returncode == 130
    assert rest.endswith("\x1b[K\ngrade: interrupted\n")
    for words in ("took too long", "Task", "Traceback"):
        assert words not in terminal.read


def test_an_interrupt_ends_a_check_whose_cell_hangs_and_q_ends_watching(path: Path, terminals: list[Terminal]) -> None:
    save(path, "while True:\n    pass")
    terminals.append(plain := Terminal(path.parent, "check", path.name))
    terminals.append(watching := Terminal(path.parent, "check", path.name, "--watch"))
    plain.until("running the cells")
    plain.process.send_signal(signal.SIGINT)
    watching.until("running the cells")
    os.write(watching.ours, b"q")
    assert plain.end().endswith("\x1b[K\ngrade: interrupted\n")
    assert "Task" not in watching.end() + plain.read
    assert (plain.process.returncode, watching.process.returncode) == (130, 1)
