"""What goes to the terminal: the report to stdout, all else to stderr, and nothing that either would obey.

JSON on stdout is never mixed with anything.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import shutil
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from grader.model import GradeReport, Text
    from grader.reports.lines import Line

__all__ = [
    "Invocation",
    "complain",
    "for_this_terminal",
    "message_of",
    "page_width",
    "print_lines",
    "print_out",
    "progress",
    "quiet",
    "show_traceback",
]


@dataclass
class Invocation:
    """What the outermost handler must know of the command that was running."""

    debug: bool = False
    lang: str = "en"
    submission: str = ""
    goes_on: bool = False  # the same command, after an interruption


def for_this_terminal(report: GradeReport, lang: str) -> str:
    """In colour when a person is looking and hasn't said no (https://no-color.org), else plain."""
    from grader.reports import plain

    if not sys.stdout.isatty():
        return plain.render(report, lang)
    width = min(max(shutil.get_terminal_size().columns, 60), 100)
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return plain.render(report, lang, width)
    from grader.reports import terminal

    return terminal.render(report, lang, width)


def page_width() -> int:
    """Columns for a text to be read here, as wide as the terminal is just now."""
    return min(max(shutil.get_terminal_size().columns, 40), 100) if sys.stdout.isatty() else 80


def print_lines(lines: Sequence[Line]) -> None:
    """Lines to stdout: in colour when a person is looking and hasn't said no, else plain."""
    from grader.reports.lines import plain_text

    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        print_out("".join(f"{plain_text(line)}\n" for line in lines))
        return
    from grader.reports.terminal import coloured

    print_out(coloured(lines, page_width()))


def print_out(text: str) -> None:
    """To stdout, in UTF-8 where it isn't a terminal with another encoding.  A reader who has left is no error."""
    encoding = (sys.stdout.encoding or "utf-8") if sys.stdout.isatty() else "utf-8"
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(encoding, "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # `grade ... | head`
        _forget_what_is_unwritten()
    except OSError as error:  # `grade ... > file` on a full disk
        from grader.errors import GraderError
        from grader.model import Text

        _forget_what_is_unwritten()
        values: dict[str, str | int | float | Text] = {"file": "stdout", "error": error.strerror or ""}
        raise GraderError(Text("{file} can't be written: {error}", values)) from error


def _forget_what_is_unwritten() -> None:
    """Or what is still in the buffer fails again at exit, and the exit code is Python's own."""
    with contextlib.suppress(OSError, io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def progress(lang: str) -> Iterator[Callable[[Text], None]]:
    """A callback that shows one changing line on stderr while a person is looking; it's gone at the end."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda text: None
        return

    def show(text: Text) -> None:
        from grader.reports.inert import visible
        from grader.reports.language import say
        from grader.reports.lines import fitted

        width = max(shutil.get_terminal_size().columns, 10)
        sys.stderr.write(f"\r\x1b[K{fitted(say(text, lang, visible), width - 1)}")
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def complain(message: str, lead: str = "grade: ") -> None:
    """One message to stderr, in lines that hold nothing a terminal or a CI service would obey."""
    with contextlib.suppress(BrokenPipeError):
        for number, line in enumerate(message.splitlines() or [""]):
            print_error(f"{lead if number == 0 else ' ' * len(lead)}{harmless(line)}\n", sys.stderr)


def message_of(error: Exception, lang: str) -> str:
    """What `error` says, in the reader's language where it was written as a `Text`."""
    from grader.model import Text
    from grader.reports.inert import visible
    from grader.reports.language import say

    first = error.args[0] if error.args else ""
    return say(first, lang, visible) if isinstance(first, Text) else str(error)


def show_traceback(error: BaseException) -> None:
    for line in "".join(traceback.format_exception(error)).splitlines():
        print_error(f"| {harmless(line)}\n", sys.stderr)


def print_error(text: str, stream: TextIO) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


def harmless(line: str) -> str:
    try:
        from grader.reports.inert import visible
    except ImportError:  # a broken installation must still be able to say so
        return ascii(line)[1:-1]
    return visible(line)


class HarmlessFormatter(logging.Formatter):
    """Records of ``--debug`` may quote a submission, and must not pass for lines of another record."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(f"| {harmless(line)}" for line in super().format(record).splitlines())


@contextlib.contextmanager
def quiet(invocation: Invocation) -> Iterator[None]:
    """No warning and no log record of a library reaches the reader, unless ``--debug`` asks for them."""

    class Handler(logging.StreamHandler[TextIO]):
        def emit(self, record: logging.LogRecord) -> None:
            if invocation.debug:
                super().emit(record)

    handler = Handler(sys.stderr)
    handler.setFormatter(HarmlessFormatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        root.removeHandler(handler)
