"""The line that says what is under way."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from grader.model import Text
from grader.student import status
from grader.student.status import Status, ticking


class Line:
    """What was shown of it; None where it was wiped."""

    def __init__(self) -> None:
        self.shown: list[str | None] = []

    @contextlib.contextmanager
    def __call__(self) -> Iterator[Callable[[Text], None]]:
        yield lambda text: self.shown.append(str(text))
        self.shown.append(None)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(status, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_what_takes_long_is_shown_with_its_seconds(clock: list[float]) -> None:
    line = Line()
    shown = Status(line)
    shown.set(Text("checking softmax"))
    for seconds in (0.0, 0.5, 0.1, 2.0, 0.3, 1.0):
        clock[0] += seconds
        shown.tick()
    assert line.shown == ["checking softmax", "checking softmax (2 s)", "checking softmax (3 s)"]


def test_what_is_quick_is_not_shown(clock: list[float]) -> None:
    line = Line()
    shown = Status(line)
    shown.set(Text("checking softmax"))
    shown.tick()
    shown.wipe()
    clock[0] += 9
    shown.tick()
    assert line.shown == []


def test_it_makes_way_for_what_is_printed_and_comes_back(clock: list[float]) -> None:
    line = Line()
    shown = Status(line)
    shown.set(Text("checking softmax"))
    clock[0] += 1
    shown.tick()
    shown.clear()
    shown.tick()
    shown.wipe()
    shown.tick()
    assert line.shown == ["checking softmax", None, "checking softmax", None]


def test_it_is_gone_at_the_end_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "SHOWN_AFTER_SECONDS", 0.0)
    line = Line()

    def interrupted() -> None:
        with ticking(line) as tell:
            tell(Text("running the cells"))
            while not line.shown:
                time.sleep(0.001)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert line.shown == ["running the cells", None]
