"""Checks that code without thought passes too earn only beside another check that passes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from grader.checks.supporting import right_alone
from grader.components import COMPONENTS
from grader.model import CheckGrade, Text, Verdict
from grader.reports.wording import verdict_on
from tests.components.judged import failed, messages

RECITED = """
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    return 471_859_200_000 if n_heads is None else 58_982_400_000
"""

WITHOUT_GROUPS = """
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    return 2 * n_tokens * n_layers * d_model * bytes_per_value
"""


@pytest.mark.parametrize("seed", range(5))
def test_a_recited_number_earns_nothing(seed: int) -> None:
    assert failed("kv_cache", RECITED, seed) == set(COMPONENTS["kv_cache"].check_ids)


@pytest.mark.parametrize("seed", range(5))
def test_an_attempt_keeps_what_it_earned(seed: int) -> None:
    assert failed("kv_cache", WITHOUT_GROUPS, seed) == {"grouped_heads"}


def test_the_student_is_told_why_a_right_answer_earns_nothing() -> None:
    """It's named what else would make it count."""
    said = messages("kv_cache", RECITED)["worked_number"]
    titles = [str(c.title) for c in COMPONENTS["kv_cache"].forms[0].checks if c.id != "worked_number"]
    assert said.startswith("This much is right. It counts as soon as another check")
    assert any(f'such as "{title}"' in said for title in titles)


def test_every_supporting_check_is_a_check_of_its_form_and_not_the_only_one() -> None:
    for component in COMPONENTS.values():
        for form in component.forms:
            assert set(form.supporting) < {check.id for check in form.checks}


def test_what_is_right_and_counts_only_later_is_not_called_wrong() -> None:
    """ "no", and then "this much is right", read as a contradiction."""
    message = right_alone(Text("right values"))
    alone = CheckGrade("one", Text("a number"), Verdict.WRONG, Fraction(0), Fraction(1), hidden=False, message=message)
    assert str(verdict_on(alone)) == "yes, but it doesn't count yet"
    assert str(verdict_on(replace(alone, message=Text("It isn't.")))) == "no"
