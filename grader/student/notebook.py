"""Checking from inside the notebook: ``%grade attention``, ``check("attention")``.

What is asked are the live objects of this kernel, as they are after the cells that have been run: no fresh kernel, and
nothing is saved.  The page says so, since the grade runs the saved file from the top, and in what the two part.
"""

from __future__ import annotations

import contextlib
import os
import random
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grader.errors import UsageError
from grader.kernel.in_process import ask_in_process
from grader.model import Execution, Submission, Text
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import Line, paragraph, plain_text
from grader.student.again import names_of
from grader.student.check import CheckedItem, judging_of
from grader.student.html import as_html, of_lines
from grader.student.live import cells_run, folders_of, place_in, remarks, saved_notebook
from grader.student.naming import id_of_item
from grader.student.page import lines, state_of
from grader.student.public import PublicChecks
from grader.student.stop_button import StopButton, Stopped
from grader.student.texts import find_public

__all__ = ["Page", "check_live", "register"]

WIDTH = 100
LANGUAGES = ("en", "es")
USAGE = "%grade [ITEM ...] [--lang en|es] [--folder DIR]"
FOLDER_SAID = "%grade --folder DIR"
HELP = (
    Text(
        "checks what the cells that have been run so far have defined: all items, or those that are named by the word "
        "in the last column of the page."
    ),
    Text("--lang: the language of the page."),
    Text("--folder: the folder with the public checks, where the notebook isn't in it."),
    Text("The kernel's stop button ends it. In code: {code}.", {"code": '`from grader import check; check("ITEM")`'}),
)


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
    items: Sequence[str | Iterable[str]],
    lang: str | None = None,
    folder: Path | str | None = None,
    shell: Any = None,
) -> Page:
    """Check `items` (all by default) of what is defined in `names`, with the public checks around `folder`: by default
    that of the notebook's file, the working folder, or that of the kernel's start.

    With IPython's `shell`, it's told in what the notebook's saved file is another.
    """
    folders = folders_of(names, shell) if folder is None else [Path(folder).expanduser().absolute()]
    try:
        lang = _checked_language(lang) or _language(names)
        public, wanted = _chosen(_found_around(folders), names, [name for item in items for name in _names_in(item)])
    except UsageError as error:
        return _only(error.args, lang if lang in LANGUAGES else _language(names))
    own = {name: value for name, value in names.items() if not name.startswith("_")}
    ran = cells_run(shell) if shell is not None else ()
    saved = saved_notebook(names, ran, folders) if shell is not None else None
    told: list[CheckedItem] = []
    cell_of = place_in(saved)
    judging = judging_of(public)
    button = StopButton(cell_of)
    try:
        with _random_state_kept(), button:
            executed = Execution("none", (), (), 0.0, True)
            ask = button.through(ask_in_process(names=own, place=cell_of))
            checked = judging(ask, Submission("", "", (), {}), executed, wanted, told=told.append)
    except Stopped:
        return _only([button.told, _until_then(told, lang)], lang)
    notes = [Text("Checked as the cells have been run so far. The grade runs the saved notebook from the top.")]
    if shell is not None:
        about = [name for item in checked.items for name in names_of(item.item, judging.components)]
        notes += remarks(saved, ran, about, own)
    below = [line for note in notes for line in paragraph(say(note, lang, visible), WIDTH, style="faint")]
    return Page([*lines(checked, lang, WIDTH), (), *below], as_html(checked, lang, notes))


def _names_in(item: object) -> list[str]:
    """Of an item, or of several; who hands over the function itself means its name."""
    if isinstance(item, list | tuple | set | frozenset):
        return [name for one in item for name in _names_in(one)]
    return [item if isinstance(item, str) else str(getattr(item, "__name__", item))]


def _only(said: Sequence[object], lang: str) -> Page:
    """A page of nothing but a few words."""
    shown = [say(one, lang, visible) if isinstance(one, Text) else visible(str(one)) for one in said]
    made = [line for one in shown for line in paragraph(one, WIDTH, style="bad")]
    return Page(made, of_lines(made))


def _until_then(told: Sequence[CheckedItem], lang: str) -> Text:
    if not told:
        return Text("Nothing had been judged until then.")
    items = [f"{title_in(item.item.title, lang)} ({say(state_of(item, lang)[0], lang, visible)})" for item in told]
    return Text("Judged until then: {items}.", {"items": ", ".join(items)})


def _found_around(folders: Sequence[Path]) -> Mapping[str, Path]:
    """The public checks around the first of `folders` that has some.  Raises `UsageError`."""
    found = next((found for folder in folders if (found := find_public(folder))), None)
    if found is None:
        raise UsageError(
            Text(
                "there are no public checks in {folders}: keep the notebook in the folder that you were given, or say "
                "where that is: {magic}",
                {"folders": ", ".join(map(str, folders)), "magic": f"`{FOLDER_SAID}`"},
            )
        )
    return found


def _checked_language(lang: str | None) -> str | None:
    if lang is not None and lang not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UsageError(Text("there is no language '{lang}': there are {known}", {"lang": lang, "known": known}))
    return lang


def _chosen(
    found: Mapping[str, Path], names: Mapping[str, Any], items: Sequence[str]
) -> tuple[PublicChecks, tuple[str, ...]]:
    """The public checks that have all of `items`, or else of which most is written here; and the items' ids.  Raises
    `UsageError`.
    """
    read = [PublicChecks.read(path) for path in found.values()]
    ids = []
    for item in items:
        ids.append(id_of_item(item, [own for public in read for own in public.items]))
        read = [public for public in read if any(own.id == ids[-1] for own in public.items)]

    def written(public: PublicChecks) -> int:
        functions = {name for own in public.references.values() for name in own}
        return sum(name in names for name in functions)

    return max(read, key=written), tuple(ids)


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
    """``%load_ext grader``: the magic ``%grade``, and what may follow it (`HELP`)."""

    def grade(line: str) -> Page:
        try:
            said = _options(line)
        except UsageError as error:
            return _only(error.args, _language(shell.user_ns))
        if "help" in said.options:
            return _help(said.options.get("lang") or _language(shell.user_ns))
        return check_live(shell.user_ns, said.items, said.options.get("lang"), said.options.get("folder"), shell)

    shell.register_magic_function(grade, "line", "grade")


@dataclass(frozen=True)
class _Said:
    """What stood behind ``%grade``; `options` may have `lang`, `folder` and `help`."""

    items: Sequence[str]
    options: Mapping[str, str]


def _options(line: str) -> _Said:
    """Raises `UsageError`."""
    words = shlex.shlex(line, posix=True)
    words.whitespace_split, words.escape, words.commenters = True, "", ""  # a path of Windows has backslashes
    items: list[str] = []
    options: dict[str, str] = {}
    try:
        for word in words:
            option, equals, value = word.partition("=")
            if word in ("--help", "-h", "-?"):
                options["help"] = word
            elif option in ("--lang", "--folder"):
                value = value if equals else words.get_token() or ""
                if not value:
                    raise UsageError(Text("{option} needs a value: {usage}", {"option": option, "usage": USAGE}))
                options[option[2:]] = value
            elif word.startswith("-"):
                raise UsageError(Text("there is no option '{option}': {usage}", {"option": option, "usage": USAGE}))
            else:
                items += filter(None, word.split(","))
    except ValueError:
        raise UsageError(Text("a quotation mark isn't closed: {line}", {"line": line})) from None
    return _Said(items, options)


def _help(lang: str) -> Page:
    lang = lang if lang in LANGUAGES else "en"
    made = paragraph(USAGE, WIDTH, style="strong")
    for text in HELP:
        made += paragraph(say(text, lang, visible), WIDTH, indent=2)
    return Page(made, of_lines(made))
