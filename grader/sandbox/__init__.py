"""Confine a process.  Nothing here knows of notebooks or grades.

A backend is a module: ``LEVEL`` is the word that stands in reports; ``OWN_ROOT`` says whether a process sees folders
of its own making, or the host's; ``unavailable()`` gives None or why it can't be used here, found by trying it;
``confine(argv, policy)`` the command line that runs `argv` confined; ``restriction(policy)`` what that process must
give up by itself (``grader.inside.restrict``) before anyone else's code is in it.  To add one: write the module, add a
line to `BACKENDS`; the escape tests run against all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from grader.errors import SandboxUnavailable, UsageError
from grader.sandbox import bubblewrap, landlock, uid, unconfined
from grader.sandbox.policy import Policy

__all__ = ["BACKENDS", "Confinement", "Policy", "choose"]


class Backend(Protocol):
    @property
    def LEVEL(self) -> str: ...  # noqa: N802 - a constant of the module
    @property
    def OWN_ROOT(self) -> bool: ...  # noqa: N802
    def unavailable(self) -> str | None: ...
    def confine(self, argv: list[str], policy: Policy) -> list[str]: ...
    def restriction(self, policy: Policy) -> dict[str, object]: ...


# The strongest first: `choose("auto")` takes the first that works.
BACKENDS: dict[str, Backend] = {"bubblewrap": bubblewrap, "landlock": landlock, "uid": uid, "none": unconfined}


@dataclass(frozen=True)
class Confinement:
    """A backend that works here.  `shortfall` says why no stronger one was taken; empty if none is stronger."""

    name: str
    backend: Backend
    shortfall: str = ""

    @property
    def level(self) -> str:
        """The word for reports: ``full``, ``landlock``, ``uid`` or ``none``."""
        return self.backend.LEVEL


def choose(name: str = "auto") -> Confinement:
    """The backend `name`, or with ``auto`` the strongest that works on this machine.

    Raises :class:`SandboxUnavailable` with the reason if `name` doesn't work here, and
    :class:`UsageError` if there is no such backend.
    """
    if name != "auto":
        if name not in BACKENDS:
            raise UsageError(f"unknown sandbox {name!r}; choose from auto, {', '.join(BACKENDS)}")
        reason = BACKENDS[name].unavailable()
        if reason is not None:
            raise SandboxUnavailable(f"sandbox {name}: {reason}")
        return Confinement(name, BACKENDS[name])
    reasons: list[str] = []
    for candidate, backend in BACKENDS.items():
        reason = backend.unavailable()
        if reason is None:
            return Confinement(candidate, backend, "; ".join(reasons))
        reasons.append(f"{candidate}: {reason}")
    raise SandboxUnavailable("; ".join(reasons))
