"""What the students' commands say of themselves, for the catalogue: the literals of their ``--help``.

The commands have them as plain strings, since ``--help`` in English imports nothing for them.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.model import Text
from grader.reports.language import say

__all__ = ["METAVARS", "TOLD", "metavar", "told"]

_TEXTS = (
    Text("Usage"),
    Text("Options"),
    Text("default"),
    Text("Examples:"),
    Text("Exit codes:"),
    Text("Show this message and exit."),
    # check
    Text("Run a notebook and check it with the public cases of its assignment, as often as you like."),
    Text("Check only these items."),
    Text("Check again whenever the notebook is saved."),
    Text("Language. By default the notebook's, or your locale's."),
    Text("Where the public checks are. By default beside the notebook."),
    Text("How to confine the notebook: auto takes the best there is."),
    Text("Check your notebook.  Save it first: what counts is the file."),
    Text("Two items of it."),
    Text("Check again each time you save; keys: n(ext) h(int) a(ll) q(uit)."),
    Text("Help by small steps; more on a mistake that a report names."),
    Text("all public checks pass; the grade uses hidden ones too"),
    Text("some don't, or something isn't written yet"),
    Text("the command line asks for something that doesn't exist"),
    Text("the file can't be read as a notebook"),
    Text("our own failure"),
    # hint
    Text("Give a hint on an item of the assignment, the first or the one of that STEP."),
    Text("Language of the hints. By default that of your locale."),
    Text("The first hint: what must hold."),
    Text("The next one: experiments to make."),
    Text("What is wrong with your own attention, and what it looks like."),
    # explain
    Text("Explain a known mistake, as the report names it; without a name, list them."),
    Text("Language of the texts. By default that of your locale."),
    Text("The mistakes that the course knows, by item."),
    Text("What it is, why it matters, and what to try."),
    Text("The same in Spanish; the item may be left out."),
)
TOLD: Mapping[str, Text] = {text.template: text for text in _TEXTS}
METAVARS: Mapping[str, Text] = {
    "OPTIONS": Text("OPTIONS"),
    "ITEM": Text("ITEM"),
    "STEP": Text("STEP"),
    "MISTAKE": Text("MISTAKE"),
    "FOLDER": Text("FOLDER"),
}


def told(words: str, lang: str) -> str:
    """`words` in `lang`; what isn't in the catalogue, such as a command line, is the same everywhere."""
    return say(TOLD[words], lang) if words in TOLD else words


def metavar(words: str, lang: str) -> str:
    """What stands for a value: ``[STEP]``, ``ITEM,...``."""
    inner = words.strip("[].,")
    return words.replace(inner, say(METAVARS[inner], lang)) if inner in METAVARS else words
