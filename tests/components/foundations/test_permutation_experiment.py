"""The permutation experiment: right in any style passes every check; each mistake fails just its own."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2, 3)


def answer(expression: str) -> str:
    return f"def permutation_experiment(f, X, permutation):\n p = permutation\n return {expression}\n"


RIGHT = {
    "NumPy": answer("bool(np.allclose(f(X[p]), f(X)[p]))"),
    "NumPy's own bool": answer("np.allclose(f(X[p]), f(X)[p])"),
    "in Spanish, the largest difference": """
def experimento_permutacion(f, X, permutacion):
    diferencia = f(X[permutacion]) - f(X)[permutacion]
    return np.abs(diferencia).max() < 1e-6
""",
    "up to a thousandth": answer("np.allclose(f(X[p]), f(X)[p], atol=1e-3)"),
    "with a matrix": answer("np.allclose(f(np.eye(len(X))[p] @ X), np.eye(len(X))[p] @ f(X))"),
    "the way back on the other side": answer("np.allclose(f(X[p])[np.argsort(p)], f(X))"),
    "torch": """
def es_equivariante(f, X: torch.Tensor, permutation):
    return torch.allclose(f(X[permutation]), f(X)[permutation], atol=1e-5)
""",
    "torch, a tensor of a boolean": """
def permutation_experiment(f, X: torch.Tensor, permutation):
    return ((f(X[permutation]) - f(X)[permutation]).abs() < 1e-5).all()
""",
    "torch, in a batch": """
def permutation_experiment(f, X: torch.Tensor, permutation):
    X = X.unsqueeze(0)
    return torch.allclose(f(X[:, permutation]), f(X)[:, permutation], atol=1e-5)
""",
    "token by token": """
def permutation_experiment(f, X, permutation):
    moved, still = f(X[permutation]), f(X)
    for place, token in enumerate(permutation):
        if not np.allclose(moved[place], still[token]):
            return False
    return True
""",
}

WRONG = {
    "CO-05 invariance": (answer("np.allclose(f(X[p]), f(X))"), {"equivariant", "order_of_the_outputs"}),
    "tenths count as nothing": (answer("np.allclose(f(X[p]), f(X)[p], atol=0.12)"), {"order_of_the_outputs"}),
    "the inverse": (answer("np.allclose(f(X[p]), f(X)[np.argsort(p)])"), {"equivariant"}),
    "the tokens stay": (answer("np.allclose(f(X), f(X)[p])"), {"equivariant"}),
    "the outputs twice": (answer("np.allclose(f(X[p]), f(X)[p][p])"), {"equivariant"}),
    "the tokens twice": (answer("np.allclose(f(X[p][p]), f(X)[p])"), {"equivariant"}),
    "to the last bit": (answer("np.array_equal(f(X[p]), f(X)[p])"), {"rounding"}),
    "== in torch": (
        "def permutation_experiment(f, X: torch.Tensor, permutation):\n"
        " return torch.equal(f(X[permutation]), f(X)[permutation])",
        {"rounding"},
    ),
    "any for all": (answer("np.isclose(f(X[p]), f(X)[p]).all(axis=1).any()"), {"one_row"}),
    "more than half": (answer("np.isclose(f(X[p]), f(X)[p]).mean() > 0.5"), {"one_row"}),
    "nine tenths": (answer("np.isclose(f(X[p]), f(X)[p]).mean() > 0.9"), {"one_row"}),
    "two tokens": (answer("np.isclose(f(X[p]), f(X)[p]).all(axis=1).sum() >= 2"), {"one_row"}),
    "more than half of the tokens": (answer("np.isclose(f(X[p]), f(X)[p]).all(axis=1).mean() > 0.5"), {"one_row"}),
    "the first row alone": (answer("np.allclose(f(X[p])[0], f(X)[p][0])"), {"one_row"}),
    "the last row alone": (answer("np.allclose(f(X[p])[-1], f(X)[p][-1])"), {"one_row"}),
    "the first feature alone": (answer("np.allclose(f(X[p])[:, 0], f(X)[p][:, 0])"), {"one_row"}),
    "the mean of each row": (answer("np.allclose(f(X[p]).mean(1), f(X)[p].mean(1))"), {"one_row"}),
    "a permutation of its own": (
        answer("(lambda p: np.allclose(f(X[p]), f(X)[p]))(np.random.permutation(len(X)))"),
        {"equivariant"},
    ),
    "always backwards": (answer("np.allclose(f(X[::-1]), f(X)[::-1])"), {"equivariant"}),
    "sums": (answer("np.isclose(f(X[p]).sum(), f(X)[p].sum())"), {"one_row", "order_of_the_outputs"}),
    "sorted before they are compared": (
        answer("np.allclose(np.sort(f(X[p]), axis=0), np.sort(f(X)[p], axis=0))"),
        {"one_row", "order_of_the_outputs"},
    ),
    "an answer for each token": (
        answer("np.isclose(f(X[p]), f(X)[p]).all(axis=1)"),
        {"equivariant", "positions", "one_row", "order_of_the_outputs", "rounding"},
    ),
    "features": (
        answer("np.allclose(f(X[:, p]), f(X)[:, p])"),
        {"equivariant", "positions", "one_row", "order_of_the_outputs", "rounding"},
    ),
    "not": (
        answer("not np.allclose(f(X[p]), f(X)[p])"),
        {"equivariant", "positions", "one_row", "order_of_the_outputs", "rounding"},
    ),
}

EVERY = {"equivariant", "positions", "one_row", "order_of_the_outputs", "rounding"}
TRIVIAL = {
    "None": "None",
    "True": "True",
    "False": "False",
    "chance": "bool(np.random.random() < 0.5)",
    "a number": "0.0",
    "text": "'True'",
    "shapes": "f(X[p]).shape == f(X).shape",
    "two values": "True, False",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("permutation_experiment", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("permutation_experiment", source, seed) == expected


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("trivial", TRIVIAL)
def test_trivial_answers_earn_nothing(trivial: str, seed: int) -> None:
    assert failed("permutation_experiment", answer(TRIVIAL[trivial]), seed) == EVERY


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("CO-05 invariance", "invariance_for_equivariance"),
        ("the inverse", "inverse_permutation"),
        ("the tokens stay", "tokens_never_permuted"),
        ("== in torch", "exact_comparison"),
        ("the outputs twice", "permuted_twice"),
        ("more than half", "most_are_enough"),
        ("two tokens", "most_are_enough"),
        ("more than half of the tokens", "most_are_enough"),
        ("any for all", "one_token_is_enough"),
        ("sums", "sums_compared"),
        ("the first row alone", "one_output_compared"),
        ("a permutation of its own", "permutation_of_its_own"),
        ("always backwards", "permutation_of_its_own"),
        ("the last row alone", "one_output_compared"),
        ("the first feature alone", "one_number_for_each_token"),
        ("the mean of each row", "one_number_for_each_token"),
        ("an answer for each token", "an_answer_for_each_token"),
        ("features", "features_permuted"),
        ("not", "answer_negated"),
    ],
)
def test_a_mistake_is_named_by_the_answers(mistake: str, named: str) -> None:
    grade = judge("permutation_experiment", WRONG[mistake][0], 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == [f"permutation_experiment/{named}"]


@pytest.mark.parametrize("row", range(7))
def test_one_row_alone_is_named_whichever_it_is(row: int) -> None:
    grade = judge("permutation_experiment", answer(f"np.allclose(f(X[p])[{row}], f(X)[p][{row}])"), 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["permutation_experiment/one_output_compared"]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_cause_is_named_for_what_only_looks_like_it(seed: int) -> None:
    """Tokens that are permuted twice are permuted, and their outputs too."""
    assert judge("permutation_experiment", WRONG["the tokens twice"][0], seed, diagnosed=True).diagnosis == ()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rows", ["[:2]", "[2:]", "[1:6]", "[::2]", "[[0, 3]]"])
def test_several_rows_alone_are_not_called_a_single_one(rows: str, seed: int) -> None:
    """Nor is one token taken to be enough."""
    source = answer(f"np.allclose(f(X[p]){rows}, f(X)[p]{rows})")
    assert judge("permutation_experiment", source, seed, diagnosed=True).diagnosis == ()


def test_a_message_names_the_function() -> None:
    said = messages("permutation_experiment", WRONG["CO-05 invariance"][0])
    assert "doubles each token: False came back; True was expected" in said["equivariant"]
