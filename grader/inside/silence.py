"""What student code prints while it is being asked: it never matters, and is at most counted."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import Iterator

__all__ = ["Unread", "printed", "silenced"]

_write = os.write  # a notebook may replace it
_BLANK = b" " * (1 << 16)


def printed(descriptor: int, count: int) -> None:
    """Write so many bytes, which somebody counts and nobody reads."""
    try:
        while count > 0:
            count -= _write(descriptor, _BLANK[:count])
    except OSError:  # a notebook has closed it
        return


class Unread(io.TextIOBase):
    """Takes text, and tells `descriptor` how much it was, if there is one."""

    encoding = "utf-8"

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = descriptor
        self._pending = 0

    def write(self, text: str) -> int:
        self._pending += len(text)
        if self._pending > len(_BLANK):
            if self._descriptor is not None:
                printed(self._descriptor, self._pending)
            self._pending = 0
        return len(text)

    def writable(self) -> bool:
        return True


@contextmanager
def silenced(stream: Unread) -> Iterator[None]:
    kept = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = stream
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept
