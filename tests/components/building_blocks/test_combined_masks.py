"""Combined masks: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEED = 1  # nothing is drawn

NUMPY = """
        def combine_masks(lengths, n):
            real = np.arange(n)[None, :] < np.asarray(lengths)[:, None]
            causal = np.tril(np.ones((n, n), dtype=bool))
            return {result}
        """

RIGHT = {
    "numpy, (B, 1, n, n)": NUMPY.format(result="real[:, None, None, :] & causal"),
    "numpy, (B, n, n), integers": NUMPY.format(result="(real[:, None, :] & causal).astype(int)"),
    "numpy, floats multiplied": NUMPY.format(result="real[:, None, :].astype(float) * causal"),
    "torch, in Spanish": """
        def combinar_mascaras(longitudes, n):
            posiciones = torch.arange(n)
            reales = posiciones[None] < torch.as_tensor(longitudes)[:, None]
            return (reales[:, None, :] & (posiciones[None, :] <= posiciones[:, None])).unsqueeze(1)
        """,
    "loops over a list": """
        def combine_masks(lengths, n):
            return [[[j <= i and j < int(length) for j in range(n)] for i in range(n)] for length in lengths]
        """,
}

ALL = {"future", "padding", "padded_rows", "convention"}
WRONG = {
    "padding on the queries": (NUMPY.format(result="real[:, :, None] & causal"), {"padded_rows"}),
    "padding on both axes": (
        NUMPY.format(result="real[:, None, :] & real[:, :, None] & causal"),
        {"padded_rows"},
    ),
    "padding on the queries, True = blocked": (
        NUMPY.format(result="~(real[:, :, None] & causal)"),
        {"padded_rows", "convention"},
    ),
    "padding on the queries, no future hidden": (
        NUMPY.format(result="np.broadcast_to(real[:, :, None], (len(real), n, n))"),
        ALL,
    ),
    "or": (NUMPY.format(result="real[:, None, :] | causal"), ALL),
    "padding only": (NUMPY.format(result="real[:, None, :] & np.ones((n, n), dtype=bool)"), {"future"}),
    "future only": (NUMPY.format(result="np.stack([causal] * len(real))"), {"padding"}),
    "upside down": (NUMPY.format(result="real[:, None, :] & causal.T"), {"future"}),
    "diagonal blocked": (NUMPY.format(result="real[:, None, :] & np.tril(causal, -1)"), {"future"}),
    "True = blocked": (NUMPY.format(result="~(real[:, None, :] & causal)"), {"convention"}),
    "to be added, finite": (NUMPY.format(result="np.where(real[:, None, :] & causal, 0, -1e9)"), {"convention"}),
    "True = blocked, and padding forgotten": (
        NUMPY.format(result="~np.stack([causal] * len(real))"),
        {"convention", "padding"},
    ),
    "(n, n)": (NUMPY.format(result="causal"), ALL),
    "zeros": (NUMPY.format(result="np.zeros((len(real), n, n))"), ALL),
    "ones": (NUMPY.format(result="np.ones((len(real), n, n))"), ALL),
    "the diagonal": (NUMPY.format(result="np.stack([np.eye(n)] * len(real))"), ALL),
    "None": (NUMPY.format(result="None"), ALL),
    "zero times infinity": (NUMPY.format(result="(~(real[:, None, :] & causal)) * -np.inf"), ALL),
}


@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str) -> None:
    assert failed("combined_masks", RIGHT[style], SEED) == set()


@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str) -> None:
    source, expected = WRONG[mistake]
    assert failed("combined_masks", source, SEED) == expected


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("padding on the queries", "padding_on_the_queries"),
        ("or", "either_is_enough"),
        ("upside down", "upside_down"),
        ("True = blocked", "true_means_blocked"),
        ("to be added, finite", "to_be_added"),
        ("future only", "padding_not_blocked"),
    ],
)
def test_a_known_mistake_is_named(mistake: str, name: str) -> None:
    found = judge("combined_masks", WRONG[mistake][0], SEED, diagnosed=True).diagnosis
    assert found[0].id == f"combined_masks/{name}"


def test_the_message_names_the_tokens() -> None:
    said = messages("combined_masks", WRONG["padding only"][0])["future"]
    assert "in sequence 0, token 0 sees token 1, which comes after it" in said
