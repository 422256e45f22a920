"""Bytes that were read once, kept until they are graded."""

from __future__ import annotations

import hashlib
import tempfile
import threading
from collections.abc import Callable
from functools import partial

__all__ = ["Store"]

IN_MEMORY = 256 << 20


class Store:
    """What is put in comes out the same.

    Up to `IN_MEMORY` bytes stay in memory.  A large class's go to a file without a name, which nobody else can open:
    not a student's program that is graded before the others, nor one that is still running.
    """

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - it lives as long as this
        self._end = 0
        self._lock = threading.Lock()

    def put(self, data: bytes) -> Callable[[], bytes]:
        """Keeps `data`; the function that gives it back may be called from any thread, as often as needed."""
        with self._lock:
            self._file.seek(self._end)
            self._file.write(data)
            start, self._end = self._end, self._end + len(data)
        return partial(self._get, start, len(data), hashlib.sha256(data).digest())

    def _get(self, start: int, size: int, digest: bytes) -> bytes:
        with self._lock:
            self._file.seek(start)
            data = self._file.read(size)
        if hashlib.sha256(data).digest() != digest:
            raise OSError("the bytes of a submission that were kept for grading are damaged")
        return data
