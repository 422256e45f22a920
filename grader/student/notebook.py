"""Checking from inside the notebook: ``%grade attention``, ``check("attention")``.

What is asked are the live objects of this kernel, as they are after the cells that have been run: no fresh kernel, and
nothing is saved.  The page says so, since the grade runs the saved file from the top.  HTML of one block, with styles
in place: JupyterLab, VS Code and Colab show it without scripts or style sheets, anything else takes the text.
"""

from __future__ import annotations

import contextlib
import html
import os
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grader.errors import UsageError
from grader.kernel.in_process import ask_in_process
from grader.model import Execution, Submission, Text
from grader.reports.inert import visible
from grader.reports.language import say
from grader.reports.lines import Line, Style, paragraph, plain_text
from grader.student.check import judging_of
from grader.student.page import lines
from grader.student.public import PublicChecks
from grader.student.texts import NO_PUBLIC_CHECKS, find_public, unknown_item

__all__ = ["Page", "check_live", "register"]

WIDTH = 100
_STYLES: Mapping[Style, str] = {
    "plain": "",
    "strong": "font-weight:bold",
    "good": "color:#1a7f37",
    "partly": "color:#9a6700",
    "bad": "color:#cf222e",
    "faint": "opacity:0.65",
}


class Page:
    """Lines that a notebook shows as HTML, and everything else as text."""

    def __init__(self, shown: Sequence[Line]) -> None:
        self.lines = shown

    def __repr__(self) -> str:
        return "\n".join(map(plain_text, self.lines))

    def _repr_html_(self) -> str:
        rows = ("".join(_span(span.text, _STYLES[span.style]) for span in line) for line in self.lines)
        return f'<pre style="white-space:pre-wrap;line-height:1.4">{"<br>".join(rows)}</pre>'


def _span(text: str, style: str) -> str:
    escaped = html.escape(text)
    return f'<span style="{style}">{escaped}</span>' if style else escaped


def check_live(
    names: Mapping[str, Any], items: Sequence[str], lang: str | None = None, folder: Path | None = None
) -> Page:
    """Check `items` (all by default) of what is defined in `names`, with the public checks around `folder`."""
    lang = lang or _language(names)
    try:
        public = _chosen(find_public(folder or Path.cwd()), names, items)
    except UsageError as error:
        first = error.args[0]
        said = say(first, lang, visible) if isinstance(first, Text) else visible(str(first))
        return Page(paragraph(said, WIDTH, style="bad"))
    own = {name: value for name, value in names.items() if not name.startswith("_")}
    with _random_state_kept():
        ran = Execution("none", (), (), 0.0, True)
        checked = judging_of(public)(ask_in_process(names=own), Submission("", "", (), {}), ran, items)
    told = Text("Checked as the cells have been run so far. The grade runs the saved notebook from the top.")
    return Page([*lines(checked, lang, WIDTH), *paragraph(say(told, lang), WIDTH, style="faint")])


def _chosen(found: Mapping[str, Path], names: Mapping[str, Any], items: Sequence[str]) -> PublicChecks:
    """The public checks that have all of `items`, or else of which most is written here.  Raises `UsageError`."""
    if not found:
        raise UsageError(NO_PUBLIC_CHECKS)
    read = [PublicChecks.read(path) for path in found.values()]
    for item in items:
        read = [public for public in read if any(own.id == item for own in public.items)] or read
        if not any(own.id == item for own in read[0].items):
            raise unknown_item(item, [own.id for public in read for own in public.items])

    def written(public: PublicChecks) -> int:
        functions = {name for own in public.references.values() for name in own}
        return sum(name in names for name in functions)

    return max(read, key=written)


def _language(names: Mapping[str, Any]) -> str:
    """Spanish where the Spanish starting point was run, or where the machine speaks it."""
    said = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "es" if "comprueba" in names or said.lower().startswith("es") else "en"


@contextlib.contextmanager
def _random_state_kept() -> Iterator[None]:
    """Checks seed everything; the student's own experiments go on as if nothing had been."""
    torch = sys.modules.get("torch")
    kept = random.getstate(), np.random.get_state(), torch.get_rng_state() if torch is not None else None
    try:
        yield
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])
        if torch is not None and kept[2] is not None:
            torch.set_rng_state(kept[2])


def register(shell: Any) -> None:
    """``%load_ext grader``: the magics ``%grade``, ``%grade ITEM ...`` and ``%grade --lang es``."""

    def grade(line: str) -> Page:
        words = line.split()
        lang = None
        if "--lang" in words:
            at = words.index("--lang")
            lang, words = "".join(words[at + 1 : at + 2]), words[:at] + words[at + 2 :]
        return check_live(shell.user_ns, words, lang if lang in ("en", "es") else None)

    shell.register_magic_function(grade, "line", "grade")
