"""Single keys of a terminal."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time
from collections.abc import Iterator
from typing import Protocol

__all__ = ["Keys", "keys_of_terminal"]


class Keys(Protocol):
    """Where keys come from: waits at most `seconds` for one, "" if there was none, None where no more can come."""

    def __call__(self, seconds: float, /) -> str | None: ...


@contextlib.contextmanager
def keys_of_terminal() -> Iterator[Keys]:
    """Single keys of the terminal, without Enter; where there is none, only the end of input counts."""
    if not sys.stdin.isatty() or os.name != "posix":

        def wait(seconds: float) -> str | None:
            time.sleep(seconds)
            return None

        yield wait
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:

        def read(seconds: float) -> str | None:
            ready, _, _ = select.select([descriptor], [], [], seconds)
            return os.read(descriptor, 1).decode(errors="replace") if ready else ""

        yield read
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
