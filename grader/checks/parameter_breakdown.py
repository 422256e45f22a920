"""Parameters by component, out of a dict with names that a student chose.

Entries may be split further (tokens and positions), nested (one dict for each layer), in English or Spanish, and the
blocks' may be those of a single layer where the total shows that all are meant.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.checks.counts import number_in
from grader.model import Value

__all__ = ["PARTS", "Breakdown", "breakdown_of"]

PARTS = ("embeddings", "attention", "ffn", "norms", "head", "total")

# Beginnings of words in lower case, without accents; of several that fit, the part that stands first is meant:
# "attention_norm" is a norm, "attention_output" belongs to attention, "ffn_output" to the feed-forward layer.
_BEGINNINGS: Mapping[str, tuple[str, ...]] = {
    "norms": ("norm", "ln", "layernorm", "rmsnorm"),
    "attention": ("atten", "attn", "aten", "mha", "multihead", "multicab", "qkv"),
    "ffn": ("ffn", "ff", "mlp", "feed", "fc", "densa", "dense", "perceptron", "alimenta", "prealimenta", "red"),
    "head": ("head", "lmhead", "cabeza", "salida", "output", "unembed", "desembed", "logit", "clasif"),
    "embeddings": ("emb", "incrust", "pos", "token", "tok", "wte", "wpe"),
    "total": ("total", "suma", "sum", "todo", "all"),
}


@dataclass(frozen=True)
class Breakdown:
    """What the student's function gives for each of `PARTS`; None where there's no entry for it."""

    parts: Mapping[str, int | float | None]
    names: tuple[str, ...]  # the entries that were not understood


def breakdown_of(value: Value) -> Breakdown | None:
    """None where `value` is neither a dict nor a number; a bare number is the total."""
    if not isinstance(value, Mapping):
        total = number_in(value)
        return None if total is None else Breakdown({part: total if part == "total" else None for part in PARTS}, ())
    found: dict[str, list[int | float]] = {part: [] for part in PARTS}
    strange: list[str] = []
    for path, number in _entries(value, ()):
        part = _part_of(path)
        if part is None:
            strange.append(path[-1])
        else:
            found[part].append(number)
    return Breakdown({part: _together(numbers) for part, numbers in found.items()}, tuple(dict.fromkeys(strange)))


def _entries(value: Value, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int | float]]:
    """Every number in nested dicts and lists, with the keys that lead to it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _entries(inner, (*path, str(key)))
        return
    number = number_in(value)
    if number is not None:
        yield path, number
    elif isinstance(value, tuple):
        for inner in value:
            yield from _entries(inner, path)


def _part_of(path: tuple[str, ...]) -> str | None:
    """What the outermost key says that says anything: what is below "attention" belongs to it, its output too."""
    for key in path:
        plain = "".join(c for c in unicodedata.normalize("NFD", key.lower()) if not unicodedata.combining(c))
        words = "".join(c if c.isalpha() else " " for c in plain).split()
        if "final" in words and len(words) == 1:
            return "norms"
        for part, beginnings in _BEGINNINGS.items():
            if any(word.startswith(beginnings) for word in words):
                return part
    return None


def _together(numbers: list[int | float]) -> int | float | None:
    """Their sum; or the largest, where that is the sum of the others already."""
    if not numbers:
        return None
    largest, total = max(numbers), sum(numbers)
    return largest if len(numbers) > 2 and 2 * largest == total else total
