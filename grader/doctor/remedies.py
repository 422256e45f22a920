"""Why this machine refuses something, and what its owner can do about it."""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["remedy_for"]

# A file of the system, what it says where it forbids user namespaces, and the remedy.
SWITCHES = (
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "Ubuntu's AppArmor keeps programs from making user namespaces. Allow it for bwrap by an AppArmor profile "
        "(apt install apparmor-profiles), or for all: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    (
        "/proc/sys/kernel/unprivileged_userns_clone",
        "0",
        "This system keeps users from making user namespaces: sudo sysctl kernel.unprivileged_userns_clone=1",
    ),
    (
        "/proc/sys/user/max_user_namespaces",
        "0",
        "This system allows no user namespaces at all: sudo sysctl user.max_user_namespaces=10000",
    ),
)
IN_A_CONTAINER = (
    "This looks like a container whose seccomp profile refuses namespaces (Docker's default one does). Start it with "
    "--security-opt seccomp=unconfined --security-opt apparmor=unconfined, or grade outside of it"
)
OTHERWISE = "Look at what bwrap says above; on a server, its administrator may have forbidden user namespaces"
BY_LEVEL = {
    "landlock": "Use a Linux of 5.13 or later with Landlock in its list of security modules (lsm=landlock,...)",
    "uid": "Start it as root, in a container made for grading, with Python installed where everyone can read it",
}


def remedy_for(backend: str) -> str:
    """What can be done to have `backend`, which is unavailable here."""
    if sys.platform != "linux":
        return "Grade in Linux: WSL 2 on Windows, Docker or a virtual machine on macOS"
    if backend != "bubblewrap":
        return BY_LEVEL.get(backend, "")
    for file, forbidding, remedy in SWITCHES:
        try:
            if Path(file).read_text(encoding="ascii").strip() == forbidding:
                return remedy
        except OSError:
            continue
    in_container = any(Path(file).exists() for file in ("/.dockerenv", "/run/.containerenv"))
    return IN_A_CONTAINER if in_container else OTHERWISE
