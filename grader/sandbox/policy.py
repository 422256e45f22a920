"""What a confined process may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Policy"]


@dataclass(frozen=True)
class Policy:
    """Everything that isn't named here is out of sight.

    `readable` are host paths seen at the same place, read-only; `files` maps a path inside to the host file
    that is seen there, read-only.  `hidden` paths are covered where a readable one contains
    them.  `home` is a private empty folder, of `private_mebibytes` at most, as is ``/tmp``.

    `devices` are device nodes that it may use, such as those of an accelerator.

    `writable` are host folders that are the process's own where it has no root of its own.

    With `forks` the process confines its own children further: it keeps what it needs for that, which is of no use
    outside.  It must be ours, and never run a student's code itself.
    """

    environment: Mapping[str, str]
    home: str
    folder: str
    readable: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()
    private_mebibytes: int = 512
    forks: bool = False
    devices: tuple[str, ...] = ()
