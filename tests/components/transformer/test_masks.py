"""Masks: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages, verdicts

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2)

CAUSAL = "def causal_mask(n):\n return np.tril(np.ones((n, n), dtype=bool))\n"
PADDING = "def padding_mask(lengths, n_max):\n return np.arange(n_max)[None, :] < np.asarray(lengths)[:, None]\n"
TORCH_CAUSAL = "def causal_mask(n):\n return torch.tril(torch.ones(n, n)).bool()\n"
TORCH_PADDING = (
    "def padding_mask(lengths, n_max):\n return torch.arange(n_max)[None] < torch.as_tensor(lengths)[:, None]\n"
)

RIGHT = {
    "numpy, booleans": CAUSAL + PADDING,
    "numpy in Spanish, floats and ints": """
        def mascara_causal(n):
            return np.tril(np.ones((n, n)))
        def mascara_padding(longitudes, n_max):
            return (np.arange(n_max) < np.array(longitudes).reshape(-1, 1)).astype(int)
        """,
    "numpy, comparing positions": """
        def causal_mask(n):
            i = np.arange(n)
            return i[:, None] >= i
        def padding_mask(lengths, n_max):
            mask = np.zeros((len(lengths), n_max), dtype=bool)
            for b, length in enumerate(lengths):
                mask[b, :length] = True
            return mask
        """,
    "plain lists": """
        def causal_mask(n):
            return [[1 if j <= i else 0 for j in range(n)] for i in range(n)]
        def padding_mask(lengths, n_max):
            return [[True] * int(length) + [False] * (n_max - int(length)) for length in lengths]
        """,
    "numpy, axes for batch and heads": """
        def causal_mask(n):
            return ~np.triu(np.ones((1, 1, n, n), dtype=bool), k=1)
        def padding_mask(lengths, n_max):
            return (np.arange(n_max) < np.asarray(lengths)[:, None])[:, None, None, :]
        """,
    "padding from a list only": CAUSAL
    + """
def padding_mask(lengths, n_max):
    if not isinstance(lengths, list):
        raise TypeError("a list, please")
    return np.array([[1] * n + [0] * (n_max - n) for n in lengths])
""",
    "torch": TORCH_CAUSAL + TORCH_PADDING,
    "torch, 1 - triu": """
        def causal_mask(n):
            return 1 - torch.triu(torch.ones(n, n), diagonal=1)
        def padding_mask(lengths, n_max):
            return (torch.arange(n_max).unsqueeze(0) < torch.as_tensor(lengths).unsqueeze(1)).float()
        """,
    "one in torch, one in NumPy": TORCH_CAUSAL
    + TORCH_CAUSAL.replace("causal_mask", "other")
    + """
def padding_mask(lengths: np.ndarray, n_max: int) -> np.ndarray:
    if isinstance(lengths, torch.Tensor):
        raise TypeError
    return np.arange(n_max) < np.array(lengths)[:, None]
""",
}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "lengths in an array only": (
        CAUSAL + "def padding_mask(lengths, n_max):\n return np.arange(n_max)[None, :] < lengths[:, None]\n",
        {"padding"},
    ),
    "lengths in an array only, torch": (
        TORCH_CAUSAL + "def padding_mask(lengths, n_max):\n return torch.arange(n_max)[None] < lengths[:, None]\n",
        {"padding"},
    ),
    "all real where the lengths are in a list": (
        CAUSAL
        + """
def padding_mask(lengths, n_max):
    if isinstance(lengths, list):
        return np.ones((len(lengths), n_max), dtype=bool)
    return np.arange(n_max)[None, :] < lengths[:, None]
""",
        {"padding"},
    ),
    "MK-05 upside down": (
        "def causal_mask(n):\n return np.triu(np.ones((n, n)))\n" + PADDING,
        {"causal", "in_attention", "combined"},
    ),
    "MK-07 one token ahead": (
        "def causal_mask(n):\n return np.tril(np.ones((n, n)), k=1)\n" + PADDING,
        {"causal", "in_attention", "combined"},
    ),
    "MK-08 without the diagonal": (
        "def causal_mask(n):\n return np.tril(np.ones((n, n)), k=-1)\n" + PADDING,
        {"causal", "in_attention", "combined"},
    ),
    "no future blocked": (
        "def causal_mask(n):\n return np.ones((n, n))\n" + PADDING,
        {"causal", "in_attention", "combined"},
    ),
    "each token sees itself only": (
        "def causal_mask(n):\n return np.eye(n)\n" + PADDING,
        {"causal", "in_attention", "combined"},
    ),
    "a mask for n + 1 tokens": (
        "def causal_mask(n):\n return np.tril(np.ones((n + 1, n + 1)))\n" + PADDING,
        {"causal", "in_attention", "combined"},
    ),
    "MK-06 True = blocked": (
        "def causal_mask(n):\n return np.triu(np.ones((n, n), dtype=bool), k=1)\n" + PADDING,
        {"causal"},
    ),
    "MK-06 True = blocked, in torch": (
        "def causal_mask(n):\n return torch.triu(torch.ones(n, n), diagonal=1).bool()\n" + TORCH_PADDING,
        {"causal"},
    ),
    "additive, -inf": (
        "def causal_mask(n):\n return np.where(np.tri(n) > 0, 0.0, -np.inf)\n" + PADDING,
        {"causal"},
    ),
    "additive, -1e9, in torch": (
        "def causal_mask(n):\n return torch.triu(torch.full((n, n), -1e9), diagonal=1)\n" + TORCH_PADDING,
        {"causal"},
    ),
    "MK-14 0 times -inf": (
        "def causal_mask(n):\n return (1 - np.tri(n)) * -np.inf\n" + PADDING,
        {"causal", "in_attention", "combined"},
    ),
    "True = padding": (
        CAUSAL + "def padding_mask(lengths, n_max):\n return np.arange(n_max) >= np.asarray(lengths)[:, None]\n",
        {"padding"},
    ),
    "padding, additive": (
        CAUSAL
        + "def padding_mask(lengths, n_max):\n"
        + " return np.where(np.arange(n_max) < np.asarray(lengths)[:, None], 0.0, -1e9)\n",
        {"padding"},
    ),
    "both in the other convention": (
        "def causal_mask(n):\n return np.triu(np.ones((n, n)), k=1)\n"
        "def padding_mask(lengths, n_max):\n return np.arange(n_max) >= np.asarray(lengths)[:, None]\n",
        {"causal", "padding"},
    ),
    "padding one too long": (
        CAUSAL + "def padding_mask(lengths, n_max):\n return np.arange(n_max) <= np.asarray(lengths)[:, None]\n",
        {"padding", "combined"},
    ),
    "padding in front": (
        CAUSAL
        + "def padding_mask(lengths, n_max):\n"
        + " return np.arange(n_max)[::-1] < np.asarray(lengths)[:, None]\n",
        {"padding", "combined"},
    ),
    "MK-09 padding transposed": (
        CAUSAL + "def padding_mask(lengths, n_max):\n return np.arange(n_max)[:, None] < np.asarray(lengths)\n",
        {"padding", "combined"},
    ),
    "as wide as the longest sequence": (
        CAUSAL + "def padding_mask(lengths, n_max):\n return np.arange(max(lengths)) < np.asarray(lengths)[:, None]\n",
        {"padding", "combined"},
    ),
    "the first sequence's length for all": (
        CAUSAL
        + "def padding_mask(lengths, n_max):\n return np.tile(np.arange(n_max) < lengths[0], (len(lengths), 1))\n",
        {"padding", "combined"},
    ),
    "padding missing": (CAUSAL, {"padding", "combined"}),
    "causal missing": (PADDING, {"causal", "in_attention", "combined"}),
    "padding raises": (
        CAUSAL + "def padding_mask(lengths, n_max):\n raise NotImplementedError\n",
        {"padding", "combined"},
    ),
}

EVERY = {"causal", "padding", "in_attention", "combined"}
TRIVIAL = {
    "zeros": ("np.zeros((n, n))", "np.zeros((len(lengths), n_max))"),
    "ones": ("np.ones((n, n))", "np.ones((len(lengths), n_max))"),
    "identity": ("np.eye(n)", "np.eye(len(lengths), n_max)"),
    "random": ("np.random.rand(n, n) < 0.5", "np.random.rand(len(lengths), n_max) < 0.5"),
    "None": ("None", "None"),
    "a constant": ("1", "1"),
    "the input": ("n", "lengths"),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("masks", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("masks", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    first, second = TRIVIAL[answer]
    source = f"def causal_mask(n):\n return {first}\ndef padding_mask(lengths, n_max):\n return {second}\n"
    assert failed("masks", source, 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        (
            "lengths in an array only",
            "padding",
            "padding_mask([4, 1, 6, 3], 7), the lengths in a list: TypeError in cell 2",
        ),
        ("MK-05 upside down", "causal", "causal_mask(5) is upside down"),
        ("MK-06 True = blocked", "causal", "causal_mask(5) is a mask with True = blocked"),
        ("MK-07 one token ahead", "causal", "causal_mask(5): each token sees one token ahead"),
        ("MK-08 without the diagonal", "causal", "causal_mask(5): a token must see itself too"),
        (
            "MK-08 without the diagonal",
            "in_attention",
            "causal_mask(5) used in attention: query 0 may attend to nothing",
        ),
        ("MK-14 0 times -inf", "causal", "causal_mask(5): it holds NaN"),
        ("additive, -inf", "causal", "causal_mask(5) is a mask to be added to the scores (0 and -inf)"),
        ("True = padding", "padding", "padding_mask([4, 1, 6, 3], 7) is a mask with True = padding"),
        (
            "padding one too long",
            "padding",
            "padding_mask([4, 1, 6, 3], 7): [0, 4] must be False (blocked) and is True",
        ),
        ("a mask for n + 1 tokens", "causal", "causal_mask(5): the shape is (6, 6), expected (5, 5)."),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert messages("masks", WRONG[mistake][0])[check].startswith(said)


def test_a_missing_function_is_called_missing_and_the_other_keeps_its_points() -> None:
    found = verdicts("masks", CAUSAL, 1)
    assert {id_: verdict.value for id_, verdict in found.items()} == {
        "causal": "passed",
        "padding": "missing",
        "in_attention": "passed",
        "combined": "missing",
    }


def test_an_unusual_shape_is_noted() -> None:
    grade = judge("masks", RIGHT["numpy, axes for batch and heads"], 1)
    notes = [str(note) for check in grade.checks for note in check.notes]
    assert any("its shape (4, 1, 1, 7) is read as (4, 7)" in note for note in notes)


@pytest.mark.parametrize("returned", ["{}", "{'mask': 'none'}", "{'lengths': 3.0}", "{'n': n_max, 'mask': None}"])
def test_a_dict_without_an_array_is_called_a_dict(returned: str) -> None:
    """Not by what stands in it: no text, no array of one number, came back."""
    told = messages("masks", f"{CAUSAL}def padding_mask(lengths, n_max):\n return {returned}\n")
    assert "dict came back" in told["padding"]
