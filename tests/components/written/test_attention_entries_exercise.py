"""Entries of an attention matrix: the square of the tokens, and how that grows."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge

RIGHT = [
    ("128_000**2", "4"),
    ("1.64e10", "4.0"),
    ("'16 384 millones'", "'×4'"),
    ("'16.4 thousand million'", "4"),
    ("(16.4, 'mil millones')", "'4 veces'"),
    ("'16,4 miles de millones'", "4"),
    ("'16.384 G'", "4"),
    ("(0.016384, 'billones')", "4"),
    ("'0.016384 trillion entries'", "4"),
    ('"16\'4 mil millones"', "4"),
    ("16384000000.0", "np.int64(4)"),
    ("'a total of 16 384 000 000 entries'", "'a factor of 4'"),
    ("['16.384.000.000']", "'un factor de 4'"),
    ("'16,384,000,000 entries'", "'four times as many'"),
    ("'1,6384·10^10 entradas'", "'se multiplica por cuatro'"),
]

WRONG = {
    "linear": ("128_000", "2", {"entries", "growth"}, "one_entry_per_token"),
    "a triangle": ("8_192_064_000", "4", {"entries"}, "lower_half_only"),
    "131 072 tokens": ("131_072**2", "4", {"entries"}, "binary_thousands"),
    "billones for thousands of millions": ("'16.384 billones'", "4", {"entries"}, None),
    "thousands of times": ("128_000**2", "'4 mil'", {"growth"}, None),
    "twice": ("128_000**2", "2", {"growth"}, "growth_is_linear"),
    "eight times": ("128_000**2", "8", {"growth"}, "growth_is_cubic"),
    "millions without a word": ("16_384", "4", {"entries"}, None),
    "twice, in words": ("128_000**2", "'a factor of 2'", {"growth"}, "growth_is_linear"),
    "percent": ("128_000**2", "'4 %'", {"growth"}, None),
    "four times fewer": ("128_000**2", "'four times fewer'", {"growth"}, None),
    "zeros": ("0", "0", {"entries", "growth"}, None),
    "ones": ("1", "1", {"entries", "growth"}, None),
    "nothing": ("None", "None", {"entries", "growth"}, None),
}


@pytest.mark.parametrize(("entries", "growth"), RIGHT)
def test_right_numbers_pass(entries: str, growth: str) -> None:
    source = f"entries_128k = {entries}\ncrecimiento_entradas = {growth}"
    assert failed("attention_entries_exercise", source, 1) == set()


@pytest.mark.parametrize(("entries", "growth", "checks", "mistake"), WRONG.values(), ids=WRONG)
def test_a_mistake_fails_its_own_check(entries: str, growth: str, checks: set[str], mistake: str | None) -> None:
    source = f"entradas_128k = {entries}\nentries_growth = {growth}"
    assert failed("attention_entries_exercise", source, 1) == checks
    named = [d.id for d in judge("attention_entries_exercise", source, 1, diagnosed=True).diagnosis if "/" in d.id]
    assert named[:1] == ([] if mistake is None else [f"attention_entries_exercise/{mistake}"])
