"""A file that the command line names."""

from __future__ import annotations

from pathlib import Path

from grader.errors import UsageError
from grader.model import Text

__all__ = ["read_given"]


def read_given(file: Path) -> bytes:
    """Its bytes.  Raises UsageError with the file and the reason."""
    try:
        return file.read_bytes()
    except OSError as error:
        values = {"file": str(file), "error": error.strerror or ""}
        raise UsageError(Text("{file} can't be read: {error}", values)) from error
