"""RoPE: right in any style and layout passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from grader.model import Verdict
from tests.components.judged import failed, judge, messages, verdicts

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2)

ATTENTION = """
        def rope_attention(Q, K, V):
            scores = rope(Q) @ np.swapaxes(rope(K), -1, -2) / math.sqrt(Q.shape[-1])
            weights = np.exp(scores - scores.max(-1, keepdims=True))
            weights = weights / weights.sum(-1, keepdims=True)
            return weights @ V, weights
"""


def numpy_rope(
    positions: str = "np.arange(n) if positions is None else positions",
    frequencies: str = "base ** (-np.arange(0, d, 2) / d)",
    first: str = "a * cos - b * sin",
    second: str = "a * sin + b * cos",
    result: str = "out",
) -> str:
    """Pairs side by side in NumPy, with one line exchanged."""
    return f"""
        def rope(x, positions=None, base=10000):
            n, d = x.shape[-2:]
            positions = {positions}
            angle = np.asarray(positions)[:, None] * ({frequencies})
            cos, sin = np.cos(angle), np.sin(angle)
            a, b = x[..., ::2], x[..., 1::2]
            out = np.empty_like(x)
            out[..., ::2], out[..., 1::2] = {first}, {second}
            return {result}
        {ATTENTION}
        """


def torch_halves(
    positions: str = "torch.arange(n) if positions is None else positions",
    angles: str = "torch.cat([angle, angle], dim=-1)",
) -> str:
    """Halves in torch, as the Hugging Face models have it, with one line exchanged."""
    return f"""
        def rotate_half(x):
            a, b = x.chunk(2, dim=-1)
            return torch.cat([-b, a], dim=-1)

        def apply_rope(x, positions=None, base=10000.0):
            *_, n, d = x.shape
            positions = {positions}
            inv_freq = 1.0 / base ** (torch.arange(0, d, 2).float() / d)
            angle = torch.einsum("i,j->ij", positions.float(), inv_freq)
            both = {angles}
            return x * both.cos() + rotate_half(x) * both.sin()

        def atencion_rope(Q, K, V):
            return F.scaled_dot_product_attention(apply_rope(Q), apply_rope(K), V)
        """


RIGHT = {
    "numpy, pairs": numpy_rope(),
    "torch, halves": torch_halves(),
    "torch, complex numbers, in Spanish": """
        def aplicar_rope(x, posiciones=None, base=10000):
            n, d = x.shape[-2], x.shape[-1]
            if posiciones is None:
                posiciones = torch.arange(n)
            omega = base ** (-torch.arange(0, d, 2) / d)
            giro = torch.polar(torch.ones(n, d // 2), posiciones[:, None] * omega)
            z = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
            return torch.view_as_real(z * giro).flatten(-2)

        def atencion_con_rope(Q, K, V):
            return F.scaled_dot_product_attention(aplicar_rope(Q), aplicar_rope(K), V)
        """,
    "torch, positions as floats only, no base": """
        def rope(x, positions=None):
            n, d = x.shape[-2:]
            inv = torch.exp(-math.log(10000.0) * torch.arange(0, d, 2) / d)
            where = torch.arange(n, dtype=torch.float32) if positions is None else positions
            angle = torch.einsum("i,j->ij", where, inv)
            cos, sin = angle.cos().repeat_interleave(2, -1), angle.sin().repeat_interleave(2, -1)
            other = torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).flatten(-2)
            return x * cos + other * sin

        def rope_attention(Q, K, V):
            return F.scaled_dot_product_attention(rope(Q), rope(K), V)
        """,
    "torch, batches of heads only, positions always wanted": """
        def rope(x, positions, base=10000.0):
            B, h, n, d = x.shape
            angle = positions.reshape(1, 1, n, 1) * base ** (-torch.arange(0, d, 2) / d)
            a, b = x[..., : d // 2], x[..., d // 2 :]
            return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], dim=-1)

        def rope_attention(Q, K, V):
            where = torch.arange(Q.shape[-2])
            scores = rope(Q, where) @ rope(K, where).mT / math.sqrt(Q.shape[-1])
            return scores.softmax(-1) @ V
        """,
    "the base before the positions": numpy_rope().replace("positions=None, base=10000", "base=10000, positions=None"),
    "positions and base by keyword only": numpy_rope().replace("x, positions=None", "x, *, positions=None"),
    "numpy, a rotation matrix for each position and pair, with loops": """
        def rope_rotar(x, pos=None, base=10000):
            n, d = x.shape[-2:]
            pos = range(n) if pos is None else pos
            y = x.copy()
            for row, p in enumerate(pos):
                for i in range(d // 2):
                    t = float(p) * base ** (-2 * i / d)
                    R = np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]])
                    y[..., row, 2 * i : 2 * i + 2] = x[..., row, 2 * i : 2 * i + 2] @ R.T
            return y
        """
    + ATTENTION.replace("rope(Q)", "rope_rotar(Q)").replace("rope(K)", "rope_rotar(K)"),
}

EVERY = {"values", "keeps_lengths", "relative", "first_position", "positions", "base", "leading_axes", "in_attention"}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "turned backwards": (numpy_rope(first="a * cos + b * sin", second="b * cos - a * sin"), {"values"}),
    "half the exponent": (numpy_rope(frequencies="base ** (-np.arange(d // 2) / d)"), {"values"}),
    "another base": (numpy_rope(frequencies="(base / 10) ** (-np.arange(0, d, 2) / d)"), {"values", "base"}),
    "base written into the formula": (numpy_rope(frequencies="1e4 ** (-np.arange(0, d, 2) / d)"), {"base"}),
    "positions from 1": (
        numpy_rope(positions="np.arange(1, n + 1) if positions is None else positions"),
        {"values", "first_position", "positions"},
    ),
    "positions from 1, given ones too": (
        numpy_rope(positions="1 + (np.arange(n) if positions is None else positions)"),
        {"values", "first_position"},
    ),
    "positions ignored": (numpy_rope(positions="np.arange(n)"), {"positions"}),
    "torch, positions ignored, halves": (torch_halves(positions="torch.arange(n)"), {"positions"}),
    "angles of pairs for halves": (
        torch_halves(angles="angle.repeat_interleave(2, dim=-1)"),
        {"values", "keeps_lengths", "relative", "in_attention"},  # the attention calls it
    ),
    "twice as long": (numpy_rope(result="2 * out"), {"values", "keeps_lengths", "first_position"}),
    "added": (
        numpy_rope(first="a + sin", second="b + cos"),
        {"values", "keeps_lengths", "relative", "first_position", "in_attention"},
    ),
    "no parameter for positions": (
        numpy_rope(positions="np.arange(n)", frequencies="1e4 ** (-np.arange(0, d, 2) / d)").replace(
            "x, positions=None, base=10000", "x"
        ),
        {"positions"},
    ),
    "values turned": (numpy_rope().replace("weights @ V", "weights @ rope(V)"), {"in_attention"}),
    "attention without a root": (numpy_rope().replace(" / math.sqrt(Q.shape[-1])", ""), {"in_attention"}),
    "softmax over the queries": (numpy_rope().replace("weights.sum(-1, k", "weights.sum(-2, k"), {"in_attention"}),
    "the scores for the weights": (
        numpy_rope().replace("weights @ V, weights", "weights @ V, scores"),
        {"in_attention"},
    ),
    "turned twice in attention": (
        numpy_rope().replace("rope(Q) @ np.swapaxes(rope(K)", "rope(rope(Q)) @ np.swapaxes(rope(rope(K))"),
        {"in_attention"},
    ),
    "attention divided by d": (numpy_rope().replace("math.sqrt(Q.shape[-1])", "Q.shape[-1]"), {"in_attention"}),
    "attention without a turn": (numpy_rope().replace("np.swapaxes(rope(K)", "np.swapaxes((K)"), {"in_attention"}),
}

TRIVIAL = {
    "the input": "return x",
    "zeros": "return 0 * x",
    "a constant": "return np.ones_like(x)",
    "the reverse": "return x[..., ::-1]",
    "random": "return np.random.random(x.shape)",
    "None": "return None",
    "the mean": "return np.broadcast_to(x.mean(-2, keepdims=True), x.shape)",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("rope", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("rope", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    source = f"""
def rope(x, positions=None, base=10000):
    {TRIVIAL[answer]}

def rope_attention(Q, K, V):
    return rope(V)
"""
    assert failed("rope", source, 1) == EVERY


def test_without_a_base_its_check_does_not_apply() -> None:
    found = verdicts("rope", RIGHT["torch, positions as floats only, no base"], 1)
    assert {id_ for id_, v in found.items() if v is Verdict.NOT_APPLICABLE} == {"base"}


def test_an_attention_that_is_not_written_costs_its_check_alone() -> None:
    """The exercise asks for both functions."""
    source = numpy_rope().replace("rope_attention", "something_else")
    found = verdicts("rope", source, 1)
    assert {id_ for id_, v in found.items() if v is not Verdict.PASSED} == {"in_attention"}
    assert found["in_attention"] is Verdict.MISSING


def test_weights_that_do_not_add_up_are_told_as_that() -> None:
    said = messages("rope", WRONG["softmax over the queries"][0])["in_attention"]
    assert "must add up to 1" in said
    assert "unturned" not in said


def test_an_attention_that_is_not_scaled_is_named() -> None:
    grade = judge("rope", WRONG["attention without a root"][0], 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["rope/attention_not_scaled"]


@pytest.mark.parametrize(
    ("style", "said"), [("numpy, pairs", "features 2i and 2i + 1"), ("torch, halves", "feature i is turned with")]
)
def test_a_note_names_the_layout(style: str, said: str) -> None:
    notes = [str(note) for check in judge("rope", RIGHT[style], 1).checks for note in check.notes]
    assert any(said in note for note in notes)


def test_wrong_frequencies_are_told_by_the_angles() -> None:
    source = WRONG["half the exponent"][0]
    assert "your pairs turn by 1, 0.316, 0.1, 0.0316 radians" in messages("rope", source)["values"]


def test_what_is_no_rotation_is_not_said_to_turn_by_some_angle() -> None:
    source = numpy_rope(first="a * cos + b * sin")
    assert "radians" not in messages("rope", source)["values"]


@pytest.mark.parametrize("layout", ["pairs", "halves"])
def test_a_mistake_is_recognised_in_either_layout(layout: str) -> None:
    source = numpy_rope(frequencies="base ** (-np.arange(d // 2) / d)")
    if layout == "halves":
        source = torch_halves().replace("torch.arange(0, d, 2).float() / d", "torch.arange(d // 2).float() / d")
    assert judge("rope", source, 1, diagnosed=True).diagnosis[0].id == "rope/exponent_halved"


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("turned backwards", "turned_backwards"),
        ("positions from 1", "positions_from_1"),
        ("torch, positions ignored, halves", "positions_ignored"),
        ("angles of pairs for halves", "angles_of_pairs_for_halves"),
        ("values turned", "values_turned_too"),
    ],
)
def test_a_known_mistake_is_named(mistake: str, name: str) -> None:
    assert judge("rope", WRONG[mistake][0], 1, diagnosed=True).diagnosis[0].id == f"rope/{name}"
