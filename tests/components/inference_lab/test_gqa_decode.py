"""A step with grouped queries: right in any style passes; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from grader.model import Verdict
from tests.components.judged import failed, judge, messages, verdicts

SEEDS = (0, 1, 2)
EVERY = {"values", "groups", "weights_sum_to_one", "scaled"}

NUMPY = """
def gqa_decode(q, k_cache, v_cache):
    h, d = q.shape
    g = h // k_cache.shape[0]
    k, v = np.repeat(k_cache, g, axis=0), np.repeat(v_cache, g, axis=0)
    s = np.einsum("hd,htd->ht", q, k) / np.sqrt(d)
    w = np.exp(s - s.max(axis=1, keepdims=True))
    w = w / w.sum(axis=1, keepdims=True)
    return np.einsum("ht,htd->hd", w, v)
"""


def changed(*edits: tuple[str, str]) -> str:
    source = NUMPY
    for old, new in edits:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


RIGHT = {
    "repeat and einsum": NUMPY,
    "in Spanish, a loop over heads": """
        def paso_gqa(q, cache_k, cache_v):
            salida = np.zeros_like(q)
            grupo = q.shape[0] // cache_k.shape[0]
            for i in range(q.shape[0]):
                s = cache_k[i // grupo] @ q[i] / np.sqrt(q.shape[1])
                p = np.exp(s - s.max())
                salida[i] = p / p.sum() @ cache_v[i // grupo]
            return salida
        """,
    "torch, repeat_interleave, with the weights": """
        def gqa_decode(q: torch.Tensor, k_cache: torch.Tensor, v_cache: torch.Tensor):
            n = q.size(0) // k_cache.size(0)
            k, v = k_cache.repeat_interleave(n, dim=0), v_cache.repeat_interleave(n, dim=0)
            w = F.softmax((q.unsqueeze(1) @ k.mT) * q.size(-1) ** -0.5, dim=-1)
            return (w @ v).squeeze(1), w.squeeze(1)
        """,
    "torch, grouped without a copy": """
        def gqa_decode(q, k_cache, v_cache, scale=None):
            kv, t, d = k_cache.shape
            grouped = q.view(kv, -1, d) / math.sqrt(d)
            return torch.bmm(torch.softmax(torch.bmm(grouped, k_cache.transpose(1, 2)), -1), v_cache).reshape(-1, d)
        """,
}

WRONG = {
    "tile": (
        changed(
            ("np.repeat(k_cache, g, axis=0)", "np.tile(k_cache, (g, 1, 1))"),
            ("np.repeat(v_cache, g, axis=0)", "np.tile(v_cache, (g, 1, 1))"),
        ),
        {"values", "groups"},
        {"tiled_heads"},
    ),
    "torch's repeat": (
        """
        def gqa_decode(q, k_cache, v_cache):
            n = q.size(0) // k_cache.size(0)
            k, v = k_cache.repeat(n, 1, 1), v_cache.repeat(n, 1, 1)
            w = torch.softmax((q.unsqueeze(1) @ k.mT) / math.sqrt(q.size(-1)), dim=-1)
            return (w @ v).squeeze(1)
        """,
        {"values", "groups"},
        {"tiled_heads"},
    ),
    "a column of scores, a softmax along its single query": (
        """
        def gqa_decode(q, k_cache, v_cache):
            n = q.size(0) // k_cache.size(0)
            k, v = k_cache.repeat_interleave(n, 0), v_cache.repeat_interleave(n, 0)
            w = torch.softmax(k @ q.unsqueeze(-1) / math.sqrt(q.size(-1)), dim=-1)
            return (w * v).sum(1)
        """,
        {"values", "groups", "weights_sum_to_one", "scaled"},
        {"softmax_of_a_single_query"},
    ),
    "the first KV head": (
        changed(
            ("np.repeat(k_cache, g, axis=0)", "np.repeat(k_cache[:1], h, axis=0)"),
            ("np.repeat(v_cache, g, axis=0)", "np.repeat(v_cache[:1], h, axis=0)"),
        ),
        {"values", "groups"},
        {"first_kv_head_only"},
    ),
    "keys right, values tiled": (
        changed(("np.repeat(v_cache, g, axis=0)", "np.tile(v_cache, (g, 1, 1))")),
        {"values", "groups"},
        {"keys_repeated_values_tiled"},
    ),
    "no root": (changed((" / np.sqrt(d)", "")), {"values", "scaled"}, {"no_scaling"}),
    "divided by d": (changed((" / np.sqrt(d)", " / d")), {"values", "scaled"}, {"divided_by_d"}),
    "divided by the root of h": (
        changed((" / np.sqrt(d)", " / np.sqrt(h)")),
        {"values", "scaled"},
        {"divided_by_the_number_of_heads"},
    ),
    "divided by the root of t": (
        changed((" / np.sqrt(d)", " / np.sqrt(k.shape[1])")),
        {"values", "scaled"},
        {"divided_by_the_number_of_tokens"},
    ),
    "softmax over the heads": (
        changed(
            ("w = np.exp(s - s.max(axis=1, keepdims=True))", "w = np.exp(s - s.max(axis=0))"),
            ("w.sum(axis=1, keepdims=True)", "w.sum(axis=0)"),
        ),
        EVERY,
        {"softmax_over_the_heads"},
    ),
    "divided by the root of h·d": (
        changed((" / np.sqrt(d)", " / np.sqrt(h * d)")),
        {"values", "scaled"},
        {"divided_by_the_whole_width"},
    ),
    "no groups, in torch": (
        """
        def gqa_decode(q, k_cache, v_cache):
            s = (q[:, None] * k_cache).sum(-1) / math.sqrt(q.shape[-1])
            return torch.einsum("ht,htd->hd", torch.softmax(s, -1), v_cache)
        """,
        EVERY,
        {"kv_heads_not_matched"},
    ),
    "a name that doesn't exist": ("def gqa_decode(q, k_cache, v_cache):\n    return cache", EVERY, None),
    "not normalised": (
        changed(("    w = w / w.sum(axis=1, keepdims=True)\n", "")),
        {"values", "weights_sum_to_one"},
        None,
    ),
}

HEAD = "def gqa_decode(q, k_cache, v_cache):\n    "
TRIVIAL = {
    "None": "return None",
    "zeros": "return np.zeros(q.shape)",
    "the queries": "return q",
    "plain averages": "return np.repeat(v_cache.mean(axis=1), len(q) // len(v_cache), axis=0)",
    "the newest value": "return np.repeat(v_cache[:, -1], len(q) // len(v_cache), axis=0)",
    "random": "return np.random.randn(*q.shape)",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("gqa_decode", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks_and_is_named(mistake: str, seed: int) -> None:
    source, expected, names = WRONG[mistake]
    grade = judge("gqa_decode", source, seed, diagnosed=True)
    assert {c.id for c in grade.checks if c.verdict is not Verdict.PASSED} == expected
    named = [d.id.removeprefix("gqa_decode/") for d in grade.diagnosis if d.id.startswith("gqa_decode/")]
    assert set(named) == (names or set())


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert Verdict.PASSED not in verdicts("gqa_decode", HEAD + TRIVIAL[answer], 0).values()


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        (
            "tile",
            "groups",
            "KV head 0 changed the outputs of the query heads 0, 2, 4; they belong to the heads 0, 1, 2",
        ),
        ("divided by d", "scaled", "the scores are divided by 4; with d = 4 it should be √d = 2"),
        ("not normalised", "weights_sum_to_one", "mixes the values add up to"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("gqa_decode", WRONG[mistake][0])[check]
