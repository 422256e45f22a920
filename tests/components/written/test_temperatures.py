"""Temperatures: low for code, high for names, whatever the number; one for both is no choice."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge

RIGHT = [
    ("0.2", "1.0"),
    ("0", "0.8"),
    ("0.0", "1.5"),
    ("(0, 0.3)", "(0.8, 1.2)"),
    ("[0.1, 0.2]", "np.array([0.9, 1.1])"),
    ("'0,2'", "'entre 0.9 y 1.3'"),
    ("['0.1', '0,2']", "('0.9', 1.3)"),
    ("np.float32(0.1)", "torch.tensor(1.2)"),
]

WRONG = {
    "exchanged": ("1.0", "0.2", {"code", "names"}, "exchanged"),
    "the same": ("0.5", "0.5", {"code", "names"}, "one_for_both"),
    "zeros": ("0", "0", {"code", "names"}, "one_for_both"),
    "ones": ("1", "1.0", {"code", "names"}, "one_for_both"),
    "percent": ("20", "100", {"code", "names"}, "percent"),
    "too hot": ("0.1", "5", {"names"}, "far_too_hot"),
    "warm code": ("0.8", "1.1", {"code"}, "warm_code"),
    "a range that goes too far": ("(0, 0.9)", "1", {"code"}, None),
    "negative": ("-1", "1", {"code"}, None),
    "a bool": ("False", "True", {"code", "names"}, None),
    "in words": ("'low'", "'high'", {"code", "names"}, None),
    "NaN": ("math.nan", "1", {"code"}, None),
    "one only": ("0.2", "None", {"names"}, None),
}


@pytest.mark.parametrize(("code", "names"), RIGHT)
def test_fit_temperatures_pass(code: str, names: str) -> None:
    assert failed("temperatures", f"code_temperature = {code}\ntemperatura_nombres = {names}", 1) == set()


@pytest.mark.parametrize(("code", "names", "checks", "mistake"), WRONG.values(), ids=WRONG)
def test_a_mistake_fails_its_own_checks(code: str, names: str, checks: set[str], mistake: str | None) -> None:
    source = f"temperatura_codigo = {code}\nnames_temperature = {names}"
    assert failed("temperatures", source, 1) == checks
    named = [d.id for d in judge("temperatures", source, 1, diagnosed=True).diagnosis if "/" in d.id]
    assert named[:1] == ([] if mistake is None else [f"temperatures/{mistake}"])


@pytest.mark.parametrize(
    ("code", "names", "mistakes"),
    [
        ("1", "(0.9, 1.2)", {"warm_code"}),
        ("0.7", "1", {"warm_code"}),
        ("0.2", "0.4", {"cold_names"}),
        ("(0, 0.2)", "0.5", {"cold_names"}),
        ("3", "1", {"far_too_hot"}),
    ],
)
def test_a_choice_is_named_by_where_it_lies(code: str, names: str, mistakes: set[str]) -> None:
    source = f"code_temperature = {code}\nnames_temperature = {names}"
    found = judge("temperatures", source, 1, diagnosed=True).diagnosis
    assert {d.id for d in found} == {f"temperatures/{mistake}" for mistake in mistakes}


def test_two_temperatures_that_were_exchanged_are_one_mistake() -> None:
    found = judge("temperatures", "code_temperature = 1.2\nnames_temperature = 0.2", 1, diagnosed=True).diagnosis
    assert [d.id for d in found] == ["temperatures/exchanged"]
