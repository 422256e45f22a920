"""Checking from inside the notebook: ``%grade attention``, ``check("attention")``.

What is asked are the live objects of this kernel, as they are after the cells that have been run: no fresh kernel, and
nothing is saved.  The page says so, since the grade runs the saved file from the top, and in what the two part.
"""

from __future__ import annotations

import contextlib
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
from grader.reports.lines import Line, paragraph, plain_text
from grader.student.again import names_of
from grader.student.check import judging_of
from grader.student.html import as_html, of_lines
from grader.student.live import cells_run, place_in, remarks, saved_notebook
from grader.student.page import lines
from grader.student.public import PublicChecks
from grader.student.texts import NO_PUBLIC_CHECKS, find_public, unknown_item

__all__ = ["Page", "check_live", "register"]

WIDTH = 100


class Page:
    """What a check found: a notebook shows it as HTML, everything else as text."""

    def __init__(self, shown: Sequence[Line], as_html: str) -> None:
        self.lines, self.html = shown, as_html

    def __repr__(self) -> str:
        return "\n".join(map(plain_text, self.lines))

    def _repr_html_(self) -> str:
        return self.html


def check_live(
    names: Mapping[str, Any],
    items: Sequence[str],
    lang: str | None = None,
    folder: Path | None = None,
    shell: Any = None,
) -> Page:
    """Check `items` (all by default) of what is defined in `names`, with the public checks around `folder`.

    With IPython's `shell`, it's told in what the notebook's saved file is another.
    """
    lang = lang or _language(names)
    folder = folder or Path.cwd()
    try:
        public = _chosen(find_public(folder), names, items)
    except UsageError as error:
        first = error.args[0]
        said = paragraph(
            say(first, lang, visible) if isinstance(first, Text) else visible(str(first)), WIDTH, style="bad"
        )
        return Page(said, of_lines(said))
    own = {name: value for name, value in names.items() if not name.startswith("_")}
    ran = cells_run(shell) if shell is not None else ()
    saved = saved_notebook(names, ran, folder) if shell is not None else None
    with _random_state_kept():
        executed = Execution("none", (), (), 0.0, True)
        ask = ask_in_process(names=own, place=place_in(saved))
        judging = judging_of(public)
        checked = judging(ask, Submission("", "", (), {}), executed, items)
    notes = [Text("Checked as the cells have been run so far. The grade runs the saved notebook from the top.")]
    if shell is not None:
        about = [name for item in checked.items for name in names_of(item.item, judging.components)]
        notes += remarks(saved, ran, about)
    below = [line for note in notes for line in paragraph(say(note, lang, visible), WIDTH, style="faint")]
    return Page([*lines(checked, lang, WIDTH), (), *below], as_html(checked, lang, notes))


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
        return check_live(shell.user_ns, words, lang if lang in ("en", "es") else None, shell=shell)

    shell.register_magic_function(grade, "line", "grade")
