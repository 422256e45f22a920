"""Embeddings: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2)

MODULE = """
class Embeddings(torch.nn.Module):
    def __init__(self, vocab_size, d_model, n_max):
        super().__init__()
        self.tokens = torch.nn.Embedding(vocab_size, d_model)
        {positions}
    def forward(self, idx):
        n = idx.shape[1]
        return {result}
"""
TABLE = "self.positions = torch.nn.Embedding(n_max, d_model)"
RESULT = "self.tokens(idx) + self.positions(torch.arange(n))"


def module(result: str = RESULT, positions: str = TABLE) -> str:
    return MODULE.format(result=result, positions=positions)


RIGHT = {
    "two tables": module(),
    "in Spanish, positions first": """
        class EmbeddingsConPosicion(torch.nn.Module):
            def __init__(self, tam_vocab, d_modelo, longitud_maxima=8, dropout=0.1):
                super().__init__()
                self.pos = torch.nn.Parameter(torch.randn(1, longitud_maxima, d_modelo) * 0.02)
                self.tok = torch.nn.Embedding(tam_vocab, d_modelo)
                self.dropout = torch.nn.Dropout(dropout)
            def forward(self, ids):
                B, n = ids.shape
                if n > self.pos.shape[1]:
                    raise ValueError(f"como mucho {self.pos.shape[1]} tokens")
                return self.dropout(self.tok(ids) + self.pos[:, :n])
        """,
    "raw tables and one-hot rows": """
        class Embeddings(torch.nn.Module):
            def __init__(self, V, d, n_max):
                super().__init__()
                self.E = torch.nn.Parameter(torch.randn(d, V))
                self.P = torch.nn.Parameter(torch.randn(n_max, d))
            def forward(self, idx):
                rows = F.one_hot(idx, self.E.shape[1]).to(self.E.dtype)
                return rows @ self.E.T + self.P[torch.arange(idx.size(1))]
        """,
    "an assertion for long texts": module(
        RESULT.replace("self.tokens(idx)", "self.check(n) + self.tokens(idx)"),
        TABLE
        + "\n        self.n_max = n_max\n    def check(self, n):\n        assert n <= self.n_max\n        return 0",
    ),
    "raw tables that begin at zero": """
        class Embeddings(torch.nn.Module):
            def __init__(self, V, d, n_max):
                super().__init__()
                self.E = torch.nn.Embedding(V, d, padding_idx=0)
                self.P = torch.nn.Parameter(torch.zeros(1, n_max, d))
            def forward(self, idx):
                return self.E(idx) + self.P[:, : idx.shape[1]]
        """,
    "in float64": "torch.set_default_dtype(torch.float64)\n" + module(),
}

ALL = {"values", "positions_added", "every_sample", "learned_tables", "longest_text"}
FIXED = """pe = torch.arange(n_max)[:, None] / 10_000 ** (torch.arange(d_model) / d_model)
        self.register_buffer("positions", torch.sin(pe))"""

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "GP-12 times the root of d": (module(RESULT.replace("(idx)", "(idx) * 6**0.5")), {"values"}),
    "PE-13 multiplied": (module(RESULT.replace("+", "*")), {"values", "positions_added"}),
    "PE-13 side by side": (
        module("torch.cat([self.tokens(idx), self.positions(torch.arange(n)).expand(len(idx), -1, -1)], -1)"),
        ALL,
    ),
    "PE-15 no position": (
        module("self.tokens(idx)"),
        {"values", "positions_added", "longest_text"},
    ),
    "PE-15 no position table either": (
        module("self.tokens(idx)", "pass"),
        {"values", "positions_added", "longest_text", "learned_tables"},
    ),
    "PE-16 fixed positions": (
        module("self.tokens(idx) + self.positions[:n]", FIXED),
        {"values", "learned_tables"},
    ),
    "PE-16 a position table that is frozen": (
        module(positions=TABLE + "\n        self.positions.weight.requires_grad_(False)"),
        {"learned_tables"},
    ),
    "PE-16 a position table that is detached": (
        module(RESULT.replace("(torch.arange(n))", "(torch.arange(n)).detach()")),
        {"learned_tables"},
    ),
    "a token table that is frozen": (
        module(positions=TABLE + "\n        self.tokens.weight.requires_grad = False"),
        {"learned_tables"},
    ),
    "no gradient at all": (
        module(
            "self.look(idx)",
            TABLE
            + """
    def look(self, idx):
        with torch.no_grad():
            return self.tokens(idx) + self.positions(torch.arange(idx.shape[1]))""",
        ),
        {"learned_tables"},
    ),
    "PE-21 indexed by tokens": (
        module("self.tokens(idx) + self.positions(idx)"),
        {"values", "positions_added", "longest_text"},
    ),
    "PE-12 over the batch": (
        module("self.tokens(idx) + self.positions(torch.arange(len(idx)))[:, None]"),
        {"values", "positions_added", "every_sample", "longest_text"},
    ),
    "PE-07 from 1": (
        module("self.tokens(idx) + self.positions(torch.arange(1, n + 1))"),
        {"values", "longest_text"},
    ),
    "PE-17 one position more": (
        module(positions=TABLE.replace("n_max", "n_max + 1")),
        {"longest_text"},
    ),
    "PE-07 from 1, in a table with a row more": (
        module("self.tokens(idx) + self.positions(torch.arange(1, n + 1))", TABLE.replace("n_max", "n_max + 1")),
        {"values"},
    ),
    "backwards": (
        module("self.tokens(idx) + self.positions(torch.arange(n).flip(0))"),
        {"values"},
    ),
    "GP-08 modulo": (module(RESULT.replace("arange(n)", "arange(n) % 8")), {"longest_text"}),
    "GP-09 held at the last": (module(RESULT.replace("arange(n)", "arange(n).clamp(max=7)")), {"longest_text"}),
    "GP-09 cut": (
        module("self.tokens(idx[:, :8]) + self.positions(torch.arange(min(n, 8)))"),
        {"longest_text"},
    ),
    "a norm after the sum": (
        module(f"self.norm({RESULT})", TABLE + "\n        self.norm = torch.nn.LayerNorm(d_model)"),
        {"values", "positions_added", "learned_tables"},
    ),
    "another table": (
        module(positions=TABLE + "\n        self.segments = torch.nn.Embedding(2, d_model)"),
        {"learned_tables"},
    ),
}

TRIVIAL = {
    "zeros": "torch.zeros(*idx.shape, 6)",
    "the ids": "idx",
    "random numbers": "torch.randn(*idx.shape, 6)",
    "one table's first rows": "self.positions.weight[:n].expand(len(idx), -1, -1)",
    "None": "None",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("embeddings", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("embeddings", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert judge("embeddings", module(TRIVIAL[answer]), 1).points == 0


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("GP-12 times the root of d", "scaled_by_root_d"),
        ("PE-16 fixed positions", "fixed_positions"),
        ("PE-16 a position table that is frozen", "table_not_trained"),
        ("PE-16 a position table that is detached", "table_not_trained"),
        ("PE-07 from 1", "positions_from_one"),
        ("PE-07 from 1, in a table with a row more", "positions_from_one"),
        ("GP-08 modulo", "positions_wrap_around"),
    ],
)
def test_a_mistake_in_a_torch_module_is_named(mistake: str, name: str) -> None:
    assert judge("embeddings", WRONG[mistake][0], 1, diagnosed=True).diagnosis[0].id == f"embeddings/{name}"


@pytest.mark.parametrize("table", ["tokens", "positions"])
def test_a_message_says_which_table_learns_nothing(table: str) -> None:
    frozen = module(positions=TABLE + f"\n        self.{table}.weight.requires_grad_(False)")
    assert f"{table}.weight is what it was" in messages("embeddings", frozen)["learned_tables"]


def test_a_message_says_that_a_long_text_passes() -> None:
    assert "takes 9 tokens without an error" in messages("embeddings", WRONG["GP-08 modulo"][0])["longest_text"]
