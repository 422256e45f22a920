"""Reads the notebooks that attack (``hostile/``) and those that only look odd (``honest/``).

One file is one notebook, in the percent format of the corpus: ``# %%`` begins a code cell, and above the first one
stands a header of ``# key: value`` lines.  A cell that begins with ``# generated`` is an expression: what it gives is
the cell's source.

``hostile/<who>_<claim>.py``, where who is ``curious``, ``hurried`` or ``hostile``:

- ``rows``: of the catalogue (``catalogue.yaml``), or ``found`` for a hole that we found ourselves
- ``tries``: what it does, and why that could work
- ``earns``: what each item must earn: ``softmax 0, kv_cache all``; ``part`` is something between, ``0|part`` either
- ``withstood``: how it shows that the attack came to nothing, beside what is watched in every case (``world.py``)
- ``levels``: where this is promised: ``full``, ``landlock``, ``uid``, ``none``; ``all`` for all of them.  Nothing that
  writes outside its own folders, or signals others, is ever run where it isn't promised: it would get through
- ``everywhere``: ``yes`` where what holds it back differs by level although it's promised on all, and ``no`` where it
  doesn't although it isn't (optional)
- ``base``: ``honest`` puts right functions before its own cells (optional)
- ``verdicts``: of checks: ``softmax.values timed_out|crashed`` (optional)
- ``cells``: how its own cells end, by number: ``1 timed_out|crashed`` (optional)
- ``limits``: other limits than the usual ones: ``call_seconds 1`` (optional)
- ``grows``: MiB by which the grader's memory may grow, if more than usual (optional)
- ``report``: ``incomplete`` where the teacher is told that it couldn't be graded (optional)
- ``metadata``: the notebook's, in JSON (optional)
- ``torch``: ``yes`` where it needs it (optional)
- ``known``: a level, and the reason why it isn't withstood there: a failure that is expected (optional)

``honest/<style>.py``: ``style`` says what is odd, and the keys from ``earns`` on are the same; ``levels`` may be left
out where it holds on all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

__all__ = ["BASE", "LEVELS", "Adversary", "load_adversaries"]

HERE = Path(__file__).parent
LEVELS = ("full", "landlock", "uid", "none")
REQUIRED = {"hostile": {"rows", "tries", "earns", "withstood", "levels"}, "honest": {"style", "earns"}}
OPTIONAL = {
    "hostile": {"base", "verdicts", "cells", "limits", "grows", "report", "metadata", "torch", "known", "everywhere"},
    "honest": {"levels", "base", "verdicts", "cells", "limits", "metadata", "torch", "known"},
}
WHO = ("curious", "hurried", "hostile")

BASE = """\
import numpy as np

def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_layers * width * bytes_per_value
"""


@dataclass(frozen=True)
class Adversary:
    """`earns` by item; `verdicts` and `endings` are what may come, `endings` by the number of the case's own cell."""

    kind: Literal["hostile", "honest"]
    name: str
    about: str
    rows: tuple[int, ...]
    cells: tuple[str, ...]
    honest_base: bool
    levels: tuple[str, ...]
    earns: Mapping[str, str]
    verdicts: Mapping[str, frozenset[str]]
    endings: Mapping[int, frozenset[str]]
    limits: Mapping[str, float]
    grows_mib: int | None
    complete: bool
    metadata: Mapping[str, Any]
    torch: bool
    known: Mapping[str, str]
    found: bool
    everywhere: bool

    @property
    def sources(self) -> tuple[str, ...]:
        """Its cells, after those of its base."""
        return ((BASE,) if self.honest_base else ()) + self.cells

    @property
    def cells_before(self) -> int:
        """The world's own, and that of its base."""
        return 2 if self.honest_base else 1


@cache
def load_adversaries(kind: Literal["hostile", "honest"]) -> tuple[Adversary, ...]:
    """All of a kind, by name."""
    return tuple(_adversary(path, kind) for path in sorted((HERE / kind).glob("*.py")))


def _adversary(path: Path, kind: Literal["hostile", "honest"]) -> Adversary:
    head, *cells = path.read_text(encoding="utf-8").split("\n# %%")
    header = _header(head, path, kind)
    if kind == "hostile" and not path.stem.startswith(tuple(f"{who}_" for who in WHO)):
        raise ValueError(f"{path}: who is it? {', '.join(WHO)}")
    rows = [word.strip() for word in header.get("rows", "").split(",") if word.strip()]
    levels = tuple(word.strip() for word in header.get("levels", "all").split(","))
    levels = LEVELS if levels == ("all",) else levels
    if not set(levels) <= set(LEVELS):
        raise ValueError(f"{path}: levels are {', '.join(LEVELS)}")
    return Adversary(
        kind=kind,
        name=path.stem,
        about=header.get("tries") or header["style"],
        rows=tuple(int(row) for row in rows if row != "found"),
        cells=tuple(_source(cell.partition("\n")[2].strip("\n")) for cell in cells),
        honest_base=header.get("base") == "honest",
        levels=levels,
        earns=_pairs(header["earns"]),
        verdicts={key: frozenset(value.split("|")) for key, value in _pairs(header.get("verdicts", "")).items()},
        endings={int(key): frozenset(value.split("|")) for key, value in _pairs(header.get("cells", "")).items()},
        limits={key: float(value) for key, value in _pairs(header.get("limits", "")).items()},
        grows_mib=int(header["grows"]) if "grows" in header else None,
        complete=header.get("report") != "incomplete",
        metadata=json.loads(header.get("metadata", "{}")),
        torch=header.get("torch") == "yes",
        known=dict([header["known"].split(" ", 1)]) if "known" in header else {},
        found="found" in rows,
        # What confinement alone withstands differs by level anyway.
        everywhere=header.get("everywhere", "no" if levels == LEVELS else "yes") == "yes",
    )


def _source(text: str) -> str:
    first, _, rest = text.partition("\n")
    return str(eval(rest)) if first == "# generated" else text


def _header(head: str, path: Path, kind: str) -> dict[str, str]:
    """A line that begins with two blanks after the ``#`` goes on with the one before."""
    header: dict[str, str] = {}
    last = ""
    for line in head.splitlines():
        if line.startswith("#   ") and last:
            header[last] += " " + line[1:].strip()
            continue
        key, colon, value = line.removeprefix("# ").partition(": ")
        if not line.startswith("# ") or not colon or key in header:
            raise ValueError(f"{path}: not a header line, or twice: {line!r}")
        header[key] = value.strip()
        last = key
    if not REQUIRED[kind] <= header.keys() <= REQUIRED[kind] | OPTIONAL[kind]:
        wrong = header.keys() ^ (REQUIRED[kind] | (OPTIONAL[kind] & header.keys()))
        raise ValueError(f"{path}: missing or unknown: {', '.join(sorted(wrong))}")
    return header


def _pairs(text: str) -> dict[str, str]:
    """``a x, b y`` as a mapping."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    if any(len(part) != 2 for part in parts):
        raise ValueError(f"not pairs: {text!r}")
    return dict(parts)
