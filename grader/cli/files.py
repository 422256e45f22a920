"""A report's file: refused early, written whole."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Sequence
from pathlib import Path

import click

from grader.errors import GraderError

__all__ = ["refuse_output", "write_whole"]


def refuse_output(output: Path, inputs: Sequence[Path | None]) -> None:
    """Say before grading what would go wrong after it, and never write over what was to be read."""
    try:
        mode = output.lstat().st_mode
    except FileNotFoundError:
        if not output.parent.is_dir():
            raise click.BadParameter(f"the folder {output.parent} doesn't exist.", param_hint="'-o'") from None
        return
    except OSError as error:
        raise click.BadParameter(f"{output}: {error.strerror}.", param_hint="'-o'") from None
    if stat.S_ISDIR(mode):
        raise click.BadParameter(f"{output} is a folder; name a file in it.", param_hint="'-o'")
    if not stat.S_ISREG(mode):
        raise click.BadParameter(f"{output} is a link or a device; name a plain file.", param_hint="'-o'")
    for source in inputs:
        if source is not None and source.exists() and source.samefile(output):
            raise click.BadParameter(f"{output} is what is to be read; name another file.", param_hint="'-o'")


def write_whole(output: Path, text: str) -> None:
    """All of `text` in `output`, or what was there before: a full disk or a kill never leaves half a report.

    The file is written beside its place and moved there, which replaces a link rather than following it.
    """
    partial = output.with_name(f".{output.name[:100]}.{secrets.token_hex(6)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(partial, flags, 0o666), "wb") as file:
            if output.exists():  # a report that only its owner could read stays so
                os.fchmod(file.fileno(), stat.S_IMODE(output.stat().st_mode))
            file.write(text.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        partial.replace(output)
    except OSError as error:
        raise GraderError(f"the report can't be written to {output}: {error.strerror}") from error
    finally:
        partial.unlink(missing_ok=True)
