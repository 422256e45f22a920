"""Watching: what is checked when, and what the keys say."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import cast

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


def test_the_words_are_in_the_readers_language(public: PublicChecks, tmp_path: Path) -> None:
    made = Session(public, tmp_path / "a.json", "es")
    made.save(json.dumps([STARTER]))
    made.play("n")
    assert "Máscaras causal y de padding: " in made.after(0)
