from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_solutions.transformer.kv_cache import kv_cache_bytes

counts = st.integers(1, 10**15)


@given(counts, counts, counts, st.sampled_from([1, 2, 4, 8]))
def test_is_a_key_and_a_value_of_d_model_numbers_for_each_token_and_layer(
    n: int, layers: int, d: int, size: int
) -> None:
    """The bytes of the arrays that would hold them, exactly, also where 64 bits don't suffice."""
    assert kv_cache_bytes(n, layers, d, size) == 2 * n * layers * d * size


def test_is_the_size_of_a_real_cache() -> None:
    n_tokens, n_layers, n_heads, n_kv_heads, d_head = 5, 3, 8, 2, 4
    full = np.zeros((n_layers, 2, n_heads, n_tokens, d_head), dtype=np.float16)
    grouped = np.zeros((n_layers, 2, n_kv_heads, n_tokens, d_head), dtype=np.float32)
    assert kv_cache_bytes(n_tokens, n_layers, n_heads * d_head) == full.nbytes
    assert kv_cache_bytes(n_tokens, n_layers, n_heads * d_head, 4, n_heads, n_kv_heads) == grouped.nbytes


@given(st.integers(1, 100), st.integers(1, 100), st.integers(1, 12), st.integers(1, 12))
def test_as_many_kv_heads_as_heads_cost_the_same_as_without_groups(n: int, d_head: int, kv: int, group: int) -> None:
    heads = kv * group
    plain = kv_cache_bytes(n, 3, heads * d_head)
    assert kv_cache_bytes(n, 3, heads * d_head, 2, heads, heads) == plain
    assert kv_cache_bytes(n, 3, heads * d_head, 2, heads, kv) * group == plain


def test_numpy_integers_do_not_overflow() -> None:
    got = kv_cache_bytes(np.int32(100_000), np.int32(96), np.int32(12_288), np.int32(2), np.int32(96), np.int32(12))  # type: ignore[arg-type]
    assert got == 58_982_400_000
    assert type(got) is int


@pytest.mark.parametrize("heads", [(8, None), (None, 2), (5, 5), (8, 3)])
def test_head_counts_that_make_no_sense_are_refused(heads: tuple[int | None, int | None]) -> None:
    with pytest.raises(ValueError, match=r"both|evenly"):
        kv_cache_bytes(10, 2, 64, 2, *heads)


def test_the_worked_numbers() -> None:
    assert kv_cache_bytes(100_000, 96, 12_288) == 471_859_200_000
    assert kv_cache_bytes(100_000, 96, 12_288, 2, 96, 12) == 58_982_400_000
