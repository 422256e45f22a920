"""Typed values out of YAML nodes; what doesn't fit is noted with its place, and reading goes on.

Each method gives None for what it has already complained about (or what isn't there: the mapping that
lacks a key is told so once, by :meth:`Fields.of`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from grader.course.yaml_nodes import Entry, Fault, Node, NodeValue, Refused, shown

__all__ = ["Fields", "did_you_mean", "exact_decimal"]

_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,59}")
_LEAST = Decimal("1e-9")


class Fields:
    """Reads typed values and gathers `faults`."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self.faults = list(faults)

    def fault(self, place: Node | Entry, what: str, remedy: str) -> None:
        self.faults.append(Fault(place.line, place.column, what, remedy))

    def of(self, node: Node, owner: str, required: Mapping[str, str], optional: Sequence[str] = ()) -> dict[str, Entry]:
        """The entries of the mapping `node` that are known; unknown and missing keys are faults.

        `required` maps each key to an example of its use.
        """
        if not isinstance(node.value, dict):
            example = ", ".join(f"{key}: {value}" for key, value in required.items() if value != "...")
            self.wrong(node, f"{owner} must be a mapping", f"write e.g. {{{example or 'key: value'}}}")
            return {}
        known = (*required, *optional)
        for key, entry in node.value.items():
            if key not in known:
                meant = did_you_mean(key, [name for name in known if name not in node.value])
                remedy = meant or f"remove it; {owner} may have: {', '.join(known)}"
                self.fault(entry, f"{owner} has an unknown key {shown(key)}", remedy)
        for key, example in required.items():
            if key not in node.value:
                self.fault(node, f"{owner} lacks the key '{key}'", f"add {key}: {example}")
        return {key: entry for key, entry in node.value.items() if key in known}

    def wrong(self, node: Node, what: str, remedy: str) -> None:
        """`what` was expected, and `node` is something else."""
        if not isinstance(node.value, Refused):
            self.fault(node, f"{what}, not {_kind(node.value)}", remedy)

    def text(self, entry: Entry | None, name: str) -> str | None:
        """One line of visible text."""
        if entry is None:
            return None
        value = entry.node.value
        if not isinstance(value, str):
            self.wrong(entry.node, f"{name} must be text", "put it in quotes if it's meant as text")
            return None
        if not value.strip() or not value.isprintable():
            self.fault(entry.node, f"{name} must be one line of visible text, not {shown(value)}", "write a short text")
            return None
        return value

    def identifier(self, node: Node | None, name: str) -> str | None:
        """A name that can stand in a command line, a file name and Python: ``positional_encoding``."""
        if node is None:
            return None
        if isinstance(node.value, str) and _IDENTIFIER.fullmatch(node.value):
            return node.value
        remedy = "use small letters, digits and underscores, a letter first, e.g. positional_encoding"
        self.wrong(node, f"{name} must be an identifier", remedy)
        return None

    def number(self, entry: Entry | None, name: str, most: int) -> Fraction | None:
        """An exact number, greater than 0 and at most `most`."""
        if entry is None:
            return None
        value = entry.node.value
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            remedy = "remove the quotes" if _is_number(value) else "write a number, with a point for decimals: 2.5"
            self.wrong(entry.node, f"{name} must be a number", remedy)
            return None
        if not _LEAST <= value <= most:
            self.wrong(entry.node, f"{name} must be greater than 0 and at most {most}", f"write e.g. {name}: 1")
            return None
        return Fraction(value)

    def flag(self, entry: Entry | None, name: str, default: bool) -> bool | None:
        if entry is None:
            return default
        if isinstance(entry.node.value, bool):
            return entry.node.value
        self.wrong(entry.node, f"{name} must be true or false", f"write {name}: true or {name}: false")
        return None

    def sequence(self, entry: Entry | None, name: str, *, empty: bool) -> list[Node] | None:
        if entry is None:
            return None
        value = entry.node.value
        if not isinstance(value, list):
            self.wrong(entry.node, f"{name} must be a list", "start each entry with '- ', or write [a, b]")
            return None
        if not value and not empty:
            self.fault(entry.node, f"{name} must not be empty", "add an entry")
            return None
        return value


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A remedy for a misspelt word, or nothing where no known word is near."""
    by_fold = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word[:60].casefold().replace("-", "_"), by_fold, n=1)
    return f"did you mean '{by_fold[near[0]]}'?" if near else ""


def exact_decimal(number: Fraction) -> str:
    """A sum of decimals as a decimal: 99.5, not 199/2."""
    text = f"{Decimal(number.numerator) / Decimal(number.denominator):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _is_number(value: NodeValue) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\s*[-+]?[0-9]{1,18}(\.[0-9]{1,18})?\s*", value) is not None


def _kind(value: NodeValue) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | Decimal):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text {shown(value)}"
    return "a list" if isinstance(value, list) else "a mapping"
