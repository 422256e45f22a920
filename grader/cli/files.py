"""What a command writes: refused early, written whole."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.usage import Refused
from grader.errors import GraderError

if TYPE_CHECKING:
    from grader.model import Text

__all__ = ["folder_to_fill", "folder_to_write", "refuse_output", "write_whole"]


def refuse_output(output: Path, inputs: Sequence[Path | None]) -> None:
    """Say before grading what would go wrong after it, and never write over what was to be read."""
    from grader.model import Text

    try:
        mode = output.lstat().st_mode
    except FileNotFoundError:
        if not output.parent.is_dir():
            raise _refused(Text("the folder {folder} doesn't exist.", {"folder": str(output.parent)})) from None
        _refuse_read_only(output.parent)
        return
    except OSError as error:
        raise _refused(Text("{file}: {error}.", {"file": str(output), "error": error.strerror or ""})) from None
    if stat.S_ISDIR(mode):
        raise _refused(Text("{file} is a folder; name a file in it.", {"file": str(output)}))
    if not stat.S_ISREG(mode):
        raise _refused(Text("{file} is a link or a device; name a plain file.", {"file": str(output)}))
    for source in inputs:
        if source is not None and source.exists() and source.samefile(output):
            raise _refused(Text("{file} is what is to be read; name another file.", {"file": str(output)}))
    _refuse_read_only(output.parent)


def folder_to_fill(output: Path) -> None:
    """Make the folder `output` where it isn't there; refused where nothing can be written in it."""
    from grader.model import Text

    try:
        output.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise _refused(Text("{file} is a file; name a folder.", {"file": str(output)})) from None
    except OSError as error:
        raise _unwritable(output, error) from None
    _refuse_read_only(output)


def folder_to_write(output: Path) -> None:
    """As `folder_to_fill`, and what had to be made is taken away again: for who may end up writing nothing."""
    missing = [folder for folder in (output, *output.parents) if not os.path.exists(folder)]  # never raises
    try:
        folder_to_fill(output)
    finally:
        for folder in missing:
            with contextlib.suppress(OSError):
                folder.rmdir()


def _refuse_read_only(folder: Path) -> None:
    """By writing there, since what the mode says isn't all: a mount may be read-only, a quota used up."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(folder, error) from None


def _unwritable(folder: Path, error: OSError) -> Refused:
    from grader.model import Text

    values: dict[str, str | int | float | Text] = {"folder": str(folder), "error": error.strerror or ""}
    return _refused(Text("nothing can be written in the folder {folder}: {error}.", values))


def _refused(reason: Text) -> Refused:
    return Refused(reason, param_hint="'-o'")


def write_whole(output: Path, text: str | bytes) -> None:
    """All of `text` in `output`, or what was there before: a full disk or a kill never leaves half a report.

    The file is written beside its place and moved there, which replaces a link rather than following it.
    """
    from grader.model import Text

    partial = output.with_name(f".{output.name[:100]}.{secrets.token_hex(6)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(partial, flags, 0o666), "wb") as file:
            if output.exists():  # a report that only its owner could read stays so
                os.fchmod(file.fileno(), stat.S_IMODE(output.stat().st_mode))
            file.write(text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        partial.replace(output)
    except OSError as error:
        raise GraderError(
            Text(
                "{file} can't be written: {error}",
                {"file": str(output), "error": error.strerror or ""},
            )
        ) from error
    finally:
        partial.unlink(missing_ok=True)
