"""Writes a class of varied submissions to a folder: right styles, wrong ones, unfinished and broken ones.

``python benchmarks/make_class.py OUT [COUNT]``.  Beside the corpus of ``tests/submissions`` a few that every class has:
an empty notebook, one that crashes, one that hangs in a cell, one cut off in the middle.
"""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))

from benchmarks.command import parser_for  # noqa: E402
from tests.submissions.corpus import load_corpus  # noqa: E402

__all__ = ["BROKEN", "make_class"]

BROKEN = (
    ["x = 1"],
    ["import os\nos._exit(3)", "import numpy as np\ndef softmax(z, axis=-1):\n    return z"],
    ["while True: pass"],
    ["def softmax(z):\n    return z["],
)


def notebook(cells: tuple[str, ...] | list[str]) -> str:
    made: list[dict[str, Any]] = [
        {"cell_type": "code", "id": f"c{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
        for n, source in enumerate(cells)
    ]
    metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def make_class(folder: Path, count: int, different: int | None = None) -> None:
    """`count` notebooks in `folder`, the same for the same corpus; `different` of them (all by default) have bytes of
    their own, and the rest repeats these.
    """
    folder.mkdir(parents=True, exist_ok=True)
    corpus = load_corpus()
    # Right and wrong ones in turn, as far as they go; then from the start again, told apart by a comment.
    right = [case.cells for case in corpus if case.name.startswith("right")]
    wrong = [case.cells for case in corpus if not case.name.startswith("right")]
    mixed = [one for pair in itertools.zip_longest(right, wrong) for one in pair if one is not None]
    for student in range(count):
        name = folder / f"student{student:04d}.ipynb"
        number = student % (different or count)
        if number % 50 == 49:
            name.write_text(notebook([*BROKEN[number // 50 % len(BROKEN)]]), encoding="utf-8")
        elif number % 50 == 24:
            name.write_text(notebook(mixed[number % len(mixed)])[:500], encoding="utf-8")
        else:
            cells = [*mixed[number % len(mixed)], f"# student {number}"]
            name.write_text(notebook(cells), encoding="utf-8")


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("folder", type=Path, help="where they go")
    parser.add_argument("count", nargs="?", type=int, default=200)
    asked = parser.parse_args()
    make_class(asked.folder, asked.count)
    print(f"{asked.count} notebooks in {asked.folder}")


if __name__ == "__main__":
    main()
