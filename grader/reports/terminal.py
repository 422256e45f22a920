"""The report in colour.  Without its colours it is the plain report, character by character."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.text import Text as RichText

from grader.model import GradeReport
from grader.reports.lines import Line, Style
from grader.reports.screen import lines

__all__ = ["coloured", "render"]

_STYLES: Mapping[Style, str] = {
    "plain": "",
    "strong": "bold",
    "good": "green",
    "partly": "yellow",
    "bad": "red",
    "faint": "dim",
}


def render(report: GradeReport, lang: str, width: int = 80) -> str:
    """`report` in `lang` with ANSI colours (the eight basic ones, so that the terminal's theme decides)."""
    return coloured(lines(report, lang, width), width)


def coloured(shown: Iterable[Line], width: int) -> str:
    """Lines that are wrapped already, with ANSI colours."""
    out = io.StringIO()
    # rich only colours them.  Its markup stays off: the text isn't ours.  Without a height it looks for both itself.
    console = Console(
        file=out, force_terminal=True, color_system="standard", width=width, height=25, markup=False, emoji=False,
        highlight=False, legacy_windows=False, no_color=False, force_interactive=False,
    )  # fmt: skip
    for line in shown:
        text = RichText(no_wrap=True, overflow="ignore", end="\n")
        for span in line:
            text.append(span.text, _STYLES[span.style])
        console.print(text, crop=False)
    return out.getvalue()
