"""Parameters by component, out of a dict with names that a student chose.

Entries may be split further (tokens and positions), nested (one dict for each layer), in English or Spanish.  What is
called an entry of a single layer ("per layer", "por capa") is kept apart from those of all layers.
"""

from __future__ import annotations

import re
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

# Of one layer, and not of one among several: "layer_0" stands beside "layer_1".
_OF_ONE_LAYER = re.compile(
    r"\b(?:per|por|each|every|cada|one|una?|single|of a|de un|de una) (?:layer|capa|block|bloque)\b"
)


@dataclass(frozen=True)
class Breakdown:
    """What the student's function gives for each of `PARTS`, of all layers and of one; None where there's no entry."""

    parts: Mapping[str, int | float | None]
    of_one_layer: Mapping[str, int | float | None]
    names: tuple[str, ...]  # the entries that were not understood


def breakdown_of(value: Value) -> Breakdown | None:
    """None where `value` is neither a dict nor a number; a bare number is the total."""
    nothing = dict.fromkeys(PARTS)
    if not isinstance(value, Mapping):
        total = number_in(value)
        return None if total is None else Breakdown({**nothing, "total": total}, nothing, ())
    found: dict[str, list[int | float]] = {part: [] for part in PARTS}
    of_one: dict[str, list[int | float]] = {part: [] for part in PARTS}
    strange: list[str] = []
    for path, number in _entries(value, ()):
        words = [_words(key) for key in path]
        single = any(_OF_ONE_LAYER.search(key) for key in words)
        part = _part_of(words)
        if part is None and not single:
            strange.append(path[-1])
        else:
            (of_one if single else found)[part or "total"].append(number)
    together = [{part: _together(numbers) for part, numbers in entries.items()} for entries in (found, of_one)]
    return Breakdown(together[0], together[1], tuple(dict.fromkeys(strange)))


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


def _words(key: str) -> str:
    """The words of a key with a space between, in lower case, without accents; digits count as words."""
    plain = "".join(c for c in unicodedata.normalize("NFD", key.lower()) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def _part_of(path: list[str]) -> str | None:
    """What the outermost key says that says anything: what is below "attention" belongs to it, its output too."""
    for key in path:
        words = re.findall(r"[^\W\d_]+", key)
        if words == ["final"]:
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
