"""Rotary positions with a cache: right in any style passes; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from grader.model import Verdict
from tests.components.judged import failed, judge, messages, verdicts

SEEDS = (0, 1, 2)
EVERY = {"values", "keys_turned", "earlier_rows", "values_plain"}

NUMPY = """
def girar(x, p):
    d = x.shape[-1]
    ang = p * 10000.0 ** (-np.arange(0, d, 2) / d)
    y = np.empty_like(x)
    y[..., 0::2] = x[..., 0::2] * np.cos(ang) - x[..., 1::2] * np.sin(ang)
    y[..., 1::2] = x[..., 0::2] * np.sin(ang) + x[..., 1::2] * np.cos(ang)
    return y
def rope_con_cache(q, k, v, ck, cv):
    p = len(ck)
    ck = np.vstack([ck, girar(k, p)])
    cv = np.vstack([cv, v])
    s = ck @ girar(q, p) / np.sqrt(len(q))
    w = np.exp(s - s.max())
    return (w / w.sum()) @ cv, ck, cv
"""

TORCH = """
def turned(x, p):
    half = x.shape[-1] // 2
    freq = 1.0 / 10000 ** (torch.arange(half) / half)
    cos, sin = torch.cos(p * freq), torch.sin(p * freq)
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
def rope_with_cache(q, k, v, k_cache, v_cache):
    p = k_cache.shape[0]
    k_cache = torch.cat([k_cache, turned(k, p)[None]])
    v_cache = torch.cat([v_cache, v[None]])
    weights = torch.softmax(k_cache @ turned(q, p) / q.shape[-1] ** 0.5, dim=-1)
    return weights @ v_cache, k_cache, v_cache
"""


def changed(source: str, *edits: tuple[str, str]) -> str:
    for old, new in edits:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


RIGHT = {
    "numpy, neighbouring pairs": NUMPY,
    "torch, two halves": TORCH,
    "numpy, complex numbers": """
        def rope_step(q, k, v, k_cache, v_cache, base=10000.0):
            d = q.shape[0]
            turn = np.exp(1j * k_cache.shape[0] * base ** (-2 * np.arange(d // 2) / d))
            def rot(x):
                z = (x[::2] + 1j * x[1::2]) * turn
                return np.stack([z.real, z.imag], -1).ravel()
            keys = np.append(k_cache, [rot(k)], axis=0)
            values = np.append(v_cache, [v], axis=0)
            scores = np.array([np.dot(rot(q), key) for key in keys]) * d ** -0.5
            probs = np.exp(scores) / np.exp(scores).sum()
            return sum(p * value for p, value in zip(probs, values)), keys, values
        """,
    "torch, an axis for the query, the caches as a pair": changed(
        TORCH,
        ("return weights @ v_cache, k_cache, v_cache", "return (weights @ v_cache)[None], (k_cache, v_cache)"),
    ),
    "a dict": changed(
        NUMPY,
        ("return (w / w.sum()) @ cv, ck, cv", "return {'salida': (w / w.sum()) @ cv, 'k': ck, 'v': cv}"),
    ),
}


# Mistake: the code, the checks that it fails, the misconceptions of which one is named first.
WRONG = {
    "positions from 0 in each step": (
        changed(NUMPY, ("p = len(ck)\n", "p = 0\n")),
        {"values", "keys_turned"},
        {"position_restarts_at_0", "all_keys_at_the_newest_position"},
    ),
    "positions from 1": (changed(NUMPY, ("p = len(ck)\n", "p = len(ck) + 1\n")), {"keys_turned"}, {"positions_from_1"}),
    "positions from 1, in halves": (
        changed(TORCH, ("p = k_cache.shape[0]\n", "p = k_cache.shape[0] + 1\n")),
        {"keys_turned"},
        {"positions_from_1"},
    ),
    "the cache turned again, in halves": (
        changed(
            TORCH,
            (
                "torch.cat([k_cache, turned(k, p)[None]])",
                "turned(torch.cat([k_cache, k[None]]), torch.arange(p + 1)[:, None])",
            ),
        ),
        {"values", "earlier_rows"},
        {"cached_keys_turned_again"},
    ),
    "values turned": (
        changed(NUMPY, ("np.vstack([cv, v])", "np.vstack([cv, girar(v, p)])")),
        {"values", "values_plain"},
        {"values_turned_too"},
    ),
    "the query as it is, in halves": (
        changed(TORCH, ("k_cache @ turned(q, p)", "k_cache @ q")),
        {"values"},
        {"query_not_turned"},
    ),
    "the query by the length afterwards": (
        changed(NUMPY, ("girar(q, p)", "girar(q, len(ck))")),
        {"values"},
        {"query_one_ahead_of_its_key"},
    ),
    "keys turned when they are read": (
        changed(
            NUMPY,
            ("np.vstack([ck, girar(k, p)])", "np.vstack([ck, k])"),
            ("s = ck @", "s = girar(ck, np.arange(p + 1)[:, None]) @"),
        ),
        {"keys_turned"},
        {"keys_cached_as_they_came"},
    ),
    "no root": (changed(NUMPY, (" / np.sqrt(len(q))", "")), {"values"}, {"no_scaling"}),
    "the other way round": (changed(NUMPY, ("ang = p *", "ang = -p *")), {"values"}, {"turned_the_other_way_round"}),
    "another base": (
        changed(NUMPY, ("10000.0", "100.0")),
        {"values", "keys_turned"},
        {"frequencies_without_the_2"},
    ),
    "a third base": (changed(NUMPY, ("10000.0", "1000.0")), {"values", "keys_turned"}, None),
    "turned twice": (
        changed(NUMPY, ("s = ck @", "s = girar(ck, np.arange(p + 1)[:, None]) @")),
        {"values"},
        {"keys_turned_twice"},
    ),
    "the cached keys turned twice": (
        changed(NUMPY, ("s = ck @", "s = np.vstack([girar(ck[:p], np.arange(p)[:, None]), ck[p:]]) @")),
        {"values"},
        {"cached_keys_turned_when_read"},
    ),
    "query and keys turned twice": (
        changed(NUMPY, ("s = ck @ girar(q, p)", "s = girar(ck, np.arange(p + 1)[:, None]) @ girar(girar(q, p), p)")),
        {"values"},
        {"query_and_keys_turned_twice"},
    ),
    "the new key turned twice, in halves": (
        changed(TORCH, ("torch.cat([k_cache, turned(k, p)[None]])", "torch.cat([k_cache, turned(k, 2 * p)[None]])")),
        {"values", "keys_turned"},
        {"new_key_turned_twice"},
    ),
    "a cache for itself": (
        changed(NUMPY, ("return (w / w.sum()) @ cv, ck, cv", "return (w / w.sum()) @ cv")),
        EVERY,
        None,
    ),
    "the newest token at the front": (
        changed(NUMPY, ("np.vstack([ck, girar(k, p)])", "np.vstack([girar(k, p), ck])"), ("[cv, v]", "[v, cv]")),
        {"keys_turned", "earlier_rows", "values_plain"},
        None,
    ),
}

HEAD = "def rope_with_cache(q, k, v, k_cache, v_cache):\n    "
TRIVIAL = {
    "None": "return None",
    "the inputs": "return v, k_cache, v_cache",
    "only a cache": "return v, np.vstack([k_cache, k]), np.vstack([v_cache, v])",
    "the mean": "c = np.vstack([v_cache, v])\n    return c.mean(0), np.vstack([k_cache, k]), c",
    "random": "return np.random.randn(len(v)), np.vstack([k_cache, k]), np.vstack([v_cache, v])",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("rope_cache", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks_and_is_named(mistake: str, seed: int) -> None:
    source, expected, names = WRONG[mistake]
    grade = judge("rope_cache", source, seed, diagnosed=True)
    assert {c.id for c in grade.checks if c.verdict is not Verdict.PASSED} == expected
    named = [d.id.removeprefix("rope_cache/") for d in grade.diagnosis if d.id.startswith("rope_cache/")]
    assert set(named) == (names or set())


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert Verdict.PASSED not in verdicts("rope_cache", HEAD + TRIVIAL[answer], 0).values()


def test_keys_that_are_turned_when_they_are_read_are_told_why() -> None:
    said = messages("rope_cache", WRONG["keys turned when they are read"][0])
    assert "not turned by their positions" in said["keys_turned"]
