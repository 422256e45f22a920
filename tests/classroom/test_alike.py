"""Copies are told, however they were dressed up; honest submissions of one exercise aren't, alike as they are."""

from __future__ import annotations

import itertools
import json
import keyword
import random
import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.choosing import read_rubric
from grader.classroom.alike import FEWEST, alike, fingerprints
from grader.classroom.look_alikes import look_alikes
from grader.classroom.run import Entry
from grader.model import Rubric
from tests.submissions.corpus import load_corpus

CHECKOUT = Path(__file__).parents[2]
SAMPLES = CHECKOUT / "assignments" / "transformer" / "samples"
HONEST = {case.name: list(case.own) for case in load_corpus() if case.name.startswith("right")}


def cells_of(file: Path) -> list[str]:
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.fixture(scope="module")
def rubric() -> Rubric:
    return read_rubric(CHECKOUT / "rubric.yaml")


def dressed_up(cells: Sequence[str], seed: int) -> list[str]:
    """What a copier does: other names for the variables, other comments, cells in another order, other spaces."""
    renamed: dict[str, str] = {}
    made = []
    for cell in cells:
        for name in re.findall(r"(?<![.\w])[a-z_][a-z_0-9]*\b(?=\s*=[^=])", cell):
            if not keyword.iskeyword(name):
                renamed.setdefault(name, f"mine_{len(renamed)}")
        source = re.sub(r"(?m)#.*$", "# my own idea", cell)
        for name, other in renamed.items():
            source = re.sub(rf"(?<![.\w]){name}\b", other, source)
        made.append(f"# by me\n\n{source}\n")
    random.Random(seed).shuffle(made)
    return made


def entry(name: str, cells: Sequence[str]) -> Entry:
    made: list[dict[str, Any]] = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": cell} for cell in cells
    ]
    data = json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()
    return Entry(name, "", f"{name}.ipynb", f"{name}.ipynb", f"{hash(data):x}", lambda: data)


def test_honest_ones_in_all_styles_of_the_corpus_are_not_told(rubric: Rubric) -> None:
    class_ = [entry(name, cells) for name, cells in HONEST.items()]
    class_ += [entry(file.stem, cells_of(file)) for file in sorted(SAMPLES.glob("*.ipynb"))]
    assert len(class_) > 70
    assert look_alikes(class_, rubric, "en") == []


def test_small_groups_of_honest_ones_are_not_told_either(rubric: Rubric) -> None:
    """Where few handed in, little is common: what the exercise makes alike isn't taken out by counting."""
    names = sorted(HONEST)
    for seed in range(12):
        some = random.Random(seed).sample(names, 6)
        assert look_alikes([entry(name, HONEST[name]) for name in some], rubric, "en") == []


def test_every_copy_that_is_long_enough_to_tell_is_told(rubric: Rubric) -> None:
    prints = {name: fingerprints(cells) for name, cells in HONEST.items()}
    copies = {f"copy of {name}": fingerprints(dressed_up(cells, 1)) for name, cells in HONEST.items()}
    found = {group.who for group in alike({**prints, **copies})}
    assert found <= {(f"copy of {name}", name) for name in HONEST}
    missed = [name for name in HONEST if (f"copy of {name}", name) not in found]
    assert all(len(prints[name]) < 2 * FEWEST for name in missed)
    assert len(found) > 0.8 * len(HONEST)


def test_a_copy_is_told_with_names_and_sources_and_without_a_verdict(rubric: Rubric) -> None:
    original = cells_of(SAMPLES / "perfect_en.ipynb")
    others = [entry(name, cells) for name, cells in list(HONEST.items())[:10]]
    class_ = [entry("ana", original), entry("berta", dressed_up(original, 2)), *others]
    (note,) = look_alikes(class_, rubric, "en")
    assert (note.kind, note.student, note.sources) == ("looks_alike", "", ("ana.ipynb", "berta.ipynb"))
    assert "ana, berta" in note.text
    assert "it proves nothing" in note.text


def test_what_the_course_gives_out_is_nobody_s_copy(rubric: Rubric) -> None:
    """Two who hand in the starting point, and two who hand in the course's own solution with other names."""
    for name in ("starter.en.ipynb", "starter.es.ipynb", "solved.en.ipynb", "solved.es.ipynb"):
        cells = cells_of(CHECKOUT / "assignments" / "transformer" / name)
        pair = [entry("ana", cells), entry("berta", [*dressed_up(cells, 3), "x = 1"])]
        assert look_alikes(pair, rubric, "en") == []


def test_renaming_comments_docstrings_layout_and_order_change_no_fingerprint() -> None:
    first = (
        'def f(a, b):\n    """Says."""\n    # why\n    c = a @ b.T / np.sqrt(b.shape[-1])\n    return c - c.max(-1)\n'
    )
    second = "def g(x,   y):\n  z = x @ y.T / np.sqrt(y.shape[-1])\n\n  return z - z.max(-1)  # so\n"
    other = "total = sum(value ** 2 for value in range(10) if value % 3 == 1 or value > 7)\n"
    assert np.array_equal(fingerprints([first, other]), fingerprints([other, second]))
    assert not np.array_equal(fingerprints([first]), fingerprints([first.replace("sqrt", "cbrt")]))


@pytest.mark.parametrize("source", ["", "(", "'''", "x = (\n\x00", "\ud800 = 1", "%%bash\nls", "\\", "  x\n y"])
def test_what_is_no_python_has_the_fingerprints_of_its_readable_part(source: str) -> None:
    assert len(fingerprints([source])) == 0


def test_what_many_have_is_never_compared_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly linear: the pairs that are counted don't grow with the square of the class."""
    made = [0]

    def counted(having: list[int], size: int) -> list[tuple[int, ...]]:
        pairs = list(itertools.combinations(having, size))
        made[0] += len(pairs)
        return pairs

    monkeypatch.setattr("grader.classroom.alike.itertools", SimpleNamespace(combinations=counted))
    prints = [fingerprints(cells) for cells in HONEST.values()]
    pairs = []
    for count in (1000, 2000, 4000):
        alike({str(n): prints[n % len(prints)] for n in range(count)})
        pairs.append(made[0])
        made[0] = 0
    assert pairs[0] > 0, "thirteen of each are few enough to be compared"
    assert pairs[1:] == [0, 0]


def test_a_ring_is_one_group_and_an_unreadable_file_is_left_out(rubric: Rubric) -> None:
    original = HONEST["right/torch_nanogpt"]
    ring = [entry(f"s{n}", [*dressed_up(original, n), f"y = {n}"]) for n in range(3)]
    broken = Entry("z", "", "z.ipynb", "z.ipynb", "0", lambda: b"{")
    (note,) = look_alikes([*ring, broken, *[entry(n, c) for n, c in list(HONEST.items())[:20]]], rubric, "es")
    assert note.sources == ("s0.ipynb", "s1.ipynb", "s2.ipynb")
