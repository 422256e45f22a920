"""Submissions that are more alike than their exercise makes them: a reason to read them side by side, never a verdict.

Fingerprints by winnowing (Schleimer, Wilkerson & Aiken 2003, "Winnowing: local algorithms for document fingerprinting",
SIGMOD; what MOSS does) over the tokens of the code, in which comments, docstrings, layout and the names that a student
chose don't appear, each cell by itself: so renamed variables, moved cells and other comments change nothing.

All honest submissions of one exercise are alike, so likeness alone says nothing.  What the course itself has given out
or solved is taken out, and so is what several of the class have: only what is particular to two or few of them counts,
and only if that is much of what's particular to one of them.  Fingerprints that few have also keep it nearly linear.

The libraries at hand don't do that: compare50 ranks by the number of shared fingerprints, whatever the class shares;
copydetect compares every pair, and has had no release since early 2024.
"""

from __future__ import annotations

import builtins
import io
import itertools
import keyword
import tokenize
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Alike", "Fingerprints", "alike", "fingerprints"]

Fingerprints: TypeAlias = "NDArray[np.uint32]"


GRAM = 12  # tokens of a fingerprint: what is shorter is idiom
WINDOW = 5  # of this many fingerprints in a row one is kept: 16 tokens in common are always found
FEWEST = 30  # shared fingerprints, some 150 tokens: less is chance
SHARE = 0.8  # of what's particular to the shorter one; among honest ones of the corpus it stays below 0.65
COMMON = 0.1  # of the class: what so many have is the exercise's
LEAST_COMMON, MOST_COMMON = 4, 20
LONGEST_CELL = 50_000  # characters: longer ones aren't written by hand
LONGEST = 300_000

_KEPT = frozenset(dir(builtins)) | {"np", "numpy", "torch", "nn", "F", "math", "self"}
_LAYOUT = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER})


@dataclass(frozen=True)
class Alike:
    """`who` are the keys of submissions each of which is like another one of them, by at least `share`."""

    who: tuple[str, ...]
    share: float


def alike(prints: Mapping[str, Fingerprints], given: Fingerprints | None = None) -> tuple[Alike, ...]:
    """Groups among `prints` (by key), the most alike first; `given` are those of the course's own code."""
    keys = sorted(prints)
    if len(keys) < 2:
        return ()
    every = np.concatenate([prints[key] for key in keys])
    whose = np.repeat(np.arange(len(keys)), [len(prints[key]) for key in keys])
    _, inverse, spread = np.unique(every, return_inverse=True, return_counts=True)
    common = min(max(LEAST_COMMON, int(COMMON * len(keys))), MOST_COMMON)
    particular = spread[inverse] <= common
    if given is not None:
        particular &= ~np.isin(every, given)
    sizes = np.bincount(whose[particular], minlength=len(keys))
    shared: Counter[tuple[int, int]] = Counter()
    for having in _by_value(inverse, whose, particular & (spread[inverse] > 1)):
        shared.update(itertools.combinations(having, 2))
    links = {
        (keys[first], keys[second]): share
        for (first, second), count in shared.items()
        if count >= FEWEST and (share := count / float(min(sizes[first], sizes[second]))) >= SHARE
    }
    return tuple(sorted(_groups(links), key=lambda group: (-group.share, group.who)))


def _by_value(values: NDArray[Any], whose: NDArray[Any], chosen: NDArray[np.bool_]) -> Iterator[list[int]]:
    """For each of the `chosen` values, whose they are, in ascending order."""
    values, whose = values[chosen], whose[chosen]
    order = np.lexsort((whose, values))
    values, whose = values[order], whose[order]
    for part in np.split(whose, np.flatnonzero(np.diff(values)) + 1):
        yield part.tolist()


def _groups(links: Mapping[tuple[str, str], float]) -> Iterator[Alike]:
    """What hangs together by `links`; `share` is that of the weakest."""
    group_of: dict[str, set[str]] = {}
    for pair in links:
        joined = set().union(*(group_of.get(key, {key}) for key in pair))
        group_of |= dict.fromkeys(joined, joined)
    for group in {id(group): group for group in group_of.values()}.values():
        yield Alike(tuple(sorted(group)), min(share for pair, share in links.items() if pair[0] in group))


def fingerprints(cells: Iterable[str]) -> Fingerprints:
    """Of code cells, in ascending order; renamed variables, other comments and another order of the cells change
    nothing.
    """
    found: set[int] = set()
    left = LONGEST
    for cell in cells:
        source = cell[: min(LONGEST_CELL, left)]
        left -= len(source)
        tokens = tuple(_tokens(source))
        grams = [
            zlib.crc32("\0".join(tokens[n : n + GRAM]).encode(errors="replace")) for n in range(len(tokens) - GRAM + 1)
        ]
        found.update(min(grams[n : n + WINDOW]) for n in range(max(1, len(grams) - WINDOW + 1) if grams else 0))
    return np.array(sorted(found), dtype=np.uint32)


def _tokens(source: str) -> Iterator[str]:
    """The code's tokens without what a writer is free to choose; as far as it can be read as Python."""
    lines = "\n".join("" if line.lstrip().startswith(("%", "!", "?")) else line for line in source.split("\n"))
    before: Sequence[str] = ("", "")
    starts = True  # of a statement, where a string is a docstring
    try:
        for token in tokenize.generate_tokens(io.StringIO(f"{lines}\n").readline):
            if token.type in _LAYOUT:
                continue
            if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
                starts = True
                if token.type != tokenize.NEWLINE:
                    yield "{" if token.type == tokenize.INDENT else "}"
                continue
            if not (starts and token.type == tokenize.STRING):
                yield _plain(token, before)
            starts = False
            before = (before[1], token.string)
    # An unfinished cell, or from Python 3.12 on one that can't be written in UTF-8: what came before counts.
    except (tokenize.TokenError, SyntaxError, UnicodeEncodeError):
        return


def _plain(token: tokenize.TokenInfo, before: Sequence[str]) -> str:
    if token.type == tokenize.STRING:
        return "''"
    if token.type != tokenize.NAME or keyword.iskeyword(token.string):
        return token.string
    of_library = before[1] == "." and before[0] != "self"  # np.exp, but not self.anything
    return token.string if of_library or token.string in _KEPT else "name"
