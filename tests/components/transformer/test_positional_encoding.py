"""Positional encoding: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import re

import pytest

from tests.components.judged import failed, judge, messages

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1)  # the seed chooses the steps of `rotation` and nothing else

RIGHT = {
    "numpy, arange and slices": """
        def positional_encoding(n, d):
            pos = np.arange(n)[:, None]
            omega = 1 / 10000 ** (np.arange(0, d, 2) / d)
            pe = np.zeros((n, d))
            pe[:, 0::2] = np.sin(pos * omega)
            pe[:, 1::2] = np.cos(pos * omega)
            return pe
        """,
    "numpy in Spanish, the frequencies too, works for odd widths": """
        def codificacion_posicional(n, d):
            omega = 10000.0 ** (-2 * np.arange((d + 1) // 2) / d)
            angulos = np.outer(np.arange(n), omega)
            pe = np.stack([np.sin(angulos), np.cos(angulos)], axis=-1).reshape(n, -1)[:, :d]
            return pe, omega
        """,
    "two loops": """
        def positional_encoding(n_positions, d_model):
            pe = np.zeros((n_positions, d_model))
            for pos in range(n_positions):
                for i in range(0, d_model, 2):
                    angle = pos / 10000 ** (i / d_model)
                    pe[pos, i] = math.sin(angle)
                    if i + 1 < d_model:
                        pe[pos, i + 1] = math.cos(angle)
            return pe
        """,
    "nested lists": """
        def codificacion_sinusoidal(n, d):
            return [
                [(math.sin if j % 2 == 0 else math.cos)(p * 10000 ** (-(j - j % 2) / d)) for j in range(d)]
                for p in range(n)
            ]
        """,
    "numpy float32 from float64": """
        def positional_encoding(n, d):
            a = np.arange(n)[:, None] * np.exp(-np.log(10000.0) * np.arange(0, d, 2) / d)
            pe = np.empty((n, d), dtype=np.float32)
            pe[:, 0::2], pe[:, 1::2] = np.sin(a), np.cos(a)
            return pe
        """,
    "torch, exp and log, with an axis for the batch": """
        def positional_encoding(n, d):
            pe = torch.zeros(n, d)
            position = torch.arange(n).unsqueeze(1).float()
            div = torch.exp(torch.arange(0, d, 2).float() * (-math.log(10000.0) / d))
            pe[:, 0::2] = torch.sin(position * div)
            pe[:, 1::2] = torch.cos(position * div)
            return pe.unsqueeze(0)
        """,
    "torch, the batch in the middle, division": """
        def positional_encoding(max_len, d_model):
            pe = torch.zeros(max_len, 1, d_model)
            i = torch.arange(0, d_model, 2) / d_model
            angle = torch.arange(max_len)[:, None] / torch.pow(10000.0, i)
            pe[:, 0, 0::2] = angle.sin()
            pe[:, 0, 1::2] = angle.cos()
            return pe
        """,
    "torch float64, odd widths refused": """
        def positional_encoding(n, d):
            assert d % 2 == 0, "d must be even"
            angle = torch.arange(n, dtype=torch.float64)[:, None] * 10000.0 ** (-torch.arange(0, d, 2).double() / d)
            return torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1)
        """,
}


def numpy_encoding(
    omega: str = "10000.0 ** (-np.arange(0, d, 2) / d)",
    even: str = "np.sin(angle)",
    odd: str = "np.cos(angle)",
    positions: str = "np.arange(n)",
    result: str = "pe",
) -> str:
    """A NumPy encoding with one line exchanged.  It raises for odd widths."""
    return f"""
def positional_encoding(n, d):
    omega = {omega}
    angle = np.outer({positions}, omega)
    pe = np.zeros((n, d))
    pe[:, 0::2] = {even}
    pe[:, 1::2] = {odd}
    return {result}
"""


SPEED = {"values", "far_positions"}
EVERY = {"values", "far_positions", "first_position", "sines_and_cosines", "rotation", "odd_width"}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "PE-01 the exponent doubled": (numpy_encoding(omega="10000.0 ** (-2 * np.arange(0, d, 2) / d)"), SPEED),
    "PE-02 the cosine uses i + 1": (
        numpy_encoding(odd="np.cos(np.outer(np.arange(n), 10000.0 ** (-np.arange(1, d, 2) / d)))"),
        {"values", "far_positions", "sines_and_cosines", "rotation"},
    ),
    "PE-03 the exponent halved": (numpy_encoding(omega="10000.0 ** (-np.arange(d // 2) / d)"), SPEED),
    "a float64 table filled in float32": (
        """
        def positional_encoding(n, d):
            pe = torch.zeros(n, d, dtype=torch.float64)
            angle = torch.arange(n).float()[:, None] * torch.pow(10000.0, -torch.arange(0, d, 2).float() / d)
            pe[:, 0::2], pe[:, 1::2] = angle.sin(), angle.cos()
            return pe
        """,
        {"far_positions"},
    ),
    "a float64 table of NumPy's filled in float32": (
        numpy_encoding(
            omega="(10000.0 ** (-np.arange(0, d, 2) / d)).astype(np.float32)",
            positions="np.arange(n, dtype=np.float32)",
        ),
        {"far_positions"},
    ),
    "the angles rounded down": (
        numpy_encoding().replace("np.outer(np.arange(n), omega)", "np.floor(np.outer(np.arange(n), omega))"),
        {"values", "far_positions", "rotation"},
    ),
    "PE-04 the exponent rounded down": (numpy_encoding(omega="10000.0 ** -(np.arange(0, d, 2) // d)"), SPEED),
    "PE-05 sine and cosine exchanged": (
        numpy_encoding(even="np.cos(angle)", odd="np.sin(angle)"),
        {"values", "far_positions", "first_position", "sines_and_cosines"},
    ),
    "PE-06 sines in the left half, cosines in the right one": (
        numpy_encoding(result="np.concatenate([np.sin(angle), np.cos(angle)], axis=1)"),
        {"values", "first_position", "sines_and_cosines"},
    ),
    "PE-07 positions start at 1": (
        numpy_encoding(positions="np.arange(1, n + 1)"),
        {"values", "far_positions", "first_position"},
    ),
    "PE-08 base 1000": (numpy_encoding(omega="1000.0 ** (-np.arange(0, d, 2) / d)"), SPEED),
    "PE-08 base 100000": (numpy_encoding(omega="100000.0 ** (-np.arange(0, d, 2) / d)"), SPEED),
    "PE-08 base e": (numpy_encoding(omega="np.exp(-np.arange(0, d, 2) / d)"), SPEED),
    "PE-08 not divided by d": (numpy_encoding(omega="10000.0 ** (-np.arange(0, d, 2) / 512)"), SPEED),
    "PE-09 the last frequency exactly 1e-4": (
        numpy_encoding(omega="10000.0 ** (-np.arange(d // 2) / (d // 2 - 1))"),
        SPEED,
    ),
    "PE-10 multiplied by the power": (numpy_encoding(omega="10000.0 ** (np.arange(0, d, 2) / d)"), SPEED),
    "PE-11 degrees": (numpy_encoding(omega="10000.0 ** (-np.arange(0, d, 2) / d) * np.pi / 180"), SPEED),
    "PE-11 a factor of 2π": (numpy_encoding(omega="2 * np.pi * 10000.0 ** (-np.arange(0, d, 2) / d)"), SPEED),
    "PE-12 the table transposed": (numpy_encoding(result="pe.T"), EVERY),
    "PE-17 no more than 5000 positions": (
        numpy_encoding(positions="np.arange(5000)[:n]"),
        {"far_positions"},
    ),
    "PE-17 one position too few": (
        numpy_encoding(result="pe[:-1]"),
        EVERY,
    ),
    "PE-19 odd widths leave the last column empty": (
        """
def positional_encoding(n, d):
    angle = np.outer(np.arange(n), 10000.0 ** (-np.arange(0, d - 1, 2) / d))
    pe = np.zeros((n, d))
    pe[:, 0 : d - 1 : 2] = np.sin(angle)
    pe[:, 1::2] = np.cos(angle)
    return pe
""",
        {"odd_width"},
    ),
    "PE-19 odd widths come out even": (
        """
def positional_encoding(n, d):
    angle = np.outer(np.arange(n), 10000.0 ** (-np.arange(0, d, 2) / d))
    return np.stack([np.sin(angle), np.cos(angle)], axis=2).reshape(n, -1)
""",
        {"odd_width"},
    ),
    "PE-20 positions in float16": (
        numpy_encoding(positions="np.arange(n).astype(np.float16).astype(float)"),
        {"far_positions"},
    ),
    "PE-20 positions in bfloat16": (
        """
def positional_encoding(n, d):
    position = torch.arange(n).to(torch.bfloat16).float()[:, None]
    angle = position * 10000.0 ** (-torch.arange(0, d, 2).float() / d)
    return torch.stack([angle.sin(), angle.cos()], dim=2).flatten(1)
""",
        {"far_positions", "odd_width"},
    ),
    "the sine turned round": (numpy_encoding(even="-np.sin(angle)"), {"values", "far_positions"}),
    # Only the odd width would be left, and that earns nothing by itself.
    "twice as large": (
        numpy_encoding(result="2 * pe"),
        EVERY,
    ),
}

TRIVIAL = {
    "zeros": "return np.zeros((n, d))",
    "ones": "return np.ones((n, d))",
    "0, 1, 0, 1 at every position": "return np.tile([0.0, 1.0], (n, d // 2))",
    "identity": "return np.eye(n, d)",
    "random": "return np.random.default_rng().random((n, d))",
    "positions": "return np.arange(n)[:, None] * np.ones(d)",
    "None": "return None",
    "the input": "return n",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("positional_encoding", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("positional_encoding", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    source = f"def positional_encoding(n, d):\n {TRIVIAL[answer]}"
    assert failed("positional_encoding", source, 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("PE-06 sines in the left half, cosines in the right one", "values", "positional_encoding(50, 6): all sines"),
        ("PE-07 positions start at 1", "values", "positional_encoding(50, 6): the first row is that of position 1"),
        ("PE-05 sine and cosine exchanged", "values", "positional_encoding(50, 6): sine and cosine are exchanged"),
        (
            "PE-08 base 1000",
            "values",
            "positional_encoding(50, 6): column pairs turn by 1, 0.1, 0.01 radians per position, expected 1, 0.0464,",
        ),
        ("PE-12 the table transposed", "values", "positional_encoding(50, 6): the shape is (6, 50), expected (50, 6)"),
        (
            "PE-19 odd widths leave the last column empty",
            "odd_width",
            "positional_encoding(5, 7): column 6 is the same",
        ),
        ("PE-02 the cosine uses i + 1", "sines_and_cosines", "columns 0 and 1 must be sine and cosine of the same"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert messages("positional_encoding", WRONG[mistake][0])[check].startswith(said)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mistake", [name for name, (_, failing) in WRONG.items() if "rotation" in failing])
def test_the_message_about_a_rotation_never_compares_a_position_with_itself(mistake: str, seed: int) -> None:
    said = messages("positional_encoding", WRONG[mistake][0], seed)["rotation"]
    two = re.search(r"they turn by (\S+) from position 0 and by (\S+) from position (\d+)", said)
    assert two is None or (two[3] != "0" and two[1] != two[2])


def test_a_pair_off_the_circle_is_said_to_be_off_the_circle() -> None:
    said = messages("positional_encoding", WRONG["PE-02 the cosine uses i + 1"][0])["rotation"]
    assert "stay on a circle of radius 1: at position" in said


def test_the_layout_in_halves_is_noted_where_it_was_used() -> None:
    grade = judge("positional_encoding", WRONG["PE-06 sines in the left half, cosines in the right one"][0], 1)
    notes = {check.id: [str(note) for note in check.notes] for check in grade.checks}
    assert notes["rotation"] == ["Judged in your own layout: sines in the left half, cosines in the right one."]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("PE-03 the exponent halved", "exponent_halved"),
        ("the angles rounded down", "angle_rounded_down"),
        ("a float64 table filled in float32", "angles_in_float32"),
    ],
)
def test_one_cause_is_named_and_it_is_the_true_one(mistake: str, named: str) -> None:
    grade = judge("positional_encoding", WRONG[mistake][0], 1, diagnosed=True)
    assert [diagnosis.id for diagnosis in grade.diagnosis] == [f"positional_encoding/{named}"]
