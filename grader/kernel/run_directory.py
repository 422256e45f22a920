"""A kernel's folder on the host: its sockets, and on the weaker levels all that the notebook writes."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

__all__ = ["new_run_directory", "remove_run_directory"]

REMOVAL_SECONDS = 60


def new_run_directory() -> Path:
    """A folder for a kernel's socket.  0700: on the level "none" it's all that keeps other users of the machine out."""
    made = Path(tempfile.mkdtemp(prefix="nb-"))
    if len(os.fsencode(made)) > 80:  # a Unix socket's path has 107 bytes at most
        made.rmdir()
        made = Path(tempfile.mkdtemp(prefix="nb-", dir="/tmp"))
    return made


def remove_run_directory(folder: Path) -> None:
    """Whatever a notebook has made of it: folders in folders, deeper than Python's recursion and than any path can be
    long, and such as nobody may list."""
    with contextlib.suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
        if folder.exists():
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(  # noqa: S603 - our own argv, no shell
                    [*command, "--", str(folder)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=REMOVAL_SECONDS,
                    check=False,
                )
