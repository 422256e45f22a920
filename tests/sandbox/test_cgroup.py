"""Control groups: which files of the operating system are read and written, and that nobody stays behind in one."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from grader.sandbox import cgroup

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="control groups are Linux's")

# cgroup-v2.rst, "Interface files": what the system puts into each group with the memory and the pids controllers.
FILES = {
    "cgroup.procs": "", "cgroup.kill": "", "memory.max": "max\n", "memory.swap.max": "max\n", "memory.oom.group": "0\n",
    "memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0\n", "pids.max": "max\n",
    "pids.events": "max 0\n", "cpu.stat": "usage_usec 12\nuser_usec 7\nsystem_usec 5\n",
}  # fmt: skip


@pytest.fixture
def version_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree as a systemd user session has it: we're in a scope below a slice of ours, which hands out controllers."""
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids\n")
    scope = tmp_path / "user.slice" / "app.slice" / "terminal.scope"
    scope.mkdir(parents=True)
    (scope / "cgroup.subtree_control").write_text("")  # a group with processes hands out nothing
    (scope.parent / "cgroup.subtree_control").write_text("memory pids\n")
    monkeypatch.setattr(cgroup, "ROOT", tmp_path)
    monkeypatch.setattr(cgroup, "_own_groups", lambda: {"": "/user.slice/app.slice/terminal.scope"})

    def made(folder: Path) -> bool:
        folder.mkdir()
        for name, text in FILES.items():
            (folder / name).write_text(text)
        return True

    monkeypatch.setattr(cgroup, "_made", made)
    return scope.parent


def test_a_group_of_version_2_is_made_beside_ours(version_2: Path) -> None:
    group = cgroup.make(300 << 20, 40)
    assert group is not None
    assert group.memory == group.pids == group.cpu
    assert group.memory.parent == version_2
    wrote = {name: (group.memory / name).read_text() for name in FILES if name.endswith((".max", ".group"))}
    assert wrote == {"memory.max": str(300 << 20), "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "40"}
    assert group.cpu_nanoseconds == 12_000
    assert not group.killed_for_memory
    assert group.add(1234)
    assert (group.memory / "cgroup.procs").read_text() == "1234"
    (group.memory / "memory.events").write_text("low 0\nhigh 0\nmax 9\noom 1\noom_kill 3\noom_group_kill 1\n")
    assert group.killed_for_memory


def test_where_nothing_is_handed_out_there_is_no_group(version_2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an ordinary SSH session, for one: then a watchdog counts."""
    (version_2 / "cgroup.subtree_control").write_text("cpu\n")
    before = sorted(version_2.iterdir())
    assert cgroup.make(1 << 30, 10) is None
    assert sorted(version_2.iterdir()) == before


def test_who_is_still_in_a_group_ends_when_it_is_removed() -> None:
    group = cgroup.make(64 << 20, 10)
    if group is None:
        pytest.skip("no control group can be had on this machine")
    stray = os.posix_spawn("/bin/sleep", ["sleep", "60"], {})
    assert group.add(stray)
    group.remove()
    assert os.waitstatus_to_exitcode(os.waitpid(stray, 0)[1]) == -signal.SIGKILL
    assert not group.pids.exists()
