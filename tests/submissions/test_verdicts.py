"""Right submissions keep all points, and wrong ones lose them where the mistake is: every case, graded in full."""

from __future__ import annotations

from typing import Any

import pytest

from tests.submissions.claims import broken_claims
from tests.submissions.corpus import Case, load_corpus
from tests.submissions.grading import grade_case

# Known and not yet mended: each entry must fail, so that it can't outlive its reason.
PENDING: dict[str, str] = {}


def cases() -> list[Any]:
    return [
        pytest.param(
            case,
            id=case.name,
            marks=[pytest.mark.xfail(reason=PENDING[case.name])] if case.name in PENDING else [],
        )
        for case in load_corpus()
    ]


@pytest.mark.parametrize("case", cases())
def test_verdicts_are_as_claimed(case: Case) -> None:
    """Items, checks that must fail, checks and items that must not, and no diagnosis of what is right."""
    assert broken_claims(case, grade_case(case, seed=1)) == []


def test_pending_cases_exist() -> None:
    """A case that was renamed leaves no entry behind."""
    assert {case.name for case in load_corpus()} >= PENDING.keys()
