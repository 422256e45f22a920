"""Sliding window: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import numpy as np
import pytest

from tests.components.judged import failed, judge, messages, references

SEEDS = (0, 1)
EVERY = {"mask", "no_future", "width", "wide_window", "in_attention"}
HEAD = "def sliding_window_mask(n, window):\n i, j = np.arange(n)[:, None], np.arange(n)[None]\n"

RIGHT = {
    "two conditions": HEAD + " return (j <= i) & (j > i - window)",
    "tril and triu": "def mascara_ventana(n, w):\n return np.triu(np.tril(np.ones((n, n))), -(w - 1))",
    "difference of two triangles": (
        "def sliding_window_mask(n, window):\n return np.tril(np.ones((n, n))) - np.tril(np.ones((n, n)), -window)"
    ),
    "torch, booleans": """
        def sliding_window_mask(n, window):
            todo = torch.ones(n, n, dtype=torch.bool)
            return todo.tril() & todo.triu(1 - window)
        """,
    "torch, with axes in front": """
        def mascara_ventana(n, ventana):
            i = torch.arange(n)
            d = i[:, None] - i[None, :]
            return ((d >= 0) & (d < ventana))[None, None]
        """,
    "loops and lists": """
        def sliding_window_mask(n, window):
            return [[1 if 0 <= i - j < window else 0 for j in range(n)] for i in range(n)]
        """,
    "the window first": "def sliding_window_mask(window, n):\n"
    " i, j = np.arange(n)[:, None], np.arange(n)\n return (j <= i) & (j > i - window)",
    "row by row": """
        def sliding_window_mask(n, window):
            mask = np.zeros((n, n), dtype=int)
            for i in range(n):
                mask[i, max(0, i - window + 1):i + 1] = 1
            return mask
        """,
}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "one too many": (HEAD + " return (j <= i) & (j >= i - window)", {"mask", "width", "in_attention"}),
    "one too few": (HEAD + " return (j <= i) & (j > i - window + 1)", {"mask", "width", "in_attention"}),
    "both sides": (HEAD + " return abs(i - j) < window", {"mask", "no_future", "wide_window", "in_attention"}),
    "from the start": (HEAD + " return (j <= i) & (j < window)", {"mask", "no_future", "width", "in_attention"}),
    "future open": (HEAD + " return j > i - window + 0 * i", {"mask", "no_future", "wide_window", "in_attention"}),
    "not itself": (HEAD + " return (j < i) & (j > i - window)", {"mask", "no_future", "in_attention"}),
    "before itself": (HEAD + " return (j < i) & (j >= i - window)", EVERY - {"wide_window"}),
    "a negative start": (
        "def sliding_window_mask(n, window):\n m = np.zeros((n, n), dtype=bool)\n for i in range(n):\n"
        "  m[i, i - window + 1:i + 1] = True\n return m",
        EVERY - {"no_future"},
    ),
    "nothing but the past": (HEAD + " return j < i", EVERY),
    "window ignored": (HEAD + " return j <= i", EVERY),
    "upside down": (HEAD + " return (j >= i) & (j < i + window)", EVERY),
    "blocks": (HEAD + " return (j <= i) & (i // window == j // window)", {"mask", "width", "in_attention"}),
    "True = blocked": (HEAD + " return ~((j <= i) & (j > i - window))", {"mask"}),
    "to be added, -inf": (HEAD + " return np.where((j <= i) & (j > i - window), 0, -np.inf)", {"mask"}),
    "to be added, -1e9": (HEAD + " return np.where((j <= i) & (j > i - window), 0, -1e9)", {"mask"}),
    "NaN for 0": (HEAD + " return ~((j <= i) & (j > i - window)) * -np.inf", EVERY),
    "True = blocked, one too many": (
        HEAD + " return ~((j <= i) & (j >= i - window))",
        {"mask", "width", "in_attention"},
    ),
    "to be added, both sides": (
        HEAD + " return np.where(abs(i - j) < window, 0, -np.inf)",
        {"mask", "no_future", "wide_window", "in_attention"},
    ),
}

TRIVIAL = {
    "zeros": "return np.zeros((n, n))",
    "ones": "return np.ones((n, n))",
    "the identity": "return np.eye(n)",
    "the causal mask": "return np.tril(np.ones((n, n)))",
    "random": "return np.random.random((n, n)) < 0.5",
    "None": "return None",
    "a number": "return window",
    "not written": "raise NotImplementedError",
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("sliding_window", RIGHT[style], seed) == set()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("sliding_window", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("sliding_window", f"def sliding_window_mask(n, window):\n {TRIVIAL[answer]}", 1) == EVERY


def test_who_sees_nothing_is_told_so_in_words() -> None:
    said = messages("sliding_window", WRONG["a negative start"][0])
    assert "token 0 must see 0; it sees none of them." in said["width"]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("one too many", "width", "token 3 must see 1, 2, 3; it sees 0, 1, 2, 3"),
        ("both sides", "no_future", "token 0 sees token 1, which comes after it"),
        ("from the start", "no_future", "token 3 doesn't see itself"),
        ("one too few", "width", "token 2 must see 0, 1, 2; it sees 1, 2"),
        ("True = blocked", "mask", "is a mask with True = blocked"),
        ("to be added, -1e9", "mask", "to be added to the scores (0 and -1e+09)"),
        ("NaN for 0", "mask", "it holds NaN"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("sliding_window", WRONG[mistake][0])[check]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("one too many", {"sliding_window/one_token_too_many"}),
        ("both sides", {"sliding_window/both_sides"}),
        ("True = blocked", {"sliding_window/true_for_blocked"}),
        ("not itself", {"sliding_window/itself_left_out"}),
        ("before itself", {"sliding_window/window_before_the_token"}),
        ("a negative start", {"sliding_window/slice_from_a_negative_start"}),
        ("nothing but the past", set()),
    ],
)
def test_what_is_known_is_named_and_nothing_else(mistake: str, named: set[str]) -> None:
    grade = judge("sliding_window", WRONG[mistake][0], 1, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis if "/" in diagnosis.id} == named


def test_the_reference_is_the_identity_at_1_and_the_causal_mask_from_n_on() -> None:
    mask = references("inference_lab").sliding_window.sliding_window_mask
    assert np.array_equal(mask(5, 1), np.eye(5))
    assert np.array_equal(mask(5, 5), references().masks.causal_mask(5))
    assert [int(row.sum()) for row in mask(6, 3)] == [1, 2, 3, 3, 3, 3]
