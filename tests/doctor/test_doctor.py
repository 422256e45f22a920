"""The doctor tells a level that holds from one that only says so."""

from __future__ import annotations

import ctypes
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader import sandbox
from grader.cli import main
from grader.doctor import Outcome, examine, remedies, remedy_for
from grader.doctor.attacks import ATTACKS
from grader.doctor.examination import ATTACKS_BY_PROTECTION, PROMISED
from grader.sandbox import BACKENDS, unconfined

pytestmark = [pytest.mark.kernel, pytest.mark.skipif(sys.platform != "linux", reason="the attacks are Linux's")]

LEVELS = [name for name, backend in BACKENDS.items() if backend.unavailable() is None]


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_of_this_machine_holds_what_it_promises(name: str) -> None:
    findings = examine(sandbox.choose(name))
    assert [f.protection for f in findings] == list(ATTACKS_BY_PROTECTION)
    assert not [f for f in findings if f.outcome is Outcome.BROKEN]
    if name == "none":  # the attacks could fail for reasons of their own
        through = {f.protection for f in findings if f.outcome is Outcome.WEAKER}
        assert {
            "a secret file can't be read",
            "no TCP connection",
            "no UDP packet",
            "no abstract socket",
            "the grader can't be signalled",
            "nothing is written outside",
            "other processes can't be seen",
        } <= through


def test_a_level_that_only_says_full_is_found_out(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    liar = SimpleNamespace(**{**vars(unconfined), "LEVEL": "full"})
    monkeypatch.setitem(BACKENDS, "bubblewrap", liar)
    assert main(["doctor", "--sandbox", "bubblewrap", "--format", "json"]) == 1
    body: dict[str, Any] = json.loads(capfdbinary.readouterr().out)
    assert body["ok"] is False
    (level,) = body["levels"]
    failed = {finding["protection"] for finding in level["findings"] if finding["outcome"] == "fail"}
    assert "a secret file can't be read" in failed
    assert "no TCP connection" in failed


def test_less_than_required_is_told_by_the_exit_code(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["doctor", "--sandbox", "none"]) == 1
    assert b"which is less than full" in capfdbinary.readouterr().out


def test_a_promise_is_about_something_that_is_attacked() -> None:
    for promised in PROMISED.values():
        assert set(promised or ()) <= set(ATTACKS_BY_PROTECTION)


def test_the_remedy_is_for_what_is_in_the_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    switch = tmp_path / "restrict"
    switch.write_text("1\n")
    monkeypatch.setattr(remedies, "SWITCHES", ((str(switch), "1", "turn it"),))
    assert remedy_for("bubblewrap") == "turn it"
    switch.write_text("0\n")
    assert remedy_for("bubblewrap") in (remedies.IN_A_CONTAINER, remedies.OTHERWISE)
    assert "root" in remedy_for("uid")


def test_another_process_with_the_graders_number_is_not_the_grader() -> None:
    """In a container the grader is often process 1, and so is the first process of a sandbox in it."""
    attacks: dict[str, Any] = {}
    exec(ATTACKS, attacks)
    started = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    assert attacks["sees"](os.getpid(), started)
    assert not attacks["sees"](os.getpid(), str(int(started) - 1))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become an ordinary user")
@pytest.mark.parametrize(("no_new_privs", "powerful"), [(True, "False"), (False, "True")])
def test_a_bounding_set_is_power_only_for_who_may_gain_from_it(no_new_privs: bool, powerful: str) -> None:
    """An ordinary user in a container can't empty it; with ``no_new_privs`` it's good for nothing."""

    def as_an_ordinary_user() -> None:
        if no_new_privs:
            ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
        os.setuid(65534)

    command = ["/bin/sh", "-c", "cat /proc/self/status"]
    status = subprocess.run(command, preexec_fn=as_an_ordinary_user, capture_output=True, text=True, check=True).stdout
    scope: dict[str, Any] = {}
    exec(ATTACKS, scope)
    scope["open"] = lambda _: io.StringIO(status)
    assert str(scope["has_power"]()) == powerful
