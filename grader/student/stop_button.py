"""The kernel's stop button ends a check as a whole.

What it sends, SIGINT, interrupts whatever runs: a function of the student's that never returns, mostly.  Taken for an
exception of theirs, it would end one call, and the next check would call the function again.
"""

from __future__ import annotations

import linecache
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any

from grader.model import Ask, Call, Reply, Text

__all__ = ["StopButton", "Stopped", "is_of_a_cell"]


class Stopped(KeyboardInterrupt):
    """The check was to end.  Not an `Exception`: no check may take it for a fault of its own."""


@dataclass(frozen=True)
class _Place:
    function: str
    cell: int | None
    line: int
    code: str


class StopButton:
    """While it's entered, SIGINT ends what is asked `through` it with `Stopped`; outside the main thread, where no
    signal can be had, nothing changes.  `cell_of` tells which cell the code of a file name comes from.
    """

    def __init__(self, cell_of: Callable[[str], int | None]) -> None:
        self.pressed = False
        self._cell_of = cell_of
        self._place: _Place | None = None
        self._asking = False
        self._before: Any = None

    def __enter__(self) -> StopButton:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._on_signal) or signal.default_int_handler
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _on_signal(self, _number: int, frame: FrameType | None) -> None:
        again, self.pressed = self.pressed, True
        self._place = self._place or self._in_cells(frame)
        # Our own code between two questions is soon done, and leaves nothing half done.
        if self._asking or again:
            raise Stopped

    def through(self, ask: Ask) -> Ask:
        """`ask`, whose answer nobody gets once the button was pressed: it may be the interruption itself."""

        def ask_until_stopped(call: Call, /) -> Reply:
            if self.pressed:
                raise Stopped
            self._asking = True
            try:
                reply = ask(call)
            finally:
                self._asking = False
            if self.pressed:
                raise Stopped
            return reply

        return ask_until_stopped

    def _in_cells(self, frame: FrameType | None) -> _Place | None:
        """The innermost place in code that was typed into a notebook, and the function around it."""
        inside: _Place | None = None
        while frame is not None and frame.f_globals is not globals():  # further out is who asks, and not what was asked
            name, code = frame.f_code.co_name, frame.f_code.co_filename
            if is_of_a_cell(code):
                source = linecache.getline(code, frame.f_lineno).strip()
                inside = inside or _Place(name, self._cell_of(code), frame.f_lineno, source)
                if not name.startswith("<"):  # a comprehension, or a lambda
                    return _Place(name, inside.cell, inside.line, inside.code)
            elif inside is not None:
                return inside
            frame = frame.f_back
        return inside

    @property
    def told(self) -> Text:
        """That it was stopped, and what was running."""
        place = self._place
        if place is None or place.function == "<module>":
            return Text("Stopped, as you asked.")
        values: dict[str, str | int | float | Text] = {
            "name": place.function,
            "line": place.line,
            "code": place.code,
            "cell": place.cell or 0,
        }
        if place.cell is None:
            return Text("Stopped, as you asked: `{name}` was running, at line {line} of its cell: {code}", values)
        return Text("Stopped, as you asked: `{name}` was running, at cell {cell}, line {line}: {code}", values)


def is_of_a_cell(filename: str) -> bool:
    """Is it how IPython calls the file of a cell that was run?"""
    return "ipykernel_" in filename or "<ipython-input" in filename
