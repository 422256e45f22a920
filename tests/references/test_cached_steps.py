"""The references of decoding with a cache, against torch's own attention and against the same without a cache."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from reference_solutions.building_blocks.rope import rope
from reference_solutions.inference_lab.cached_decoding import CachedMiniGPT
from reference_solutions.inference_lab.gqa_decode import gqa_decode
from reference_solutions.inference_lab.rope_cache import rope_with_cache
from reference_solutions.transformer.attention import attention


@pytest.mark.parametrize(("heads", "kv_heads"), [(6, 2), (6, 3), (4, 4), (5, 1)])
def test_a_grouped_step_is_torchs_attention_with_repeated_heads(heads: int, kv_heads: int) -> None:
    dice = np.random.default_rng(heads * 10 + kv_heads)
    q = dice.normal(size=(heads, 8))
    k, v = dice.normal(size=(2, kv_heads, 7, 8))
    keys, values = (torch.from_numpy(c).repeat_interleave(heads // kv_heads, dim=0) for c in (k, v))
    expected = F.scaled_dot_product_attention(torch.from_numpy(q)[:, None], keys, values)[:, 0]
    np.testing.assert_allclose(gqa_decode(q, k, v), expected.numpy(), atol=1e-12)


def test_rotary_steps_with_a_cache_are_causal_attention_over_all_tokens() -> None:
    dice = np.random.default_rng(1)
    q, k = dice.normal(size=(2, 9, 6))
    v = dice.normal(size=(9, 4))
    expected, _ = attention(rope(q), rope(k), v, np.tril(np.ones((9, 9), dtype=bool)))
    k_cache, v_cache = np.zeros((0, 6)), np.zeros((0, 4))
    for at in range(9):
        output, k_cache, v_cache = rope_with_cache(q[at], k[at], v[at], k_cache, v_cache)
        np.testing.assert_allclose(output, expected[at], atol=1e-12)
    np.testing.assert_allclose(k_cache, rope(k), atol=1e-12)
    np.testing.assert_array_equal(v_cache, v)


def test_a_cached_model_gives_the_logits_of_the_uncached_one() -> None:
    torch.manual_seed(0)
    model = CachedMiniGPT(vocab_size=11, d_model=12, n_heads=3, n_layers=2, context=8).double().eval()
    tokens = torch.randint(11, (2, 8))
    with torch.no_grad():
        cached = [model.prefill(tokens[:, :3]), *(model.step(tokens[:, t : t + 1]) for t in range(3, 8))]
        for length, logits in enumerate(cached, start=3):
            torch.testing.assert_close(logits, model(tokens[:, :length])[:, -1], atol=1e-12, rtol=0)
