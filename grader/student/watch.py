"""``grade check --watch``: check again on each save, and answer to keys.

The file is looked at fifty times a second rather than watched through the system: it's a single file, a look costs
microseconds, and it works alike on every system, on network drives and in containers, where notifications don't
arrive.  An editor that puts a new file in the old one's place is no special case.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from grader.errors import UnreadableSubmission
from grader.model import Text
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import Line, paragraph
from grader.student.check import Checked, CheckedItem, Checker
from grader.student.page import closing, lines, needs_words, section, state_of
from grader.student.texts import Hint, hints, subjects_of

__all__ = ["Keys", "Watch", "own_hints"]

LOOK_SECONDS = 0.02
SETTLED_SECONDS = 0.05  # an editor that writes in place may be seen half-way

Stamp = tuple[int, int, int]


class Keys(Protocol):
    """Where keys come from: waits at most `seconds` for one, "" if there was none, None where no more can come."""

    def __call__(self, seconds: float, /) -> str | None: ...


class Watch:
    """One session of watching.  `show` prints lines."""

    def __init__(
        self,
        checker: Checker,
        path: Path,
        only: Collection[str],
        lang: str,
        show: Callable[[Sequence[Line]], None],
        width: int,
    ) -> None:
        self.checker, self.path, self.only = checker, path, only
        self.lang, self.show, self.width = lang, show, width
        self.checked: Checked | None = None
        self.at = ""  # the id of the item that `n` and `h` are about
        self.hints_told = 0

    def run(self, keys: Keys | None = None) -> int:
        """Until `q`.  The exit code is that of the last check."""
        with contextlib.nullcontext(keys) if keys is not None else keys_of_terminal() as read:
            seen = stamp(self.path)
            self.check()
            while True:
                key = read(LOOK_SECONDS)
                if key is not None and key.lower() == "q":
                    break
                now = stamp(self.path)
                if now is not None and now != seen:
                    seen = now if is_whole(self.path) else settled(self.path)
                    self.check()
                elif key:
                    self.answer(key.lower())
        return 1 if self.checked is None or self.checked.fails else 0

    def check(self, *, everything: bool = False) -> None:
        """Check what has changed, and show that."""
        before = None if everything else self.checked
        began = time.monotonic()
        try:
            checked = self.checker.check(self.path, self.only, before, told=self.announce if before else lambda _: None)
        except UnreadableSubmission as error:  # half a file, mended by the next save
            self.say(Text("{file} can't be read just now: {error}", {"file": self.path.name, "error": str(error)}))
            return
        self.checked = checked
        if before is None:
            self.show([*lines(checked, self.lang, self.width), ()])
        else:
            self.show_changes(checked)
        if not any(item.item.id == self.at and not item.is_done for item in checked.items):
            self.focus(self.open_items()[:1])
        seconds = format(time.monotonic() - began, ".1f")
        if checked.fresh and checked.not_run:
            cells = ", ".join(map(str, sorted(checked.not_run)))
            self.say(
                Text(
                    "Not run again, since these items don't use them: cells {cells}. The key a runs all.",
                    {"cells": cells},
                )
            )
        self.say(
            Text(
                "Checked in {seconds} s. Waiting for the next save. Keys: n(ext) h(int) a(ll) q(uit)",
                {"seconds": seconds},
            )
        )
        self.checker.prepare()

    def show_changes(self, checked: Checked) -> None:
        fresh = [item for item in checked.items if item.item.id in checked.fresh]
        if not fresh:
            self.say(Text("Saved; no item's code has changed."))
        for item in fresh:
            if needs_words(item):
                self.show([*section(item, self.lang, self.width), ()])
        self.show(closing(checked, self.lang, self.width))

    def announce(self, item: CheckedItem) -> None:
        """How an item stands, before those that build on it are judged."""
        state, style = state_of(item, self.lang)
        told = Text("{title}: {state}", {"title": title_in(item.item.title, self.lang), "state": state})
        self.show(paragraph(say(told, self.lang, visible), self.width, style=style))

    def answer(self, key: str) -> None:
        if key == "a":
            self.check(everything=True)
        elif key == "n":
            self.next()
        elif key == "h":
            self.hint()

    def open_items(self) -> list[CheckedItem]:
        return [item for item in (self.checked.items if self.checked else ()) if not item.is_done]

    def focus(self, items: Sequence[CheckedItem]) -> None:
        self.at = items[0].item.id if items else ""
        self.hints_told = 0

    def next(self) -> None:
        """The next item that isn't done, after the one that was shown."""
        left = self.open_items()
        if not left:
            self.say(Text("No public check fails. The grade also uses hidden ones."))
            return
        ids = [item.item.id for item in left]
        at = (ids.index(self.at) + 1) % len(ids) if self.at in ids else 0
        self.focus(left[at:])
        item = left[at]
        state, _ = state_of(item, self.lang)
        self.say(Text("{title}: {state}", {"title": title_in(item.item.title, self.lang), "state": state}))
        if needs_words(item):
            self.show(section(item, self.lang, self.width))

    def hint(self) -> None:
        """One step of help more on the item at hand; the last one again when there are no more."""
        item = next((item for item in self.open_items() if item.item.id == self.at), None)
        if item is None:
            self.say(Text("No public check fails. The grade also uses hidden ones."))
            return
        steps = own_hints(item, self.checker)
        if not steps:
            self.say(Text("There are no hints on this one: its text in the notebook says all that may be said."))
            return
        title = visible(title_in(item.item.title, self.lang))
        step = steps[min(self.hints_told, len(steps) - 1)]
        self.show(paragraph(say(step.lead, self.lang, visible), self.width, lead=f"{title}: ", lead_style="strong"))
        for point in step.points:
            self.show(paragraph(say(point, self.lang, visible), self.width, indent=2, lead="- "))
        self.hints_told += 1

    def say(self, text: Text) -> None:
        self.show(paragraph(say(text, self.lang, visible), self.width, style="faint"))


def own_hints(item: CheckedItem, checker: Checker) -> list[Hint]:
    """What to try for the mistake that was recognised, then what it is; else the course's hints on the item."""
    reasons = item.grade.diagnosis if item.grade is not None and not item.not_started else ()
    told = [Hint(reason.hint, ()) for reason in reasons]
    told += [Hint(reason.cause, ()) for reason in reasons if reason.cause is not None]
    if told:
        return told
    return hints(next(s for s in subjects_of(checker.judging.public) if s.id == item.item.id))


def stamp(path: Path) -> Stamp | None:
    """What changes when the file is saved; None while it isn't there."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino


def is_whole(path: Path) -> bool:
    """Is whoever wrote it through?  JSON without its end isn't JSON; of other formats nobody knows."""
    if path.suffix != ".ipynb":
        return False
    try:
        json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return True


def settled(path: Path) -> Stamp | None:
    """The stamp once it has stayed the same for a moment."""
    last = stamp(path)
    for _ in range(40):
        time.sleep(SETTLED_SECONDS)
        now = stamp(path)
        if now is not None and now == last:
            return now
        last = now
    return last


@contextlib.contextmanager
def keys_of_terminal() -> Iterator[Keys]:
    """Single keys of the terminal, without Enter; where there is none, only the end of input counts."""
    if not sys.stdin.isatty() or os.name != "posix":

        def wait(seconds: float) -> str | None:
            time.sleep(seconds)
            return None

        yield wait
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:

        def read(seconds: float) -> str | None:
            ready, _, _ = select.select([descriptor], [], [], seconds)
            return os.read(descriptor, 1).decode(errors="replace") if ready else ""

        yield read
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
