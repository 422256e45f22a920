"""The corpus itself: large enough, well formed, and about all items of the rubric."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from tests.submissions.corpus import Case, load_corpus

RUBRIC = yaml.safe_load((Path(__file__).parents[2] / "rubric.yaml").read_text(encoding="utf-8"))
CHECKS = {item["id"]: {check["id"] for check in item["checks"]} for item in RUBRIC["items"]}
CASES = load_corpus()
RIGHT = [case for case in CASES if case.claim.kind == "right"]
WRONG = [case for case in CASES if case.claim.kind == "wrong"]


def test_the_corpus_is_large_enough() -> None:
    """At least 40 right and 120 wrong submissions, each under a name of its own."""
    assert len(RIGHT) >= 40
    assert len(WRONG) >= 120
    assert len({case.name for case in CASES}) == len(CASES)


def test_every_item_has_right_and_wrong_submissions() -> None:
    """No item of the nine rests on fewer than three right styles and ten mistakes."""
    right = Counter(item for case in RIGHT for item in case.claim.items)
    wrong = Counter(item for case in WRONG for item in case.claim.items)
    core = set(right)
    assert len(core) == 9
    assert min(right[item] for item in core) >= 3
    assert min(wrong[item] for item in core) >= 10


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claims_speak_of_the_rubric(case: Case) -> None:
    """Items and checks in the headers exist; what must fail isn't also kept; an item doesn't drag itself."""
    claim = case.claim
    assert claim.items
    assert {*claim.items, *claim.drags} <= CHECKS.keys()
    if claim.kind == "wrong":
        (item,) = claim.items
        assert claim.fails
        assert {*claim.fails, *claim.keeps} <= CHECKS[item]
        assert not set(claim.fails) & set(claim.keeps)
        assert item not in claim.drags


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_cells_compile(case: Case) -> None:
    """Every cell is Python; a corpus of syntax errors would fail every check for no reason."""
    for number, source in enumerate(case.cells, start=1):
        compile(source, f"{case.name}, cell {number}", "exec")


def test_catalogue_ids_are_well_formed() -> None:
    """Ids of the catalogue are two letters and two digits."""
    for case in WRONG:
        for name in case.claim.misconceptions:
            letters, _, digits = name.partition("-")
            assert len(letters) == 2, case.name
            assert letters.isupper(), case.name
            assert len(digits) == 2, case.name
            assert digits.isdigit(), case.name
