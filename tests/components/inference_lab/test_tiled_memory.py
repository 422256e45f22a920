"""The matrix of all scores doesn't fit, however it comes to be there; all that tiles of keys need does, with room."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import yaml

from grader.components.inference_lab import tiled_memory
from grader.model import Verdict
from tests.components.judged import edited, judge

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="a process's memory is limited as Linux does it"),
    pytest.mark.skipif(
        "PYTEST_XDIST_WORKER" in os.environ, reason="run in a process of its own by tests/test_memory_limits_alone.py"
    ),
]

ROOT = Path(__file__).parents[3]

TILES = {
    "numpy": """
        def tiled_attention(Q, K, V, block_size):
            m, l, o = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
            for i in range(0, len(K), block_size):
                s = Q @ K[i : i + block_size].T / np.sqrt(Q.shape[1])
                new = np.maximum(m, s.max(axis=1, keepdims=True))
                p, c = np.exp(s - new), np.exp(m - new)
                l, o, m = l * c + p.sum(axis=1, keepdims=True), o * c + p @ V[i : i + block_size], new
            return o / l
    """,
    "torch, tiles of queries and keys": """
        def atencion_por_bloques(Q, K, V, b):
            salida = torch.zeros(len(Q), V.shape[1])
            for a in range(0, len(Q), b):
                q = Q[a : a + b]
                m, l, o = torch.full((len(q), 1), -torch.inf), torch.zeros(len(q), 1), torch.zeros(len(q), V.shape[1])
                for i in range(0, len(K), b):
                    s = q @ K[i : i + b].T / math.sqrt(Q.shape[1])
                    nuevo = torch.maximum(m, s.max(dim=1, keepdim=True).values)
                    p, c = torch.exp(s - nuevo), torch.exp(m - nuevo)
                    l, o, m = l * c + p.sum(dim=1, keepdim=True), o * c + p @ V[i : i + b], nuevo
                salida[a : a + b] = o / l
            return salida
    """,
    "torch, split, logarithms of sums": """
        def tiled_attention(Q, K, V, block_size):
            out = lse = None
            for k, v in zip(K.split(block_size), V.split(block_size)):
                s = Q @ k.mT * Q.shape[-1] ** -0.5
                ls = torch.logsumexp(s, -1, keepdim=True)
                o = torch.exp(s - ls) @ v
                if out is None:
                    out, lse = o, ls
                else:
                    new = torch.logaddexp(lse, ls)
                    out, lse = out * torch.exp(lse - new) + o * torch.exp(ls - new), new
            return out
    """,
    "two passes": """
        def tiled_attention(Q, K, V, block_size):
            tiles = range(0, len(K), block_size)
            scores = lambda i: Q @ K[i : i + block_size].T / np.sqrt(Q.shape[1])
            m, l, o = np.full((len(Q), 1), -np.inf), 0, 0
            for i in tiles: m = np.maximum(m, scores(i).max(1, keepdims=True))
            for i in tiles:
                e = np.exp(scores(i) - m)
                l, o = l + e.sum(1, keepdims=True), o + e @ V[i : i + block_size]
            return o / l
    """,
}
MATRIX = {
    "numpy": """
        def tiled_attention(Q, K, V, block_size):
            p = np.exp(Q @ K.T / np.sqrt(Q.shape[1]))
            return p / p.sum(axis=1, keepdims=True) @ V
    """,
    "torch": """
        def tiled_attention(Q, K, V, block_size):
            return torch.softmax(Q @ K.T / math.sqrt(Q.shape[1]), dim=-1) @ V
    """,
    "filled tile by tile, in float32": """
        def tiled_attention(Q, K, V, block_size):
            s = np.empty((len(Q), len(K)), dtype=np.float32)
            for i in range(0, len(K), block_size): s[:, i : i + block_size] = Q @ K[i : i + block_size].T
            rows = [np.exp(row / np.sqrt(Q.shape[1])) for row in s.astype(float)]
            return np.array([row / row.sum() @ V for row in rows])
    """,
}


QUERY_TILES = """
    def tiled_attention(Q, K, V, block_size):
        rows = []
        for i in range(0, len(Q), block_size):
            s = Q[i : i + block_size] @ K.T / np.sqrt(Q.shape[1])
            p = np.exp(s - s.max(axis=1, keepdims=True))
            rows.append(p / p.sum(axis=1, keepdims=True) @ V)
        return np.concatenate(rows)
"""
TORCH_QUERY_TILES = """
    def tiled_attention(Q, K, V, block_size):
        return torch.cat([torch.softmax(q @ K.mT / Q.shape[1] ** 0.5, -1) @ V for q in Q.split(block_size)])
"""


@pytest.mark.parametrize("style", TILES)
def test_tiles_fit(style: str) -> None:
    for check in judge("tiled_memory", TILES[style], 1).checks:
        assert check.verdict is Verdict.PASSED, check.message


def test_tiles_of_queries_alone_have_a_column_for_each_key() -> None:
    """They need no online softmax, and the starter says that no matrix may have these columns."""
    grade = judge("tiled_memory", QUERY_TILES, 1, diagnosed=True)
    assert [check.verdict for check in grade.checks] == [Verdict.PASSED, Verdict.WRONG]
    assert "256 x 36864" in str(grade.checks[1].message)
    assert [reason.id for reason in grade.diagnosis] == ["tiled_memory/tiles_of_queries_alone"]


def test_there_is_room_on_both_sides_of_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles need less than half of it, and the smallest matrix, in float32, nearly twice as much."""
    monkeypatch.setattr(tiled_memory, "MEBIBYTES", 9)
    for style, source in TILES.items():
        assert {check.verdict for check in judge("tiled_memory", source, 1).checks} == {Verdict.PASSED}, style
    monkeypatch.setattr(tiled_memory, "MEBIBYTES", 34)
    for style, source in MATRIX.items():
        assert {check.verdict for check in judge("tiled_memory", source, 1).checks} == {Verdict.WRONG}, style
    assert judge("tiled_memory", TORCH_QUERY_TILES, 1).checks[1].verdict is Verdict.WRONG


@pytest.mark.parametrize("style", MATRIX)
def test_the_matrix_of_all_scores_does_not_fit(style: str) -> None:
    grade = judge("tiled_memory", MATRIX[style], 1, diagnosed=True)
    assert [check.verdict for check in grade.checks] == [Verdict.WRONG, Verdict.WRONG]
    assert "3072 x 3072" in str(grade.checks[0].message)
    assert [reason.id for reason in grade.diagnosis] == ["tiled_memory/whole_matrix"]


def test_outputs_of_all_tiles_are_not_said_to_be_the_matrix() -> None:
    source = """
        def tiled_attention(Q, K, V, block_size):
            outs, tops = [], []
            for i in range(0, len(K), block_size):
                s = Q @ K[i : i + block_size].T / np.sqrt(Q.shape[1])
                p = np.exp(s - s.max(1, keepdims=True))
                outs.append(p / p.sum(1, keepdims=True) @ V[i : i + block_size])
                tops.append(s[:, :6].copy())  # 9 MiB together, and 15 of outputs: 20 are exceeded
            return np.mean(outs, axis=0)
    """
    grade = judge("tiled_memory", source, 1, diagnosed=True)
    assert [check.verdict for check in grade.checks] == [Verdict.WRONG, Verdict.PASSED]
    assert [reason.id for reason in grade.diagnosis] == ["tiled_memory/every_tiles_output_kept"]


def test_who_never_makes_tiles_earns_half_of_what_tiles_are_worth_at_most() -> None:
    """Plain attention has the right values, so that the memory alone tells whether the exercise was done."""
    rubric = yaml.safe_load((ROOT / "assignments/inference_lab/rubric.yaml").read_text(encoding="utf-8"))
    points = {item["id"]: item["points"] for item in rubric["items"]}
    assert sum(points.values()) == 100
    assert points["tiled_memory"] >= points["tiled_attention"]


TILES_WITH_ONE_STATE = """
    def tiled_attention(Q, K, V, b):
        out = np.empty((len(Q), V.shape[1]))
        m, l, o = np.full((b, 1), -np.inf), np.zeros((b, 1)), np.zeros((b, V.shape[1]))
        for a in range(0, len(Q), b):
            q = Q[a : a + b]
            m, l, o = m[: len(q)], l[: len(q)], o[: len(q)]
            for i in range(0, len(K), b):
                s = q @ K[i : i + b].T / np.sqrt(Q.shape[1])
                new = np.maximum(m, s.max(axis=1, keepdims=True))
                p, c = np.exp(s - new), np.exp(m - new)
                l, o, m = l * c + p.sum(axis=1, keepdims=True), o * c + p @ V[i : i + b], new
            out[a : a + b] = o / l
        return out
"""
CAUSAL = "        s = np.where(np.arange(i, i + s.shape[1]) <= np.arange(len(Q))[:, None], s, -1e30)\n"
# One slip in the values each, in code that goes through all keys tile by tile.
WRONG = {
    "no scale": edited(TILES["numpy"], {"/ np.sqrt(Q.shape[1])": ""}),
    "the denominator isn't corrected": edited(TILES["numpy"], {"l * c + p.sum": "l + p.sum"}),
    "nothing is corrected": edited(TILES["numpy"], {"np.exp(m - new)": "np.ones_like(m)"}),
    "not divided by the sum": edited(TILES["numpy"], {"o / l": "o"}),
    "the maximum is never updated": edited(
        TILES["numpy"], {"o * c + p @ V[i : i + block_size], new": "o * c + p @ V[i : i + block_size], m"}
    ),
    "the first tile's values for all": edited(TILES["numpy"], {"p @ V[i : i + block_size]": "p @ V[: p.shape[1]]"}),
    "the values from behind": edited(TILES["numpy"], {"p @ V[i : i + block_size]": "p @ V[::-1][i : i + block_size]"}),
    "a causal mask": edited(TILES["numpy"], {"                new =": f"        {CAUSAL}                new ="}),
    "one state for all tiles of queries": TILES_WITH_ONE_STATE,
    "logarithm of the sums not updated, in torch": edited(
        TILES["torch, split, logarithms of sums"], {"torch.exp(ls - new), new": "torch.exp(ls - new), lse"}
    ),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_mistake_in_the_values_does_not_cost_the_memory_too(mistake: str) -> None:
    checks = judge("tiled_memory", WRONG[mistake], 1).checks
    assert {check.verdict for check in checks} == {Verdict.PASSED}, [str(check.message) for check in checks]


@pytest.mark.parametrize("mistake", ["the maximum is never updated", "one state for all tiles of queries"])
def test_whoever_keeps_all_scores_pays_for_it_beside_a_mistake_in_the_values(mistake: str) -> None:
    kept = edited(
        WRONG[mistake],
        {
            "= np.exp(s - new), np": "= kept.setdefault(len(kept), np.exp(s - new)), np",
            "m, l, o = np": "kept = {}; m, l, o = np",
        },
    )
    assert judge("tiled_memory", kept, 1).checks[0].verdict is Verdict.WRONG


def test_the_whole_matrix_costs_the_memory_whatever_it_is_divided_by() -> None:
    source = MATRIX["torch"].replace("/ math.sqrt(Q.shape[1])", "")
    assert {check.verdict for check in judge("tiled_memory", source, 1).checks} == {Verdict.WRONG}


UNSCALED = WRONG["no scale"]


@pytest.mark.parametrize(
    "source",
    [
        "def tiled_attention(Q, K, V, block_size):\n    return V * 0",
        "def tiled_attention(Q, K, V, block_size):\n    return Q @ (K.T @ V)",
        "def tiled_attention(Q, K, V, block_size):\n    return V.mean(0) + np.sin(Q[:, :1]) * V",
        TILES["numpy"].replace("range(0, len(K), block_size)", "range(0, len(K) - block_size, block_size)"),
        "def tiled_attention(Q, K, V, block_size):\n    raise NotImplementedError",
        edited(UNSCALED, {"o / l": "o / l if len(Q) > 99 else V"}),
        # In a small question they compute, in a large one they don't.
        edited(UNSCALED, {"o / l": "o / l if len(Q) < 99 else np.repeat(V.mean(0, keepdims=True), len(Q), 0)"}),
        edited(UNSCALED, {"range(0, len(K),": "range(0, min(len(K), 99),"}),
        # Every value has a say, and none of the keys; or the keys through a summary that is no larger than one of them.
        "def tiled_attention(Q, K, V, block_size):\n    return np.tanh(Q) @ np.ones((Q.shape[1], 1)) * V.mean(0)",
        "def tiled_attention(Q, K, V, block_size):\n    return np.tanh(Q @ K.sum(0))[:, None] * V.sum(0)",
        """
        def tiled_attention(Q, K, V, block_size):
            q, k = np.logaddexp(0, Q), np.logaddexp(0, K)
            return q @ (k.T @ V) / (q @ k.sum(0))[:, None]
        """,
        # A window: the last tile, or each query's own.
        """
        def tiled_attention(Q, K, V, block_size):
            e = np.exp(Q @ K[-block_size:].T)
            return e @ V[-block_size:] / e.sum(1, keepdims=True)
        """,
        """
        def tiled_attention(Q, K, V, b):
            rows = []
            for i in range(0, len(Q), b):
                e = np.exp(Q[i : i + b] @ K[i : i + b].T)
                rows.append(e @ V[i : i + b] / e.sum(1, keepdims=True))
            return np.concatenate(rows)
        """,
    ],
)
def test_wrong_code_earns_nothing_and_is_not_measured(source: str) -> None:
    grade = judge("tiled_memory", source, 1)
    assert grade.points == 0
    assert {check.verdict for check in grade.checks} == {Verdict.SKIPPED}
