"""Generators that a notebook makes without a seed are found by reading, at a cost that grows with its length only."""

from __future__ import annotations

import pytest

from grader.model import Cell
from grader.own_work.unseeded import unseeded_generators


def found(*cells: str) -> frozenset[str]:
    return unseeded_generators(tuple(Cell(number, source) for number, source in enumerate(cells, start=1)))


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        (["rng = np.random.default_rng()", "other = np.random.default_rng(3)"], {"rng"}),
        (["rng = np.random.default_rng()", "rng = np.random.default_rng(3)"], set()),
        (["if True:\n    rng = np.random.default_rng()\nelse:\n    rng = None"], {"rng"}),
        (["class A:\n    def __init__(self):\n        self.rng = random.Random()\na = A()"], {"A.rng"}),
        (["def f():\n    rng = random.Random()\n    return rng\nrng = random.Random(0)"], {"f.rng"}),
        (["rng = np.random.default_rng(", "x = 1"], set()),
        (["rng, n = np.random.RandomState(), 3"], {"rng"}),
        (["%time rng = np.random.default_rng()"], set()),
    ],
)
def test_a_name_is_found_where_no_seed_reaches_what_it_holds(cells: list[str], names: set[str]) -> None:
    assert found(*cells) == names


def test_names_that_refer_to_one_another_without_end_are_given_up() -> None:
    """Each refers to the next a hundred times over: to follow all of it would take for ever."""
    chain = [f"a{i} = [{', '.join([f'a{i + 1}'] * 100)}]" for i in range(40)]
    assert found("\n".join([*chain, "rng = np.random.default_rng(a0)"])) == frozenset()
    branches = "if x == 0:\n    pass\n" + "".join(f"elif x == {i}:\n    rng = random.Random()\n" for i in range(3000))
    assert found(branches) == frozenset()
