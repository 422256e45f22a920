"""Confinement by another user: for containers that are started as root and refuse all else.

Each kernel becomes a user of its own that owns nothing but its private folders.  It can't read what only root may
read, and can't signal or inspect a process of another user.  Sockets are kept to Unix ones by a seccomp filter.
Everything that the whole world may read or write stays within its reach, and that of others of its kind.
"""

from __future__ import annotations

import itertools
import os
import platform
import subprocess
import sys
from functools import cache
from pathlib import Path

from grader.inside.restrict import ARCHITECTURES
from grader.sandbox.policy import Policy
from grader.sandbox.python_installation import readable_paths

__all__ = ["LEVEL", "OWN_ROOT", "confine", "restriction", "unavailable"]

LEVEL = "uid"
OWN_ROOT = False

FIRST_UID = 61_000  # beyond those of people and of systemd's dynamic users
_uids = itertools.count()

INSIDE = Path(__file__).parents[1] / "inside"
PROBE = """
import os, sys
os.setgroups([]); os.setgid(int(sys.argv[1])); os.setuid(int(sys.argv[1]))
for path in sys.argv[2:]:
    os.listdir(path) if os.path.isdir(path) else open(path).close()
"""


@cache
def unavailable() -> str | None:
    """None if a process of another user can read what a kernel needs, else why not.  Tried, not guessed."""
    if sys.platform != "linux" or not hasattr(os, "geteuid"):
        return "needs Linux"
    if os.geteuid() != 0:
        return "needs to be started as root"
    paths = [*readable_paths(), str(INSIDE / "launch.py")]
    done = subprocess.run(  # noqa: S603 - our own argv, no shell
        [sys.executable, "-I", "-c", PROBE, str(FIRST_UID), *paths],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )
    if done.returncode == 0:
        return None
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"another user can't read this Python installation ({said[-1][:200] if said else 'no word why'})"


def confine(argv: list[str], policy: Policy) -> list[str]:
    """The same command; the rest is `restriction`."""
    return argv


def restriction(policy: Policy) -> dict[str, object]:
    """Another user at each call.  The private folders become that user's, and the way to them passable."""
    uid = FIRST_UID + next(_uids) % 1000
    for folder in policy.writable:
        os.chmod(os.path.dirname(folder), 0o711)  # noqa: S103 - to be walked through; its name can't be guessed
        for path in (folder, *(str(entry) for entry in Path(folder).rglob("*"))):
            os.chown(path, uid, uid)
    sockets: dict[str, object] = {"sockets": False}
    return {
        "uid": uid,
        "seccomp": sockets if platform.machine() in ARCHITECTURES else None,
        "subreaper": True,
    }
