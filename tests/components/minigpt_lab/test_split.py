"""The split: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2)
EVERY = {"sizes", "partition", "in_order"}

HEAD = "def train_val_split(data, fraction=0.9):\n    n = int(fraction * len(data))\n    return "

RIGHT = {
    "slices": HEAD + "data[:n], data[n:]",
    "in Spanish, rounded, copies": """
        def separar_datos(datos: torch.Tensor, fraccion_train: float = 0.9):
            corte = round(len(datos) * fraccion_train)
            return datos[:corte].clone(), datos[corte:].clone()
        """,
    "NumPy, rounded up, a dict": """
        def dividir(x, p=0.9):
            train, val = np.split(x, [int(np.ceil(p * x.size))])
            return dict(train=train, val=val)
        """,
    "torch.split": """
        def split_data(data, fraction=0.9):
            n = int(data.shape[0] * fraction)
            return torch.split(data, [n, len(data) - n])
        """,
    "lists": HEAD + "[int(t) for t in data[:n]], [int(t) for t in data[n:]]",
    "the fraction that is held back, by its name": """
        def train_val_split(data, val_fraction=0.1):
            held = int(len(data) * val_fraction)
            return data[:-held], data[-held:]
        """,
}

WRONG = {
    "shuffled": (HEAD + "(lambda d: (d[:n], d[n:]))(data[torch.randperm(len(data))])", {"in_order"}),
    "every tenth": (HEAD + "data[torch.arange(len(data)) % 10 != 9], data[9::10]", {"sizes", "in_order"}),
    "validation first": (HEAD + "data[len(data) - n:], data[:len(data) - n]", {"in_order"}),
    "exchanged": (HEAD + "data[n:], data[:n]", {"sizes"}),
    "validation data in training": (HEAD + "data, data[n:]", {"sizes", "partition", "in_order"}),
    "validated on the training data": (HEAD + "data[:n], data[:n]", {"partition", "in_order"}),
    "validated on the beginning": (HEAD + "data[:n], data[:len(data) - n]", {"partition", "in_order"}),
    "overlapping": (HEAD + "data[:n], data[n - 1:]", {"partition"}),
    "a gap": (HEAD + "data[:n], data[n + 1:]", {"partition"}),
    "the last token lost": (HEAD + "data[:n], data[n:-1]", {"partition", "in_order"}),
    "always 90 %": (HEAD.replace("fraction *", "0.9 *") + "data[:n], data[n:]", {"sizes"}),
    "always half": (HEAD.replace("fraction *", "0.5 *") + "data[:n], data[n:]", {"sizes"}),
    "80 % by default": (HEAD.replace("=0.9", "=0.8") + "data[:n], data[n:]", {"sizes"}),
    "no fraction": (
        "def train_val_split(data):\n    n = int(0.9 * len(data))\n    return data[:n], data[n:]",
        {"sizes"},
    ),
    "the other fraction": (
        HEAD.replace("=0.9", "=0.1").replace("fraction * len", "(1 - fraction) * len") + "data[:n], data[n:]",
        {"sizes"},
    ),
    "a tenth for training": (HEAD.replace("fraction *", "(1 - fraction) *") + "data[:n], data[n:]", {"sizes"}),
    "validation backwards": (HEAD + "data[:n], data[n:].flip(0)", {"in_order"}),
    "validation ordered": (HEAD + "data[:n], data[n:].sort().values", {"in_order"}),
    "other tokens": (HEAD + "data[:n] + 1, data[n:] + 1", EVERY),
    "nothing held back": (HEAD + "data, data[:0]", EVERY),
    "one part": (HEAD + "data[:n]", EVERY),
}

TRIVIAL = {
    "the data twice": "data, data",
    "zeros": "torch.zeros(n), torch.zeros(len(data) - n)",
    "None": "None",
    "counting": "torch.arange(n), torch.arange(n, len(data))",
    "a token over and over": "data[:1].expand(n), data[:1].expand(len(data) - n)",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("split", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("split", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("split", HEAD + TRIVIAL[answer], 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("shuffled", "in_order", "A text in another order is another text."),
        ("validation first", "in_order", "the validation part is the beginning"),
        ("exchanged", "sizes", "20 tokens came for training, where 180 were due; validation got those"),
        ("overlapping", "partition", "tokens that are in both parts: 1."),
        ("a gap", "partition", "tokens that are in neither part: 1."),
        ("no fraction", "sizes", "`train_val_split` takes no fraction"),
        ("always half", "sizes", "100 tokens came for training, where 180 were due"),
        ("one part", "sizes", "a pair (train, val) is expected"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("split", WRONG[mistake][0])[check]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("shuffled", {"split/shuffled"}),
        ("a tenth for training", {"split/fraction_for_validation"}),
        ("every tenth", {"split/every_tenth_token", "split/fraction_ignored"}),
        ("validation first", {"split/validation_first"}),
        ("exchanged", {"split/parts_exchanged"}),
        ("validated on the training data", {"split/validated_on_training_data"}),
        ("overlapping", {"split/parts_overlap"}),
        ("a gap", {"split/tokens_lost"}),
        ("always 90 %", {"split/fraction_ignored"}),
        ("the other fraction", {"split/fraction_for_validation"}),
        ("always half", set()),
    ],
)
def test_what_is_known_is_named_and_nothing_else(mistake: str, named: set[str]) -> None:
    grade = judge("split", WRONG[mistake][0], 1, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis} == named
