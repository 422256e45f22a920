"""Mask conventions: what a mask means is told by its effect, and no wrong reading looks right."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.mask_convention import (
    CONVENTIONS,
    COURSE,
    Booleans,
    MaskConvention,
    detect,
    meaning_of,
    naming,
    uneven_mask,
)
from grader.model import Array, Library


@pytest.mark.parametrize("shape", [(3, 4), (5, 5), (5, 7), (8, 6)])
def test_an_uneven_mask_has_no_empty_row_and_is_not_its_own_turning_or_complement(shape: tuple[int, int]) -> None:
    for seed in range(50):
        allowed = uneven_mask(np.random.default_rng(seed), *shape)
        assert allowed.shape == shape
        assert (allowed.sum(axis=1) >= 2).all()
        assert (~allowed).any(axis=1).all()
        assert allowed.any(axis=0).all()
        assert (~allowed).any(axis=0).all()
        assert not np.array_equal(allowed, ~allowed[::-1])
        if shape[0] == shape[1]:
            assert not np.array_equal(allowed, allowed.T)
            assert not np.array_equal(allowed, ~allowed.T)


@pytest.mark.parametrize("library", ["numpy", "torch"])
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_mask_says_what_its_convention_means(convention: MaskConvention, library: Library) -> None:
    allowed = uneven_mask(np.random.default_rng(1), 5, 5)
    mask = convention.encode(allowed, library)
    assert mask.library == library
    assert meaning_of(mask.data, allowed) == convention.meaning
    assert mask.dtype == {"float": "float64" if library == "numpy" else "float32"}.get(
        convention.dtype, convention.dtype
    )


def seen_under(meaning: str, mask: Array) -> Booleans | None:
    """What a function of that convention sees."""
    values = mask.data.astype(np.float64)
    if meaning == "additive":
        return np.asarray(values > -1e3) if values.min() < 0 else np.ones_like(values, dtype=bool)
    return np.asarray(values != 0 if meaning == "keep" else values == 0)


@pytest.mark.parametrize("meaning", ["keep", "block", "additive"])
def test_detection_finds_the_convention_that_a_function_holds_to(meaning: str) -> None:
    for seed in range(20):
        allowed = uneven_mask(np.random.default_rng(seed), 5, 7)
        found = detect(allowed, "numpy", lambda mask: seen_under(meaning, mask))
        assert found is not None
        assert found.meaning == meaning


def test_detection_goes_on_where_a_type_of_mask_raises() -> None:
    allowed = uneven_mask(np.random.default_rng(0), 5, 5)
    found = detect(allowed, "torch", lambda mask: None if mask.dtype == "bool" else seen_under("keep", mask))
    assert found == MaskConvention("keep", "int64")


def test_nothing_is_detected_where_the_mask_has_no_effect() -> None:
    allowed = uneven_mask(np.random.default_rng(0), 5, 5)
    assert detect(allowed, "numpy", lambda mask: np.ones((5, 5), dtype=bool)) is None


def test_an_upside_down_mask_has_no_meaning() -> None:
    lower = np.tril(np.ones((5, 5), dtype=bool))
    assert meaning_of(np.triu(np.ones((5, 5))), lower) is None
    assert meaning_of(np.triu(np.ones((5, 5)), 1), lower) == "block"
    assert meaning_of(np.where(lower, 0.0, -np.inf), lower) == "additive"
    assert meaning_of(np.full((5, 5), np.nan), lower) is None


def test_only_other_conventions_than_the_courses_are_named() -> None:
    assert naming(COURSE) is None
    assert naming(MaskConvention("keep", "float")) is None
    assert "True = blocked" in str(naming(MaskConvention("block", "bool")))
    assert "added to the scores" in str(naming(MaskConvention("additive", "float")))
