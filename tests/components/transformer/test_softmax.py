"""Softmax: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from grader.model import Verdict
from tests.components.judged import failed, judge, messages, verdicts

# Wrong softmaxes overflow, which is their own matter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2)

RIGHT = {
    "numpy, keepdims": """
        def softmax(z, axis=-1):
            e = np.exp(z - z.max(axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)
        """,
    "log-softmax, then exp": """
        def softmax(z, axis=-1):
            shifted = z - np.max(z, axis=axis, keepdims=True)
            return np.exp(shifted - np.log(np.exp(shifted).sum(axis, keepdims=True)))
        """,
    "rows only, under a Spanish name, in loops": """
        def softmax_filas(puntuaciones):
            salida = np.zeros(puntuaciones.shape)
            for indice in np.ndindex(puntuaciones.shape[:-1]):
                fila = puntuaciones[indice]
                exponenciales = np.exp(fila - max(fila))
                salida[indice] = exponenciales / sum(exponenciales)
            return salida
        """,
    "a tiny epsilon in the denominator, annotated": """
        def softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
            e = np.exp(x - np.max(x, axis=axis, keepdims=True))
            return e / (np.sum(e, axis=axis, keepdims=True) + 1e-12)
        """,
    "float32 inside": """
        def softmax(z, axis=-1):
            z = np.asarray(z, dtype=np.float32)
            e = np.exp(z - z.max(axis, keepdims=True))
            return e / e.sum(axis, keepdims=True)
        """,
    "nested lists returned": """
        def softmax(z, axis=-1):
            e = np.exp(z - z.max(axis, keepdims=True))
            return (e / e.sum(axis, keepdims=True)).tolist()
        """,
    "axis moved to the end and back": """
        def softmax(z, axis=-1):
            z = np.swapaxes(z, axis, -1)
            e = np.exp(z - z.max(-1)[..., None])
            return np.swapaxes(e / e.sum(-1)[..., None], axis, -1)
        """,
    "torch, max and values": """
        def softmax(z, dim=-1):
            e = torch.exp(z - z.max(dim=dim, keepdim=True).values)
            return e / e.sum(dim=dim, keepdim=True)
        """,
    "torch, logsumexp": """
        def softmax(z: torch.Tensor, dim: int = -1) -> torch.Tensor:
            return (z - torch.logsumexp(z, dim=dim, keepdim=True)).exp()
        """,
    "torch in float64": """
        def softmax(z, dim=-1):
            z = z.double()
            e = torch.exp(z - z.amax(dim, keepdim=True))
            return e / e.sum(dim, keepdim=True)
        """,
}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "SM-01 no maximum subtracted": (
        "def softmax(z, axis=-1):\n e = np.exp(z)\n return e / e.sum(axis, keepdims=True)",
        {"stable"},
    ),
    "SM-01 no maximum subtracted, torch": (
        "def softmax(z, dim=-1):\n e = torch.exp(z)\n return e / e.sum(dim, keepdim=True)",
        {"stable"},
    ),
    "SM-02 the maximum of the whole array": (
        "def softmax(z, axis=-1):\n e = np.exp(z - z.max())\n return e / e.sum(axis, keepdims=True)",
        {"stable"},
    ),
    "SM-03 the sum of the whole array": (
        "def softmax(z, axis=-1):\n e = np.exp(z - z.max(axis, keepdims=True))\n return e / e.sum()",
        {"values", "sums_to_one"},
    ),
    "SM-04 always axis 0": (
        "def softmax(z, axis=-1):\n e = np.exp(z - z.max(0, keepdims=True))\n return e / e.sum(0, keepdims=True)",
        {"values", "any_axis", "sums_to_one", "stable"},
    ),
    "SM-04 always axis 1": (
        "def softmax_rows(z):\n e = np.exp(z - z.max(1, keepdims=True))\n return e / e.sum(1, keepdims=True)",
        {"sums_to_one"},
    ),
    "SM-04 axis 0 unless told otherwise": (
        "def softmax(z, axis=0):\n e = np.exp(z - z.max(axis, keepdims=True))\n return e / e.sum(axis, keepdims=True)",
        {"values", "sums_to_one", "stable"},
    ),
    "SM-04 the axis is ignored": (
        "def softmax(z, axis=-1):\n e = np.exp(z - z.max(-1, keepdims=True))\n return e / e.sum(-1, keepdims=True)",
        {"any_axis"},
    ),
    "SM-05 no keepdims": (
        "def softmax(z, axis=-1):\n e = np.exp(z - z.max(axis))\n return e / e.sum(axis)",
        {"values", "any_axis", "sums_to_one", "shift_invariant", "stable", "minus_infinity", "input_untouched"},
    ),
    "SM-06 the sign turned round": (
        "def softmax(z, axis=-1):\n e = np.exp(-(z - z.min(axis, keepdims=True)))\n"
        " return e / e.sum(axis, keepdims=True)",
        {"values", "minus_infinity"},
    ),
    "SM-06 of the absolute values": (
        "def softmax(z, axis=-1):\n z = abs(z)\n e = np.exp(z - z.max(axis, keepdims=True))\n"
        " return e / e.sum(axis, keepdims=True)",
        {"values", "shift_invariant", "stable", "minus_infinity"},
    ),
    "SM-07 base 2": (
        "def softmax(z, axis=-1):\n e = 2.0 ** (z - z.max(axis, keepdims=True))\n"
        " return e / e.sum(axis, keepdims=True)",
        {"values"},
    ),
    "SM-07 no exponential": (
        "def softmax(z, axis=-1):\n return z / z.sum(axis, keepdims=True)",
        {"values", "sums_to_one", "shift_invariant", "stable", "minus_infinity"},
    ),
    "SM-08 the maximum subtracted in place": (
        "def softmax(z, axis=-1):\n z -= z.max(axis, keepdims=True)\n e = np.exp(z)\n"
        " return e / e.sum(axis, keepdims=True)",
        {"input_untouched"},
    ),
    "SM-08 the maximum subtracted in place, torch": (
        "def softmax(z, dim=-1):\n z -= z.amax(dim, keepdim=True)\n e = z.exp()\n return e / e.sum(dim, keepdim=True)",
        {"input_untouched"},
    ),
    "SM-09 integers stay integers": (
        "def softmax(z, axis=-1):\n out = np.empty_like(z)\n e = np.exp(z - z.max(axis, keepdims=True))\n"
        " out[...] = e / e.sum(axis, keepdims=True)\n return out",
        {"values"},
    ),
    "SM-09 a large epsilon": (
        "def softmax(z, axis=-1):\n e = np.exp(z - z.max(axis, keepdims=True)) + 1e-3\n"
        " return e / e.sum(axis, keepdims=True)",
        {"values", "minus_infinity"},
    ),
    "clipped logits": (
        "def softmax(z, axis=-1):\n e = np.exp(np.clip(z, -50, 50))\n return e / e.sum(axis, keepdims=True)",
        {"stable", "minus_infinity"},
    ),
    "log-softmax left as it is": (
        "def softmax(z, axis=-1):\n s = z - z.max(axis, keepdims=True)\n"
        " return s - np.log(np.exp(s).sum(axis, keepdims=True))",
        {"values", "sums_to_one", "minus_infinity"},
    ),
}

EVERY = {"values", "any_axis", "sums_to_one", "shift_invariant", "stable", "minus_infinity", "input_untouched"}

TRIVIAL = {
    "the input": "return z",
    "a copy of the input": "return z.copy()",
    "zeros": "return np.zeros_like(z)",
    "ones": "return np.ones_like(z)",
    "uniform": "return np.ones_like(z) / z.shape[axis]",
    "None": "return None",
    "a constant": "return 0.25",
    "text": "return 'softmax'",
    "not written": "raise NotImplementedError",
    "the worked example": "return np.array([0.090, 0.665, 0.245])",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("softmax", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("softmax", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("softmax", f"def softmax(z, axis=-1):\n {TRIVIAL[answer]}", 1) == EVERY


def test_the_axis_check_does_not_apply_without_an_axis() -> None:
    source = RIGHT["rows only, under a Spanish name, in loops"]
    assert verdicts("softmax", source, 1)["any_axis"].value == "not_applicable"


def test_a_message_says_what_came_back_and_where() -> None:
    text = messages("softmax", WRONG["SM-03 the sum of the whole array"][0])["sums_to_one"]
    assert text.startswith("softmax of a (2, 3, 5) array: every row along the last axis must add up to 1; row [")


def test_an_overflow_is_called_by_its_name() -> None:
    text = messages("softmax", WRONG["SM-01 no maximum subtracted"][0])["stable"]
    assert text.startswith("softmax of logits near 1000: NaN came back")


def test_an_answer_that_changes_by_itself_earns_nothing() -> None:
    """What is left in memory, or given in turn, depends on the call and not on the input."""
    source = """
        turn = 0
        def softmax(z, axis=-1):
            global turn
            turn += 1
            return z * (1 + turn)
        """
    assert failed("softmax", source, 0) >= {"values", "shift_invariant", "input_untouched", "sums_to_one"}


@pytest.mark.parametrize("number", range(2, 12))
def test_a_call_that_fails_is_never_the_graders_fault(number: int) -> None:
    """Whichever one it is: what a check keeps for the others is whole, or not there."""
    source = f"""
        import sys
        sys.turn = 0
        def softmax(z, axis=-1):
            sys.turn += 1
            if sys.turn == {number}:
                raise ValueError("not now")
            e = np.exp(z - z.max(axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)
        """
    assert Verdict.RAISED in verdicts("softmax", source, 1).values()  # and none is ours, or it would say so


@pytest.mark.parametrize("largest", ["0", "np.max(z)"])
def test_one_softmax_over_everything_is_named_with_and_without_a_maximum(largest: str) -> None:
    source = f"def softmax(z, axis=-1):\n    e = np.exp(z - {largest})\n    return e / e.sum()"
    grade = judge("softmax", source, 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["softmax/whole_array_at_once"]
