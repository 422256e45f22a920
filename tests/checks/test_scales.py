"""Powers of ten in words, in both languages."""

from __future__ import annotations

import pytest

from grader.checks.scales import scale_in


@pytest.mark.parametrize(
    ("unit", "scale", "rest"),
    [
        ("", 1.0, ""),
        ("bytes", 1.0, "bytes"),
        ("mil", 1e3, ""),
        ("millones", 1e6, ""),
        ("mil millones", 1e9, ""),
        ("miles millones", 1e9, ""),
        ("thousand million bytes", 1e9, "bytes"),
        ("billion", 1e9, ""),
        ("billon", 1e12, ""),
        ("billones bytes", 1e12, "bytes"),
        ("trillion", 1e12, ""),
        ("trillones", 1e18, ""),
        ("mil tb", 1e3, "tb"),
        ("gb mil", 1.0, "gb mil"),
    ],
)
def test_the_words_in_front_are_multiplied(unit: str, scale: float, rest: str) -> None:
    assert scale_in(unit) == (scale, rest)
