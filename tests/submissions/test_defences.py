"""Each defence is switched off, and a named case gets through: the cases can fail, and each defence does something.

Where one is switched on, the same case passes in ``test_hostile.py``.  Nothing is switched off here that keeps an
attack from harming the machine that runs the tests: what gets through is aimed at this test's own files and listeners.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.checks import student
from grader.inside import wire
from grader.kernel import agent_channel, allowance, cells, ending, launch, protocol, session, warm
from grader.model import Array, Definition, Returned
from grader.sandbox import bubblewrap, landlock
from tests.fake_student import fake_student
from tests.submissions import world
from tests.submissions.adversaries import Adversary, load_adversaries
from tests.submissions.grading import references
from tests.submissions.ordinary_user import CannotBecome, run_readable
from tests.submissions.test_hostile import broken_promises
from tests.submissions.world import open_world

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(bubblewrap.unavailable() is not None, reason="the defences of the level full are switched off"),
]
needs_landlock = pytest.mark.skipif(landlock.unavailable() is not None, reason="this kernel has no Landlock")

Problems = Callable[..., list[str]]


def case(name: str) -> Adversary:
    return next(one for one in load_adversaries("hostile") if one.name == name)


@pytest.fixture
def problems(tmp_path: Path) -> Problems:
    """What gets through when a case is graded at a level, with whatever has been switched off by then."""

    def grade(name: str, level: str = "full", **limits: float) -> list[str]:
        folder = tmp_path / f"world-{len(os.listdir(tmp_path))}"
        folder.mkdir(mode=0o700)
        with open_world(level, folder, torch=False) as made:
            chosen = replace(case(name), limits={**case(name).limits, **limits})
            return broken_promises(chosen, made.grade_case(chosen))

    return grade


def changed_inside(patch: pytest.MonkeyPatch, folder: Path, changes: dict[str, dict[str, str]]) -> None:
    """Kernels run a copy of ``grader.inside`` in which, by file, texts are replaced."""
    copy = folder / "inside"
    copy.mkdir()
    for name in launch.INSIDE_FILES:
        source = (launch.INSIDE / name).read_text(encoding="utf-8")
        for old, new in changes.get(name, {}).items():
            assert old in source, f"{name} has no {old!r} any more"
            source = source.replace(old, new)
        (copy / name).write_text(source, encoding="utf-8")
    patch.setattr(launch, "INSIDE", copy)


def test_nothing_gets_through_while_all_are_on(problems: Problems) -> None:
    assert problems("hostile_prints_its_own_grade") == []


# -- the sandbox ------------------------------------------------------------------------------------


def test_without_read_only_mounts_notes_reach_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: Problems
) -> None:
    """The root of the sandbox is one for all that are forked in it; the next notebook finds what was left there."""
    mounts = bubblewrap._mounts
    monkeypatch.setattr(bubblewrap, "_mounts", lambda policy: writable(list(mounts(policy))))
    with open_world("full", tmp_path, torch=False) as made:
        assert made.grade(made.honest("luis")).report.points == 100
        made.grade_case(case("hostile_leaves_notes_for_the_next"))
        assert made.grade(made.honest("luis")).report.points < 100


def writable(words: list[str]) -> list[str]:
    last = len(words) - 1 - words[::-1].index("--remount-ro")
    assert words[last + 1] == "/"
    return words[:last] + words[last + 2 :]


@pytest.mark.parametrize("covered", [True, False])
def test_without_covers_a_course_in_a_readable_folder_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: Problems, covered: bool
) -> None:
    """Somebody keeps the course where a kernel may read; it's covered, and without the covers its canary leaks."""
    readable: Any = vars(launch)["readable_paths"]
    for module in (launch, warm):
        monkeypatch.setattr(module, "readable_paths", lambda: (*readable(), str(tmp_path)))
    if not covered:
        monkeypatch.setattr(bubblewrap, "_places", lambda *_: iter(()))
    got = problems("curious_reads_the_course")
    assert any("canary" in problem for problem in got) is not covered, got


def test_without_a_network_of_its_own_it_calls_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: Problems
) -> None:
    monkeypatch.setattr(bubblewrap, "ISOLATED", [word for word in bubblewrap.ISOLATED if word != "--unshare-net"])
    own = {" | CLONE_NEWNET": "", "    _loopback_up()\n": ""}
    changed_inside(monkeypatch, tmp_path, {"isolation.py": own})
    got = problems("curious_calls_home")
    assert {"reached tcp", "reached udp"} <= set(got), got


def test_without_a_filter_rare_system_calls_work(monkeypatch: pytest.MonkeyPatch, problems: Problems) -> None:
    monkeypatch.setattr(bubblewrap, "restriction", lambda _: {})
    got = problems("hostile_asks_for_rare_system_calls")
    assert any("GOT-THROUGH" in problem for problem in got), got


@needs_landlock
@pytest.mark.parametrize(
    ("defence", "name", "seen"),
    [
        ("landlock", "curious_reads_the_course", "a canary is in a report"),
        ("seccomp", "curious_calls_home", "reached udp"),
        ("seccomp", "curious_knocks_at_sockets", "reached path"),
        ("seccomp", "hostile_writes_the_report_itself", "files changed"),
    ],
)
def test_at_the_level_landlock_each_half_does_its_part(
    monkeypatch: pytest.MonkeyPatch, problems: Problems, defence: str, name: str, seen: str
) -> None:
    """Landlock keeps files, the filter keeps sockets by path, datagrams and the modes of files."""
    whole = landlock.restriction
    monkeypatch.setattr(
        landlock, "restriction", lambda policy: {key: part for key, part in whole(policy).items() if key != defence}
    )
    got = problems(name, "landlock")
    assert any(seen in problem for problem in got), got


# -- the channel and the agent ----------------------------------------------------------------------


def test_without_ids_an_old_answer_is_taken_for_a_new_one(monkeypatch: pytest.MonkeyPatch, problems: Problems) -> None:
    monkeypatch.setattr(agent_channel, "reply_from", lambda tree, _: protocol.reply_from(tree, tree.get("id")))
    got = problems("hostile_repeats_an_answer")
    assert any("softmax.values: wrong, not unreadable" in problem for problem in got), got


def test_without_bounds_an_answer_takes_all_the_memory_that_it_likes(
    monkeypatch: pytest.MonkeyPatch, problems: Problems
) -> None:
    loose = wire.Bounds(total_bytes=1 << 40)
    ask: Any = vars(session)["ask_agent"]
    monkeypatch.setattr(session, "ask_agent", lambda *arguments: ask(*arguments[:5], loose))
    got = problems("hostile_sends_more_than_it_may")
    assert any("memory grew" in problem for problem in got), got


@pytest.mark.parametrize("bounded", [True, False])
def test_without_a_bound_on_what_is_kept_large_answers_add_up(monkeypatch: pytest.MonkeyPatch, bounded: bool) -> None:
    """What `hostile_returns_gigabytes` answers is looked at and let go; else each question's 20 MiB would stay."""
    if not bounded:
        monkeypatch.setattr(student, "MOST_KEPT_BYTES", 1 << 40)
    ask = fake_student("import numpy as np\ndef softmax(z): return np.ones(20 << 20, bool)")
    one = student.Student(ask, {"softmax": Definition("softmax", "function")}, "numpy", 1, references())
    for _ in range(3):
        assert isinstance(one.call("softmax", np.ones(3)), Returned)
    kept = sum(seen.got.data.nbytes for seen in one.observations if isinstance(seen.got, Array))
    assert kept == (0 if bounded else 60 << 20)


def test_without_an_allowance_messages_take_all_the_memory_that_they_like(
    monkeypatch: pytest.MonkeyPatch, problems: Problems
) -> None:
    monkeypatch.setattr(cells, "REPLY_BYTES", 1 << 40)
    got = problems("hostile_floods_the_kernels_messages")
    assert any("cell 1 ended" in problem for problem in got), got
    assert any("memory grew" in problem for problem in got), got


def test_with_streams_of_ours_what_it_prints_reaches_our_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: Problems, capfd: pytest.CaptureFixture[str]
) -> None:
    """There's no output to subscribe to: a kernel's streams are a pipe of its own.  Were they ours, all would come."""
    monkeypatch.setattr(warm, "subprocess", SimpleNamespace(**{**vars(vars(warm)["subprocess"]), "DEVNULL": None}))
    changed_inside(monkeypatch, tmp_path, {"launch.py": {"for descriptor in (1, 2):": "for descriptor in (2,):"}})
    problems("hostile_prints_its_own_grade")
    assert "SCORE: 100" in capfd.readouterr().out


def test_an_array_that_is_asked_for_its_own_numbers_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problems: Problems
) -> None:
    """Without the agent's demotion of subclasses, one that holds nothing earns the points."""
    demoted = "np.array(value, copy=True, subok=False)"
    changed_inside(monkeypatch, tmp_path, {"plain.py": {demoted: "np.asarray(value.tolist())"}})
    got = problems("hostile_lies_as_a_subclass")
    assert any("softmax: " in problem and "points, not 0" in problem for problem in got), got


# -- limits -----------------------------------------------------------------------------------------


class Unlimited:
    """An allowance that nobody counts."""

    exceeded = None
    refused = ""
    own: frozenset[int] = frozenset()

    def __init__(self, *_: object) -> None: ...
    def renew(self) -> None: ...
    def end_leftovers(self) -> None: ...
    def stop(self) -> None: ...


def test_without_limits_of_memory_it_takes_what_it_likes(monkeypatch: pytest.MonkeyPatch, problems: Problems) -> None:
    monkeypatch.setattr(warm, "resource_limits", lambda *_, **__: {})
    monkeypatch.setattr(warm, "Allowance", Unlimited)
    got = problems("hostile_takes_all_memory")
    assert any(problem.startswith("softmax.values: ") for problem in got), got
    assert any("cell 2 ended well" in problem for problem in got), got


def test_what_is_left_computing_goes_on_where_nobody_ends_it(
    monkeypatch: pytest.MonkeyPatch, problems: Problems
) -> None:
    monkeypatch.setattr(allowance.Allowance, "end_leftovers", lambda _: None)
    got = problems("hostile_leaves_children_computing")
    assert any(problem.startswith("kv_cache: ") and "still compute" in problem for problem in got), got


def test_without_a_limit_of_output_it_is_printed_until_the_time_is_up(problems: Problems) -> None:
    got = problems("hostile_floods_the_output", output_mib=1 << 20, cell_seconds=0.5, submission_seconds=2)
    assert any("cell 1 ended timed_out, not flooded" in problem for problem in got), got


def test_with_larger_folders_more_is_written(problems: Problems) -> None:
    # What is written counts as memory, beside what torch takes there (most of 300 MiB with its CUDA build).
    got = problems("hostile_fills_the_disk", disk_mib=200, files=100_000, memory_mib=1000)
    assert any("100 MiB in one file" in problem for problem in got), got
    assert any("10 000 files" in problem for problem in got), got


# -- around it --------------------------------------------------------------------------------------


def test_without_redaction_a_students_edition_tells_what_was_asked(
    monkeypatch: pytest.MonkeyPatch, problems: Problems
) -> None:
    monkeypatch.setattr(world, "redact", lambda report, _: report)
    got = problems("curious_raises_its_inputs")
    assert "a student's edition tells what was asked" in got, got


@needs_landlock
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="since Python 3.13 shutil.rmtree goes down without recursion")
def test_pythons_own_removal_fails_on_deep_folders(monkeypatch: pytest.MonkeyPatch, problems: Problems) -> None:
    deep: list[Path] = []

    def remove(folder: Path) -> None:
        deep.append(folder)
        shutil.rmtree(folder, ignore_errors=True)

    removed: Any = vars(ending)["remove_run_directory"]
    monkeypatch.setattr(ending, "remove_run_directory", remove)
    with pytest.raises(RecursionError):
        problems("hostile_digs_deep_folders", "landlock")
    for folder in deep:
        removed(folder)


# As an ordinary user: root's processes can't be looked into by a kernel, which has no capabilities, whatever they say.
IN_A_PROCESS = """
import sys, tempfile
from pathlib import Path
from tests.submissions import world
from tests.submissions.test_defences import case
from tests.submissions.test_hostile import broken_promises
if sys.argv[1] == "off":
    world.forbid_inspection = lambda: False
chosen = case("curious_reads_the_graders_memory")
with tempfile.TemporaryDirectory() as folder, world.open_world("none", Path(folder), torch=False) as made:
    print(broken_promises(chosen, made.grade_case(chosen)))
"""


@pytest.mark.parametrize("on", [True, False])
def test_a_process_that_may_be_inspected_is_read(on: bool) -> None:
    """The grader's memory and environment are out of reach only because it says so of itself (PR_SET_DUMPABLE)."""
    try:
        done = run_readable([sys.executable, "-c", IN_A_PROCESS, "on" if on else "off"], seconds=100)
    except CannotBecome as reason:
        pytest.skip(f"needs an ordinary user: {reason}")
    assert done.returncode == 0, done.stderr[-2000:]
    got = done.stdout.strip().splitlines()[-1]
    assert ("canary" in got) is not on, got
