"""Numbers with units, as people write them."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.quantities import Quantity, numbers_in, quantity_in
from grader.model import Array, Opaque, Value

READ = [
    (471.9, (471.9,), ""),
    (59, (59.0,), ""),
    (Array(np.array([2.5], dtype=np.float32)), (2.5,), ""),
    ("471.9 GB", (471.9,), "gb"),
    ("471,9GB", (471.9,), "gb"),
    ("GB 471.9", (471.9,), "gb"),
    ((471.9, "GiB"), (471.9,), "gib"),
    (("471,9", "GB"), (471.9,), "gb"),
    (("GiB", 471.9), (471.9,), "gib"),
    ("471 859 200 000 bytes", (471859200000.0,), "bytes"),
    ("471_859_200_000", (471859200000.0,), ""),
    ("471,859,200,000", (471859200000.0,), ""),
    ("1.050.624", (1050624.0,), ""),
    ("1,050", (1.050, 1050.0), ""),
    ("0.472 TB", (0.472,), "tb"),
    ("1.234,5", (1234.5,), ""),
    ("1,234.5", (1234.5,), ""),
    ("6e10 tokens", (6e10,), ""),
    ("~60 mil millones de tokens", (60.0,), "mil millones"),
    ("6·10^10", (6e10,), ""),
    ("6x10^10 tokens", (6e10,), ""),
    ("2,5 × 10¹⁰", (2.5e10,), ""),
    ("6*10**10", (6e10,), ""),
    ("6 x 10^(-3) GB", (6e-3,), "gb"),
    ("3 x", (3.0,), ""),
    ("25 B", (25.0,), "b"),
    ("-3", (-3.0,), ""),
    ("59.", (59.0,), ""),
]


@pytest.mark.parametrize(("value", "readings", "unit"), READ, ids=lambda part: str(part)[:30])
def test_a_quantity_is_read(value: Value, readings: tuple[float, ...], unit: str) -> None:
    assert quantity_in(value) == Quantity(readings, unit)


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, "many", "", "471 GB or 59 GB", (1.0, 2.0), (1.0, "GB", 2.0), ("GB", "GB"), {"a": 1}),
        *(Opaque("Fraction"), float("nan"), float("inf"), 10**400, "1e999", Array(np.ones(2)), ((1.0,), "GB")),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_number_is_none(value: Value) -> None:
    """`((1.0,), "GB")` is a number in a list of its own, and more than people write."""
    assert quantity_in(value) is None


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1.72, 1.00", (1.72, 1.0)),
        ("(1.72,1.00)", (1.72, 1.0)),
        ("1,72; 1,00", (1.72, 1.0)),
        ("1,72 1", (1.72, 1.0)),
        ("[ 0.77  0.05  .19 ]", (0.77, 0.05, 0.19)),
        ("2,0,1", (2.0, 0.0, 1.0)),
        ("-1, +2", (-1.0, 2.0)),
        ("about 1.72, 1.00", ()),
        ("1.72 and 1", ()),
        ("", ()),
    ],
)
def test_a_list_in_words_is_read(text: str, numbers: tuple[float, ...]) -> None:
    assert numbers_in(text) == numbers
