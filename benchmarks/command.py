"""How a benchmark is called: ``--help`` says what it measures, as its module does, and each number has a name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

__all__ = ["number_for", "parser_for"]


def parser_for(description: str | None) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)


def number_for(
    description: str | None, name: str, default: int, meaning: str, words: Sequence[str] | None = None
) -> int:
    """The one number that most of them take, at least 1 unless it's a seed; from the command line without `words`."""
    parser = parser_for(description)
    parser.add_argument(name, nargs="?", type=int, default=default, help=f"{meaning} (default {default})")
    number: int = getattr(parser.parse_args(words), name)
    if number < 1 and name != "seed":
        parser.error(f"{name}: at least 1")
    return number
