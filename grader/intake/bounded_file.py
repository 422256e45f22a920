"""The bytes of one regular file, read once and never without end."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from grader.errors import NoSuchSubmission, UnreadableSubmission
from grader.model import Text

__all__ = ["MOST_BYTES", "read_regular_file"]

MOST_BYTES = 64 << 20


def read_regular_file(path: Path) -> bytes:
    """All bytes of the file, at most `MOST_BYTES`.

    What is graded and what is hashed are these bytes: a file that changes afterwards changes nothing.
    A FIFO or a device under a student's file name must not keep us waiting, nor be opened at all.
    """
    try:
        _refuse_unless_regular(os.stat(path).st_mode)
        # Once more on the open file: it may have been swapped in between.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb") as file:
            _refuse_unless_regular(os.fstat(descriptor).st_mode)
            data = file.read(MOST_BYTES + 1)  # whatever its size was a moment ago: it may be growing
    except FileNotFoundError:
        raise NoSuchSubmission(Text("There is no such file.")) from None
    except PermissionError:
        raise UnreadableSubmission(Text("We aren't allowed to read this file; check its permissions.")) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise UnreadableSubmission(Text("This file can't be read ({reason}).", {"reason": reason})) from None
    if len(data) > MOST_BYTES:
        raise UnreadableSubmission(
            Text(
                "This file is too large: over {limit} MiB. Choose Clear All Outputs, save, and hand it in again.",
                {"limit": MOST_BYTES >> 20},
            )
        )
    return data


def _refuse_unless_regular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise UnreadableSubmission(Text("This is a folder. Give the path of the .ipynb file inside it."))
    if not stat.S_ISREG(mode):
        raise UnreadableSubmission(Text("This isn't a regular file (it is a pipe, a socket or a device)."))
