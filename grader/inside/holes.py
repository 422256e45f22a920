"""The free places within the process's own memory, filled: what is made from now on needs new memory.

An allocator keeps what was freed.  A limit on what the system gives counts nothing of that, and a matrix of 36 MiB got
through under a limit of 20 because an earlier one had left its place.  What fills the holes is never written to, so
that it takes addresses and no memory.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import Any

__all__ = ["data_bytes", "fill_holes", "release"]

# The large ones with few requests, then those that many small parts of something large would fit in: where thousands
# of questions were answered before, all that is free may be in holes of less than 100 KiB.
SIZES = 16 << 20, 1 << 20, 128 << 10, 16 << 10
MOST_BLOCKS = 8192  # of each size
IN_A_ROW = 3  # once may be somebody else's: the interpreter's own, while we look


def fill_holes() -> list[int]:
    """Take memory until the system has to give it; the addresses, for `release`.  GNU's allocator alone."""
    gc.collect()  # or a limit is raised by what is collected under it
    libc: Any = ctypes.CDLL(None) if sys.platform == "linux" else None
    if libc is None or not hasattr(libc, "malloc_trim"):
        return []
    libc.malloc.restype = ctypes.c_void_p
    taken: list[int] = []
    for size in SIZES:
        grown = 0
        for _ in range(MOST_BLOCKS):
            before = data_bytes() or 0
            address = libc.malloc(ctypes.c_size_t(size))
            if address is None:
                break
            taken.append(address)
            if (data_bytes() or 0) <= before:
                grown = 0
                continue
            libc.malloc_trim(0)  # what the system gave beyond the block itself (M_TOP_PAD)
            grown += 1
            if grown == IN_A_ROW:
                break
    return taken


def release(taken: list[int]) -> None:
    for address in taken:
        ctypes.CDLL(None).free(ctypes.c_void_p(address))


def data_bytes(process: int | str = "self") -> int | None:
    """Heap and private mappings, as RLIMIT_DATA counts them; None for a process that isn't there."""
    try:
        with open(f"/proc/{process}/status", encoding="ascii", errors="replace") as status:
            return next((int(line.split()[1]) << 10 for line in status if line.startswith("VmData:")), None)
    except OSError:
        return None
