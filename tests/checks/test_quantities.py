"""Numbers with units, as people write them."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.quantities import Quantity, numbers_in, quantity_in, with_texts_read
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
    ("a factor of 4", (4.0,), ""),
    ("un factor de 4", (4.0,), ""),
    ("by a factor of 4", (4.0,), ""),
    ("factor 4", (4.0,), ""),
    ("4 times as many", (4.0,), ""),
    ("4 veces más", (4.0,), ""),
    ("it is multiplied by 4", (4.0,), ""),
    ("se multiplica por 4", (4.0,), ""),
    ("four times", (4.0,), ""),
    ("cuatro", (4.0,), ""),
    ("se cuadruplica", (4.0,), ""),
    ("it doubles", (2.0,), ""),
    ("4 times fewer", (4.0,), "fewer"),
    ("4 %", (4.0,), "%"),
]


@pytest.mark.parametrize(("value", "readings", "unit"), READ, ids=lambda part: str(part)[:30])
def test_a_quantity_is_read(value: Value, readings: tuple[float, ...], unit: str) -> None:
    assert quantity_in(value) == Quantity(readings, unit)


@pytest.mark.parametrize(
    "value",
    [
        *(
            None,
            True,
            "many",
            "",
            "fifty-nine",
            "four or five",
            "four hundred",
            "quadratic",
            "471 GB or 59 GB",
            (1.0, 2.0),
            (1.0, "GB", 2.0),
            ("GB", "GB"),
            {"a": 1},
        ),
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
        ("76.8%, 4.5 %, 18.7 %", (0.768, 0.045, 0.187)),
        ("76,8 %; 4,5 %; 18,7 %", (0.768, 0.045, 0.187)),
        ("about 1.72, 1.00", ()),
        ("1.72 and 1", ()),
        ("", ()),
    ],
)
def test_a_list_in_words_is_read(text: str, numbers: tuple[float, ...]) -> None:
    assert numbers_in(text) == numbers


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        (("0.768", "0.045", "0.187"), (0.768, 0.045, 0.187)),
        (("0,768", "0,045", "≈ 0,187"), (0.768, 0.045, 0.187)),
        (("76.8%", "4.5%", "18.7 %"), (0.768, 0.045, 0.187)),
        ((2.83, "0", 1), (2.83, 0.0, 1)),
        ((("0.768", "0.045"),), ((0.768, 0.045),)),
        ("(1.72, 1)", (1.72, 1.0)),
        ("[(1.72, 1)]", ((1.72, 1.0),)),
        ("[[2, 0], [0,5; 1]]", ((2.0, 0.0), (0.5, 1.0))),
        ("[[2. 0.]\n [0.5 1.]]", ((2.0, 0.0), (0.5, 1.0))),
        (("[2, 0]", "[0, 1]"), ((2.0, 0.0), (0.0, 1.0))),
        (3, 3),
    ],
    ids=lambda part: str(part)[:30],
)
def test_numbers_in_texts_are_read_wherever_they_stand(value: Value, numbers: Value) -> None:
    assert with_texts_read(value) == numbers


@pytest.mark.parametrize(
    "value",
    [
        ("0.7", "much"),
        ("0.7", "0.2 GB"),
        "[1, 2] or [3, 4]",
        "[1, 2] [3, 4]",
        "W_Q[1] = W_Q[0]",
        ("0.1 or 0.2", "1"),
        "",
    ],
    ids=str,
)
def test_a_text_that_is_more_than_numbers_stays_what_it_is(value: Value) -> None:
    assert with_texts_read(value) == value
