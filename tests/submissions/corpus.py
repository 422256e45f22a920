"""Reads the corpus of submissions.

One file is one submission, in the percent format: ``# %%`` begins a code cell, and what stands above the first
one is a header of ``# key: value`` lines.

``right/<style>.py`` is written in a style that costs nothing:

- ``style``: what is special about it
- ``items``: the rubric items that it implements; each must earn all its points

``wrong/<item>__<mistake>.py`` is a perfect submission with one mistake.  Its cells come after those of its base, so its
definitions replace the base's, as in a notebook where a later cell defines a function again:

- ``mistake``: what was done
- ``base``: ``perfect_en`` or ``perfect_es`` (``assignments/transformer/samples/``), or ``none``
- ``item``: the rubric item that must lose points
- ``fails``: checks of that item that must fail; more may
- ``keeps``: checks of that item that must pass nevertheless (optional): nobody pays twice
- ``misconception``: ids of the course's catalogue that describe it (optional)
- ``drags``: items of the base that call the replaced definition (optional).  They may lose points only as long as
  nothing stands in for it; every other item must keep all of its points
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import nbformat

__all__ = ["Case", "Claim", "load_corpus"]

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "assignments" / "transformer" / "samples"
KEYS: Mapping[str, tuple[set[str], set[str]]] = {
    # kind: (required, optional)
    "right": ({"style", "items"}, set()),
    "wrong": ({"mistake", "base", "item", "fails"}, {"keeps", "misconception", "drags"}),
}


@dataclass(frozen=True)
class Claim:
    """What grading must find.  `items` are implemented; of a wrong submission, exactly one loses points."""

    kind: Literal["right", "wrong"]
    about: str
    items: tuple[str, ...]
    fails: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    drags: tuple[str, ...] = ()
    base: str = ""


@dataclass(frozen=True)
class Case:
    """`name` is ``right/<style>`` or ``wrong/<item>__<mistake>``; `base` and `own` are sources of code cells."""

    name: str
    base: tuple[str, ...]
    own: tuple[str, ...]
    claim: Claim

    @property
    def cells(self) -> tuple[str, ...]:
        return self.base + self.own


def load_corpus() -> list[Case]:
    """All cases, the right ones first, by name."""
    return [_case(path, kind) for kind in ("right", "wrong") for path in sorted((HERE / kind).glob("*.py"))]


def _case(path: Path, kind: Literal["right", "wrong"]) -> Case:
    head, *cells = path.read_text(encoding="utf-8").split("\n# %%")
    header = _header(head, path, kind)
    sources = tuple(cell.partition("\n")[2].strip("\n") for cell in cells)
    name = f"{kind}/{path.stem}"
    if kind == "right":
        return Case(name, (), sources, Claim(kind, header["style"], _names(header["items"])))
    if path.stem.partition("__")[0] != header["item"]:
        raise ValueError(f"{path}: the name begins with another item than {header['item']}")
    claim = Claim(
        kind,
        header["mistake"],
        (header["item"],),
        fails=_names(header["fails"]),
        keeps=_names(header.get("keeps", "")),
        misconceptions=_names(header.get("misconception", "")),
        drags=_names(header.get("drags", "")),
        base=header["base"],
    )
    return Case(name, _base(header["base"]), sources, claim)


def _header(head: str, path: Path, kind: str) -> dict[str, str]:
    header = {}
    for line in head.splitlines():
        key, colon, value = line.removeprefix("# ").partition(": ")
        if not line.startswith("# ") or not colon or key in header:
            raise ValueError(f"{path}: not a header line, or twice: {line!r}")
        header[key] = value.strip()
    required, optional = KEYS[kind]
    if not required <= header.keys() <= required | optional:
        raise ValueError(f"{path}: the header needs {sorted(required)} and may have {sorted(optional)}")
    return header


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


@cache
def _base(name: str) -> tuple[str, ...]:
    if name == "none":
        return ()
    notebook = nbformat.read(SAMPLES / f"{name}.ipynb", as_version=4)
    return tuple(cell.source for cell in notebook.cells if cell.cell_type == "code")
