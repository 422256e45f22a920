"""Watching: what is checked when, and what the keys say."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from grader.errors import UnreadableSubmission
from grader.kernel.in_process import ask_in_process
from grader.model import Cell, Execution, Submission, Text
from grader.reports.lines import Line, plain_text
from grader.student import watch
from grader.student.check import Checked, Checker, Judging, judging_of
from grader.student.public import PublicChecks
from grader.student.stop import Stop
from grader.student.watch import Watch
from tests.student.test_check import MASKS, RIGHT

# Only waited for where a test fails.
LONG = 60.0
STARTER = "def softmax(z, axis=-1):\n    raise NotImplementedError"


class InProcess:
    """In a `Checker`'s place: no kernel.  `seen` holds what was asked of it, by the ids that it checked."""

    def __init__(self, public: PublicChecks) -> None:
        self.judging: Judging = judging_of(public)
        self.seen: list[set[str]] = []

    def check(
        self,
        path: Path,
        only: Collection[str] = (),
        before: Checked | None = None,
        progress: Callable[[Text], None] = print,
        told: Callable[..., None] = print,
        stop: Stop | None = None,
    ) -> Checked:
        try:
            sources = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise UnreadableSubmission(Text("half a file")) from error
        cells = tuple(Cell(n, source) for n, source in enumerate(sources, start=1))
        ran = Execution("none", (), (), 0.0, True)
        checked = self.judging(
            ask_in_process(*sources), Submission("here", "", cells, {}), ran, only, before, progress, told=told
        )
        self.seen.append(set(checked.fresh))
        return checked

    def prepare(self) -> None:
        """There's no kernel to have at hand."""


class Session:
    """A session of watching that is played from a script: keys, and what is saved in between."""

    def __init__(self, public: PublicChecks, path: Path, lang: str = "en") -> None:
        self.path, self.checker = path, InProcess(public)
        self.said: list[list[str]] = [[]]
        self.is_mended = False
        self.watch = Watch(cast(Checker, self.checker), path, (), lang, self.show, lambda: 100)

    def show(self, lines: Sequence[Line]) -> None:
        self.said[-1] += map(plain_text, lines)

    def play(self, *steps: str | list[str]) -> int:
        return self.run(self.keys(steps))

    def run(self, script: Iterator[str]) -> int:
        """The next step is for when the last one has been answered."""

        def keys(seconds: float) -> str:
            if self.watch.is_busy:
                time.sleep(0.001)
                return ""
            return next(script)

        return self.watch.run(keys)

    def keys(self, steps: Sequence[str | list[str]]) -> Iterator[str]:
        for step in steps:
            self.said.append([])
            if isinstance(step, list):
                self.save(json.dumps(step))
                yield ""
            else:
                yield step
        yield "q"

    def save(self, text: str) -> None:
        """As editors do: another file in the old one's place."""
        new = self.path.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        os.replace(new, self.path)

    def mend(self) -> str:
        """Saves a file that doesn't hang."""
        self.save(json.dumps([MASKS, STARTER]))
        self.is_mended = True
        return ""

    def after(self, step: int) -> str:
        return "\n".join(self.said[step + 1])


@pytest.fixture
def session(public: PublicChecks, tmp_path: Path) -> Session:
    made = Session(public, tmp_path / "a.json")
    made.save(json.dumps([STARTER, MASKS]))
    return made


def test_a_save_checks_what_changed_and_nothing_else(session: Session) -> None:
    everything = {"softmax", "masks", "kv_cache"}
    code = session.play("", [RIGHT["numpy"].strip().replace("\n        ", "\n"), MASKS], "", [STARTER, MASKS, "x = 1"])
    assert code == 1
    assert session.checker.seen == [everything, {"softmax"}, {"softmax"}]
    assert "Softmax: passed" in session.after(1)
    assert "Causal" not in session.after(1)
    assert "public checks pass. The grade also uses hidden ones." in session.after(1)


def test_a_save_that_changes_no_code_says_so(session: Session) -> None:
    session.play([STARTER, MASKS, "print('notes')"])
    assert session.checker.seen[1:] == [set()]
    assert "no item's code has changed" in session.after(0)


def test_a_checks_everything_again(session: Session) -> None:
    session.play("a")
    assert session.checker.seen[0] == session.checker.seen[1]
    assert "Causal and padding masks" in session.after(0)


def test_n_goes_round_what_is_not_done(session: Session) -> None:
    session.play("n", "n", "n")
    assert [session.after(n).split(":")[0] for n in range(3)] == ["KV-cache memory", "Softmax", "KV-cache memory"]


def test_h_helps_by_steps_and_never_with_code(session: Session) -> None:
    session.play("h", "h", "h", "h")
    first, second, third, fourth = (session.after(n) for n in range(4))
    assert "rows add up to 1" in first
    assert first != second != third
    assert third == fourth
    assert "np.exp(" not in first + second + third


def test_h_begins_with_what_was_recognised(session: Session) -> None:
    wrong = "import numpy as np\ndef softmax(z, axis=-1):\n    return np.exp(z) / np.exp(z).sum(axis, keepdims=True)"
    session.play([wrong, MASKS], "h", "h")
    assert "Compare the results for [0, 1, 2]" in session.after(1)
    assert "exp overflows above" in " ".join(session.after(2).split())


def test_half_a_file_is_waited_for(session: Session) -> None:
    """An editor or a slow disk may be in the middle of it."""

    def steps() -> Iterator[str]:
        yield ""
        session.save("[")
        yield ""
        session.save(json.dumps([MASKS]))
        yield ""
        yield "q"

    assert session.run(steps()) == 1
    assert any("can't be read just now" in line for line in session.said[0])
    assert len(session.checker.seen) == 2


@pytest.mark.parametrize(
    ("name", "is_half", "is_waited_for"),
    [
        ("a.ipynb", False, False),
        ("a.ipynb", True, True),
        ("a.py", False, True),
    ],
)
def test_a_file_is_only_waited_for_where_its_end_may_be_missing(
    public: PublicChecks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, is_half: bool, is_waited_for: bool
) -> None:
    waited: list[Path] = []

    def settled(path: Path) -> watch.Stamp | None:
        waited.append(path)
        playing.save(json.dumps([MASKS]))
        return watch.stamp(path)

    def steps() -> Iterator[str]:
        yield ""
        playing.save("[" if is_half else json.dumps([MASKS]))
        yield ""
        yield "q"

    monkeypatch.setattr(watch, "settled", settled)
    playing = Session(public, tmp_path / name)
    playing.save(json.dumps([STARTER]))
    playing.run(steps())
    assert waited == [playing.path] * is_waited_for
    assert len(playing.checker.seen) == 2


def test_a_file_that_is_gone_for_a_moment_is_waited_for(session: Session) -> None:
    def steps() -> Iterator[str]:
        session.path.unlink()
        yield ""
        session.save(json.dumps([MASKS]))
        yield ""
        yield "q"

    session.run(steps())
    assert len(session.checker.seen) == 2


class Hanging(InProcess):
    """A check of what has `while True` in it ends only when it's given up."""

    def check(
        self,
        path: Path,
        only: Collection[str] = (),
        before: Checked | None = None,
        progress: Callable[[Text], None] = print,
        told: Callable[..., None] = print,
        stop: Stop | None = None,
    ) -> Checked:
        if "while True" not in path.read_text(encoding="utf-8"):
            return super().check(path, only, before, progress, told, stop)
        assert stop is not None
        ended = threading.Event()
        stop.ends(Giving(ended))
        self.seen.append({"hangs"})
        assert ended.wait(LONG)
        stop.raise_if_called()
        raise AssertionError("it was ended, and not by the stop")


class Giving:
    def __init__(self, ended: threading.Event) -> None:
        self.give_up = ended.set


@pytest.fixture
def hanging(public: PublicChecks, tmp_path: Path) -> Session:
    made = Session(public, tmp_path / "a.ipynb")
    made.watch.checker = made.checker = cast(Any, Hanging(public))
    made.save(json.dumps([STARTER, MASKS]))
    return made


def while_hanging(session: Session, *then: Callable[[], str]) -> Callable[[float], str]:
    """Saves what hangs; once that is being checked, one thing after the other, and what it leads to before the next."""
    steps = iter(then)
    saved = False

    def keys(seconds: float) -> str:
        nonlocal saved
        time.sleep(0.001)
        if not saved and not session.watch.is_busy:
            saved = True
            session.save(json.dumps(["while True: pass"]))
        if {"hangs"} not in session.checker.seen or (session.is_mended and session.watch.is_busy):
            return ""
        return next(steps)()

    return keys


def test_a_newer_save_ends_what_is_under_way(hanging: Session) -> None:
    assert hanging.watch.run(while_hanging(hanging, hanging.mend, lambda: "q")) == 1
    assert hanging.checker.seen == [{"softmax", "masks", "kv_cache"}, {"hangs"}, {"softmax", "kv_cache"}]
    assert "Checked in" in hanging.said[0][-1]


def test_half_a_newer_file_ends_nothing(hanging: Session) -> None:
    """Its other half is about to come."""

    def half() -> str:
        hanging.save("[")
        return ""

    hanging.watch.run(while_hanging(hanging, half, lambda: "", lambda: "", lambda: "q"))
    assert hanging.checker.seen[1:] == [{"hangs"}]
    assert not any("can't be read" in line for line in hanging.said[0])


def test_a_ends_what_is_under_way_and_checks_everything(hanging: Session) -> None:
    """Also where it comes together with a save."""
    hanging.watch.run(while_hanging(hanging, lambda: hanging.mend() or "a", lambda: "q"))
    assert hanging.checker.seen[1:] == [{"hangs"}, {"softmax", "masks", "kv_cache"}]


def test_keys_on_what_a_check_will_say_wait_for_it(hanging: Session) -> None:
    hanging.watch.run(while_hanging(hanging, lambda: "n", hanging.mend, lambda: "q"))
    told = "\n".join(hanging.said[0])
    assert told.rindex("KV-cache memory: not yet started") > told.rindex("Checked in")


@pytest.mark.parametrize("how", ["q", "Ctrl-C"])
def test_q_and_an_interrupt_end_what_is_under_way(hanging: Session, how: str) -> None:
    def end() -> str:
        if how == "Ctrl-C":
            raise KeyboardInterrupt
        return "q"

    with pytest.raises(KeyboardInterrupt) if how == "Ctrl-C" else contextlib.nullcontext():
        hanging.watch.run(while_hanging(hanging, end))
    assert hanging.watch._background.is_idle
    assert hanging.checker.seen[1:] == [{"hangs"}]


def test_a_file_that_is_gone_is_told_once_and_so_is_its_return(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "GONE_SECONDS", 0.0)

    def steps() -> Iterator[str]:
        yield ""
        aside = session.path.with_suffix(".aside")
        session.path.rename(aside)
        yield from ("", "", "")
        aside.rename(session.path)
        yield ""
        yield "q"

    session.run(steps())
    told = [line for line in session.said[0] if "a.json" in line]
    assert told == ["a.json isn't there any more. Waiting for it to come back.", "a.json is back."]
    assert len(session.checker.seen) == 1


def test_lines_are_as_wide_as_the_terminal_is_now(session: Session) -> None:
    session.watch._width = lambda: 100 if len(session.said) < 3 else 40
    session.play("h", "h")
    assert max(map(len, session.said[1])) > 60
    assert max(map(len, session.said[2])) <= 40


def test_what_has_no_public_check_is_told_at_the_start_only(public: PublicChecks, tmp_path: Path) -> None:
    hidden = replace(public.items[0], id="speed", title={"en": "Speed"}, checks={}, hidden=1)
    made = Session(replace(public, items=(*public.items, hidden)), tmp_path / "a.json")
    made.save(json.dumps([STARTER, MASKS]))
    made.play("", [STARTER, MASKS.replace("<", "<=")], "a")
    told = ["only in the grade: Speed" in "\n".join(part) for part in made.said[:4]]
    assert told == [True, False, False, True]


def test_many_cells_that_are_not_run_are_counted() -> None:
    assert "cells 3, 5." in str(watch._not_run({5, 3}))
    assert ": 20 cells." in str(watch._not_run(set(range(20))))


def test_the_words_are_in_the_readers_language(public: PublicChecks, tmp_path: Path) -> None:
    made = Session(public, tmp_path / "a.json", "es")
    made.save(json.dumps([STARTER]))
    made.play("n")
    assert "Máscaras causal y de padding: " in made.after(0)
