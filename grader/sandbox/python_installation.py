"""What a confined Python needs to see of this one, and what of the grader it must not see."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

__all__ = ["extra_paths", "own_files", "readable_paths"]

DISTRIBUTION = "transformer_grader"
SITE = ("site-packages", "dist-packages")
PARTS = ("bin", "lib", "lib64", "libexec", "include", "share", "etc", "ssl", "pyvenv.cfg")


def readable_paths() -> tuple[str, ...]:
    """The virtual environment, the Python that it was made from, and package folders outside of both.

    Of each only what a Python consists of: somebody may have made the environment in the course's own folder.
    """
    prefixes = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix]
    # The interpreter may be reached through links with names of their own.
    prefixes += [os.path.realpath(prefix) for prefix in prefixes]
    prefixes.append(os.path.dirname(os.path.dirname(os.path.realpath(sys.executable))))
    parts = [os.path.join(prefix, part) for prefix in prefixes for part in PARTS]
    return tuple(dict.fromkeys(path for path in (*parts, *extra_paths()) if os.path.exists(path)))


def extra_paths() -> tuple[str, ...]:
    """Package folders that an isolated Python wouldn't look into: those of ``pip install --user``."""
    prefixes = (sys.prefix, sys.base_prefix, "/usr")
    return tuple(
        path
        for path in sys.path
        if os.path.basename(path) in SITE
        and os.path.isdir(path)
        and not any(path.startswith(f"{prefix}{os.sep}") for prefix in prefixes)
    )


def own_files() -> tuple[str, ...]:
    """The grader's package, its checkout, and every trace of its installation among the packages."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    home = os.path.dirname(package)
    found = [package if os.path.basename(home) in SITE else home]
    for folder in sys.path:
        if os.path.basename(folder) in SITE and os.path.isdir(folder):
            found += _traces(folder)
            found += _traces(os.path.join(folder, "__pycache__"))
    return tuple(dict.fromkeys(found))


def _traces(folder: str) -> Iterator[str]:
    if os.path.isdir(folder):
        for name in os.listdir(folder):
            if DISTRIBUTION in name.replace("-", "_").lower():
                yield os.path.join(folder, name)
