"""Batches: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import edited, failed, judge, messages

SEEDS = (0, 1, 2)
EVERY = {"windows", "shifted", "whole_range", "random_starts"}

TORCH = """
def get_batch(data, context, batch_size):
    starts = torch.randint(len(data) - context, (batch_size,))
    x = torch.stack([data[i:i + context] for i in starts])
    y = torch.stack([data[i + 1:i + context + 1] for i in starts])
    return x, y
"""

RIGHT = {
    "torch": TORCH,
    "in Spanish, with a device": """
        device = "cpu"
        def lote(datos: torch.Tensor, contexto: int, batch: int):
            ix = torch.randint(0, datos.size(0) - contexto, (batch,))
            ventanas = datos[ix[:, None] + torch.arange(contexto + 1)].to(device)
            return ventanas[:, :-1], ventanas[:, 1:]
        """,
    "NumPy, the notebook's own generator": """
        rng = np.random.default_rng(3)
        def obtener_lote(tokens, contexto, tam_lote):
            posibles = np.lib.stride_tricks.sliding_window_view(tokens, contexto + 1)
            elegidas = posibles[rng.choice(len(posibles), tam_lote)]
            return elegidas[:, :-1].copy(), elegidas[:, 1:].copy()
        """,
    "NumPy in, tensors out, as in nanoGPT": """
        def get_batch(data, block_size, batch_size, device="cpu"):
            ix = torch.randint(len(data) - block_size, (batch_size,))
            x = torch.stack([torch.from_numpy((data[i:i + block_size]).astype(np.int64)) for i in ix])
            y = torch.stack([torch.from_numpy((data[i + 1:i + 1 + block_size]).astype(np.int64)) for i in ix])
            return x.to(device), y.to(device)
        """,
    "another order, a generator that may be given, a list": """
        import random
        def get_batch(batch_size, context, data, generator=None):
            pick = (generator or random).randrange
            pairs = []
            for _ in range(batch_size):
                i = pick(0, len(data) - context)
                pairs.append(torch.stack([data[i:i + context], data[i + 1:i + 1 + context]]))
            return torch.stack(pairs, dim=1)
        """,
    "a dict, a device that must be given": """
        def get_batch(data, context, batch_size, device):
            starts = [int(i) for i in torch.rand(batch_size) * (len(data) - context)]
            idx = torch.tensor([[s + t for t in range(context)] for s in starts])
            return {"x": data[idx].to(device), "y": data[idx + 1].to(device)}
        """,
}

# What TORCH becomes, and every check that it then fails.
WRONG = {
    "GP-05 not shifted": ({"data[i + 1:i + context + 1]": "data[i:i + context]"}, {"shifted"}),
    "GP-05 backwards": ({"x, y\n": "y, x\n"}, {"shifted"}),
    "GP-06 two ahead": (
        {
            "len(data) - context": "len(data) - context - 1",
            "data[i + 1:i + context + 1]": "data[i + 2:i + context + 2]",
        },
        {"shifted"},
    ),
    "one target too few": ({"data[i + 1:i + context + 1]": "data[i + 1:i + context]"}, {"shifted"}),
    "around the end": (
        {"len(data) - context": "len(data)", "x = ": "data = torch.cat([data, data])\n    x = "},
        {"whole_range"},
    ),
    "other starts for y": (
        {"y = ": "starts = torch.randint(len(data) - context, (batch_size,))\n    y = "},
        {"shifted"},
    ),
    "rolled within the window": (
        {"torch.stack([data[i + 1:i + context + 1] for i in starts])": "x.roll(-1, 1)"},
        {"shifted"},
    ),
    "one target a window": ({"data[i + 1:i + context + 1]": "data[i + context]"}, {"shifted"}),
    "GP-07 the last start left out": ({"len(data) - context": "len(data) - context - 1"}, {"whole_range"}),
    "GP-07 the first start left out": ({"randint(": "randint(1, "}, {"whole_range"}),
    "GP-07 beyond the end": ({"len(data) - context": "len(data) - context + 1"}, {"whole_range"}),
    "beyond the end, padded": (
        {"len(data) - context": "len(data) - context + 1", "y = ": "data = torch.cat([data, data[:1]])\n    y = "},
        {"whole_range"},
    ),
    "without replacement": (
        {"torch.randint(len(data) - context, (batch_size,))": "torch.randperm(len(data) - context)[:batch_size]"},
        {"whole_range"},
    ),
    "without replacement, an error where there are too few": (
        {
            "torch.randint(len(data) - context, (batch_size,))": (
                "np.random.choice(len(data) - context, batch_size, replace=False)"
            )
        },
        {"whole_range"},
    ),
    "multiples of the context": (
        {"torch.randint(len(data) - context": "context * torch.randint((len(data) - 1) // context"},
        {"whole_range"},
    ),
    "one start for all": ({"(batch_size,))": "(1,)).expand(batch_size)"}, {"random_starts"}),
    "the beginning": (
        {"torch.randint(len(data) - context, (batch_size,))": "[0] * batch_size"},
        {"whole_range", "random_starts"},
    ),
    "seeded within": ({"starts = ": "torch.manual_seed(0)\n    starts = "}, {"whole_range", "random_starts"}),
    "a generator that no seed reaches": ({"(batch_size,))": "(batch_size,), generator=SECRET())"}, {"random_starts"}),
    "a generator of the notebook's that no seed reaches": (
        {"(batch_size,))": "(batch_size,), generator=KEPT)"},
        {"random_starts"},
    ),
    "context and batch exchanged": ({"for i in starts])": "for i in starts]).T"}, {"windows"}),
    "each token from anywhere": (
        {
            "(batch_size,))": "(batch_size, context))",
            "data[i:i + context]": "data[i]",
            "data[i + 1:i + context + 1]": "data[i + 1]",
        },
        {"windows"},
    ),
    "backwards windows": ({"x, y\n": "x.flip(1), y.flip(1)\n"}, {"windows", "whole_range"}),
    "fractions": ({"x, y\n": "x.float(), y.float()\n"}, EVERY),
    "only x": ({"x, y\n": "x\n"}, EVERY),
}

TRIVIAL = {
    "zeros": "torch.zeros(batch_size, context, dtype=torch.long), torch.zeros(batch_size, context, dtype=torch.long)",
    "the data": "data, data",
    "None": "None",
    "random tokens": "[data[torch.randint(len(data), (batch_size, context))] for _ in range(2)]",
    "random tokens twice": "[data[torch.randint(len(data), (batch_size, context))]] * 2",
    "two tokens": "data[:1].expand(batch_size, context), data[1:2].expand(batch_size, context)",
    "random ids": "torch.randint(50, (batch_size, context)), torch.randint(50, (batch_size, context))",
}


def changed(changes: dict[str, str]) -> str:
    source = edited(TORCH, changes)
    made = "SECRET = lambda: torch.Generator().manual_seed(torch.seed())\nKEPT = SECRET()\n"
    return made + source if "SECRET" in source or "KEPT" in source else source


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("get_batch", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    changes, expected = WRONG[mistake]
    assert failed("get_batch", changed(changes), seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    source = f"def get_batch(data, context, batch_size):\n    return {TRIVIAL[answer]}"
    assert failed("get_batch", source, 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("GP-05 not shifted", "shifted", "Both are the same."),
        ("GP-06 two ahead", "shifted", "two tokens ahead"),
        ("other starts for y", "shifted", "They are different windows."),
        ("one target a window", "shifted", "expected (5, 6)"),
        ("GP-07 the last start left out", "whole_range", "began were 0, 1, 2, 3, 4, 5. Each from 0 to 6"),
        ("GP-07 beyond the end", "whole_range", "the last one begins at 6"),
        ("beyond the end, padded", "whole_range", "begins at 6"),
        ("without replacement", "whole_range", "hold only 4 windows, and a batch has as many rows as are asked for"),
        ("one start for all", "random_starts", "each must have a start of its own"),
        ("seeded within", "random_starts", "If a seed is set within the function"),
        ("a generator that no seed reaches", "random_starts", "a generator that a seed reaches"),
        ("context and batch exchanged", "windows", "the shape is (6, 5), expected (5, 6)"),
        ("fractions", "windows", "the ids are float32"),
        ("only x", "windows", "a pair (x, y) is expected"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("get_batch", changed(WRONG[mistake][0]))[check]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("GP-05 not shifted", {"get_batch/targets_not_shifted"}),
        ("GP-05 backwards", {"get_batch/x_and_y_exchanged"}),
        ("GP-07 the last start left out", {"get_batch/last_start_never_used"}),
        ("GP-07 beyond the end", {"get_batch/start_can_overrun"}),
        ("GP-07 the first start left out", set()),
        ("context and batch exchanged", {"get_batch/context_first"}),
        ("without replacement", {"get_batch/without_replacement"}),
        ("without replacement, an error where there are too few", {"get_batch/without_replacement"}),
        ("the beginning", {"get_batch/always_the_beginning"}),
        ("GP-06 two ahead", {"get_batch/shifted_twice"}),
        ("one target too few", {"get_batch/one_target_too_few"}),
        ("one target a window", {"get_batch/only_the_next_token"}),
        ("around the end", {"get_batch/wraps_around"}),
        ("a generator that no seed reaches", {"get_batch/generator_no_seed_reaches"}),
    ],
)
def test_what_is_known_is_named_and_nothing_else(mistake: str, named: set[str]) -> None:
    grade = judge("get_batch", changed(WRONG[mistake][0]), 1, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis} == named
