"""Start the student's process.  Standard library only: it is spawned before anything heavy is imported.

``import torch`` takes a second in the student's process; what the grader itself has to
import (NumPy, nbclient) is read meanwhile on the other core.  So :func:`start` comes first in the
pipeline, and this module imports neither of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox import Confinement

__all__ = ["KernelProcess", "KernelRecipe", "mentions_torch", "start"]


def mentions_torch(notebook: bytes) -> bool:
    """Is it worth importing torch before the first cell runs?  A guess from the file's raw bytes."""
    return b"torch" in notebook


@dataclass(frozen=True)
class KernelRecipe:
    """How to start a kernel; kept so that a fresh one can be started after a crash.

    `hidden` are files and folders that the student's process must not see even where they lie in a
    folder that it needs (the course's, the submissions').
    """

    confinement: Confinement
    preload_torch: bool
    hidden: tuple[Path, ...] = ()


def start(confinement: Confinement, *, preload_torch: bool, hidden: Iterable[Path] = ()) -> KernelProcess:
    """Spawn a confined kernel and return at once, before it is ready.

    Call it from a thread that lives as long as the kernel shall: Linux kills the kernel when the
    thread that spawned it ends.  Raises :class:`grader.errors.KernelUnavailable`.
    """
    raise NotImplementedError


class KernelProcess:
    """A spawned kernel: its process, the descriptor of its agent, its private run directory."""

    recipe: KernelRecipe

    def again(self) -> KernelProcess:
        """A fresh kernel by the same recipe."""
        raise NotImplementedError

    def kill(self) -> None:
        """SIGKILL for it and everything that it started; its directory is removed.  Idempotent."""
        raise NotImplementedError
