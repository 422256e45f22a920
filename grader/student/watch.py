"""``grade check --watch``: check again on each save, and answer to keys.

The file is looked at fifty times a second rather than watched through the system: it's a single file, a look costs
microseconds, and it works alike on every system, on network drives and in containers, where notifications don't
arrive.  An editor that puts a new file in the old one's place is no special case.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from grader.errors import UnreadableSubmission
from grader.model import Text, Verdict
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import Line, paragraph
from grader.student.background import Background
from grader.student.check import Checked, CheckedItem, Checker
from grader.student.keys import Keys, keys_of_terminal
from grader.student.page import lines, needs_words, section, state_of, summary, unchecked
from grader.student.status import Doing, Status, shown_nowhere
from grader.student.stop import GivenUp, Stop
from grader.student.texts import Hint, hints, subjects_of

__all__ = ["Watch", "own_hints"]

# How long a key, a save and what has been judged may wait.  More often, and it takes Python's lock from the judging.
LOOK_SECONDS = 0.02
SETTLED_SECONDS = 0.05  # an editor that writes in place may be seen half-way
GONE_SECONDS = 0.5
# So many numbers of cells say more than their count does.
FEW_CELLS = 4

Stamp = tuple[int, int, int]


class Watch:
    """One session of watching.  `show` prints lines, `width` columns wide; `doing` shows what is under way.

    The checks are made in the background, one at a time, and what they tell is shown by whoever answers to the keys.
    """

    def __init__(
        self,
        checker: Checker,
        path: Path,
        only: Collection[str],
        lang: str,
        show: Callable[[Sequence[Line]], None],
        width: Callable[[], int],
        doing: Doing = shown_nowhere,
    ) -> None:
        self.checker, self.path, self.only, self.lang = checker, path, only, lang
        self._print, self._width, self._status = show, width, Status(doing)
        self.checked: Checked | None = None
        self.at = ""  # the id of the item that `n` and `h` are about
        self.hints_told = 0
        self._background = Background()
        self._events: SimpleQueue[Callable[[], None]] = SimpleQueue()  # of the background, for the foreground
        self._stop: Stop | None = None  # of the check that is under way
        self._next: bool | None = None  # the check to begin after it, of everything or of what has changed
        self._keys_kept: list[str] = []
        self._seen: Stamp | None = None
        self._half: Stamp | None = None
        self._gone_since: float | None = None
        self._is_told_gone = self._is_ended = False

    @property
    def is_busy(self) -> bool:
        """Is a check under way, or are processes got ready for the next one?"""
        return self._stop is not None or not self._background.is_idle

    @property
    def width(self) -> int:
        return self._width()

    def run(self, keys: Keys | None = None) -> int:
        """Until `q`.  The exit code is that of the last check."""
        with contextlib.nullcontext(keys) if keys is not None else keys_of_terminal() as read:
            try:
                self._seen = stamp(self.path)
                self.begin()
                while True:
                    key = read(LOOK_SECONDS)
                    self.hear()
                    if key is not None and key.lower() == "q":
                        break
                    self.look()
                    if key:
                        self.answer(key.lower())
                    self._status.tick()
            finally:
                self.end()
        return 1 if self.checked is None or self.checked.fails else 0

    def end(self) -> None:
        """What is under way is given up."""
        self._next, self._is_ended = None, True
        if self._stop is not None:
            self._stop.now()
        self._status.wipe()
        self._background.close()

    def hear(self) -> None:
        """Do what the background has asked for."""
        with contextlib.suppress(Empty):
            while True:
                self._events.get_nowait()()

    def look(self) -> None:
        """A newer file is checked, and what is under way is given up for it."""
        now = stamp(self.path)
        if now is None:
            self.miss()
            return
        if self._is_told_gone and now == self._seen:
            self.say(Text("{file} is back.", {"file": self.path.name}))
        self._gone_since, self._is_told_gone = None, False
        if now == self._seen or (self._stop is not None and now == self._half):
            return
        if self._stop is None or self.path.suffix != ".ipynb":
            self._seen = now if is_whole(self.path) else settled(self.path)
        elif is_whole(self.path):
            self._seen = now
        else:  # the rest is about to come, and what is under way may go on
            self._half = now
            return
        self.check()

    def miss(self) -> None:
        """An editor may take the old file away before it has the new one."""
        self._gone_since = self._gone_since or time.monotonic()
        if not self._is_told_gone and time.monotonic() - self._gone_since >= GONE_SECONDS:
            self._is_told_gone = True
            self.say(
                Text("{file} isn't there any more. Waiting for it to come back.", {"file": self.path.name}),
            )

    def check(self, *, everything: bool = False) -> None:
        """Check what has changed, in the place of a check that is under way."""
        if self._stop is None:
            self.begin(everything=everything)
        else:
            self._next = everything or bool(self._next)
            self._stop.now()

    def begin(self, *, everything: bool = False) -> None:
        before = None if everything else self.checked
        stop = self._stop = Stop()
        began = time.monotonic()
        tell = self._events.put

        def job() -> None:
            try:
                checked = self.checker.check(
                    self.path,
                    self.only,
                    before,
                    progress=lambda doing: tell(partial(self._status.set, doing)),
                    # At first all are shown in a table, and what hangs isn't waited for with the others.
                    told=lambda item: tell(partial(self.announce, item)) if before or _hangs(item) else None,
                    stop=stop,
                )
                tell(partial(self.finish, checked, before, began))
            except GivenUp:
                tell(self.go_on)
            except UnreadableSubmission as error:  # half a file, mended by the next save
                tell(partial(self.cannot_read, error))
            except Exception as error:  # noqa: BLE001 - it's raised where it ends the program
                tell(partial(_raise, error))
            if not self._is_ended:
                with contextlib.suppress(Exception):  # the next check will say so
                    self.checker.prepare()

        self._background.do(job)

    def cannot_read(self, error: UnreadableSubmission) -> None:
        why = error.args[0] if error.args and isinstance(error.args[0], Text) else str(error)
        self.say(Text("{file} can't be read just now: {error}", {"file": self.path.name, "error": why}))
        self.go_on()

    def finish(self, checked: Checked, before: Checked | None, began: float) -> None:
        """Show what has changed."""
        self.checked = checked
        if before is None:
            self.show([*lines(checked, self.lang, self.width), ()])
        else:
            self.show_changes(checked, before)
        if not any(item.item.id == self.at and not item.is_done for item in checked.items):
            self.focus(self.open_items()[:1])
        if checked.fresh and checked.not_run:
            self.say(_not_run(checked.not_run))
        self.say(
            Text(
                "Checked in {seconds} s. Waiting for the next save. Keys: n(ext) h(int) a(ll) q(uit)",
                {"seconds": format(time.monotonic() - began, ".1f")},
            )
        )
        self.go_on()

    def go_on(self) -> None:
        """After a check: with the next one, and with the keys that were pressed meanwhile."""
        self._stop = None
        self._status.wipe()
        if self._next is not None:
            everything, self._next = self._next, None
            self.begin(everything=everything)
            return
        keys, self._keys_kept = self._keys_kept, []
        for key in keys:
            self.answer(key)

    def show(self, lines: Sequence[Line]) -> None:
        self._status.clear()
        self._print(lines)

    def show_changes(self, checked: Checked, before: Checked) -> None:
        fresh = [item for item in checked.items if item.item.id in checked.fresh]
        if not fresh:
            self.say(Text("Saved; no item's code has changed."))
        for item in fresh:
            if needs_words(item):
                self.show([*section(item, self.lang, self.width), ()])
        said = [summary(checked)]
        if unchecked(checked, self.lang) != unchecked(before, self.lang):  # they were told at the start
            said += unchecked(checked, self.lang)
        for text in said:
            self.show(paragraph(say(text, self.lang, visible), self.width, style="strong"))

    def announce(self, item: CheckedItem) -> None:
        """How an item stands, before those that build on it are judged."""
        state, style = state_of(item, self.lang)
        values: dict[str, str | int | float | Text] = {"title": title_in(item.item.title, self.lang), "state": state}
        told = Text("{title}: {state}", values)
        if _hangs(item):
            told = Text("{title}: {state}; it took too long, perhaps it never ends", values)
        self.show(paragraph(say(told, self.lang, visible), self.width, style=style))

    def answer(self, key: str) -> None:
        if key == "a":
            self.check(everything=True)
        elif self._stop is not None:
            self._keys_kept.append(key)  # they are about what it will say
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


def _not_run(cells: Collection[int]) -> Text:
    if len(cells) <= FEW_CELLS:
        return Text(
            "Not run again, since these items don't use them: cells {cells}. The key a runs all.",
            {"cells": ", ".join(map(str, sorted(cells)))},
        )
    return Text(
        "Not run again, since these items don't use them: {count} cells. The key a runs all.", {"count": len(cells)}
    )


def _hangs(item: CheckedItem) -> bool:
    return item.grade is not None and any(check.verdict is Verdict.TIMED_OUT for check in item.grade.checks)


def _raise(error: Exception) -> None:
    raise error


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
