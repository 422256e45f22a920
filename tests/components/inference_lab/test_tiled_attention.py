"""Attention in tiles: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import numpy as np
import pytest

from tests.components.judged import edited, failed, judge, messages, references

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2)
EVERY = {"values", "any_block_size", "sums_to_one", "stable", "scaled"}

HEAD = "def tiled_attention(Q, K, V, block_size):\n"

ONLINE = """
def tiled_attention(Q, K, V, block_size):
    m, l, acc = np.full((len(Q), 1), START), np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for j in range(0, STOP, block_size):
        s = Q @ K[j:j + block_size].T / DIVISOR
        new = MAXIMUM
        p = np.exp(s - new)
        l = SHRINK_L * l + p.sum(axis=1, keepdims=True)
        acc = SHRINK_ACC * acc + p @ V[j:j + block_size]
        m = new
    return acc / l
"""
PARTS = {
    "START": "-np.inf",
    "STOP": "len(K)",
    "DIVISOR": "np.sqrt(Q.shape[1])",
    "MAXIMUM": "np.maximum(m, s.max(axis=1, keepdims=True))",
    "SHRINK_L": "np.exp(m - new)",
    "SHRINK_ACC": "np.exp(m - new)",
}


def online(**changed: str) -> str:
    source = ONLINE
    for part, code in (PARTS | changed).items():
        source = source.replace(part, code)
    return source


RIGHT = {
    "online softmax in NumPy": online(),
    "in torch, in Spanish": """
        def atencion_por_bloques(Q, K, V, tamano_bloque):
            maximo = torch.full((Q.shape[0],), -torch.inf, dtype=Q.dtype)
            suma = torch.zeros_like(maximo)
            salida = torch.zeros(Q.shape[0], V.shape[1], dtype=Q.dtype)
            for K_b, V_b in zip(K.split(tamano_bloque), V.split(tamano_bloque)):
                s = Q @ K_b.T / math.sqrt(Q.shape[-1])
                nuevo = torch.maximum(maximo, s.max(dim=1).values)
                e, factor = torch.exp(s - nuevo[:, None]), torch.exp(maximo - nuevo)
                suma = suma * factor + e.sum(dim=1)
                salida = salida * factor[:, None] + e @ V_b
                maximo = nuevo
            return salida / suma[:, None]
        """,
    "tiles of queries too, as in FlashAttention": """
        def tiled_attention(Q, K, V, block_size):
            Q = Q / np.sqrt(Q.shape[1])
            O = np.zeros((len(Q), V.shape[1]))
            for i in range(0, len(Q), block_size):
                q = Q[i:i + block_size]
                m, l = np.full(len(q), -np.inf), np.zeros(len(q))
                o = np.zeros((len(q), V.shape[1]))
                for j in range(0, len(K), block_size):
                    s = q @ K[j:j + block_size].T
                    new = np.maximum(m, s.max(1))
                    p, c = np.exp(s - new[:, None]), np.exp(m - new)
                    l = c * l + p.sum(1)
                    o = c[:, None] * o + p @ V[j:j + block_size]
                    m = new
                O[i:i + block_size] = o / l[:, None]
            return O
        """,
    "normalised after each tile, as in the paper's algorithm 1": """
        def tiled_attention(Q, K, V, block_size):
            out, l = np.zeros((len(Q), V.shape[1])), np.zeros((len(Q), 1))
            m = np.full((len(Q), 1), -np.inf)
            for j in range(0, len(K), block_size):
                s = Q @ K[j:j + block_size].T / np.sqrt(Q.shape[1])
                m_tile = s.max(1, keepdims=True)
                p = np.exp(s - m_tile)
                new = np.maximum(m, m_tile)
                l_new = np.exp(m - new) * l + np.exp(m_tile - new) * p.sum(1, keepdims=True)
                out = (l * np.exp(m - new) * out + np.exp(m_tile - new) * (p @ V[j:j + block_size])) / l_new
                m, l = new, l_new
            return out
        """,
    "merged by logsumexp, a pair": """
        def flash_attention(q, k, v, tile=4):
            out, lse = None, None
            for kb, vb in zip(k.split(tile), v.split(tile)):
                s = q @ kb.T * q.shape[-1] ** -0.5
                part, part_lse = torch.softmax(s, -1) @ vb, torch.logsumexp(s, -1, keepdim=True)
                if out is None:
                    out, lse = part, part_lse
                else:
                    both = torch.logaddexp(lse, part_lse)
                    out = torch.exp(lse - both) * out + torch.exp(part_lse - both) * part
                    lse = both
            return out, lse
        """,
    "row by row, number by number": """
        def tiled_attention(Q, K, V, block_size):
            rows = []
            for q in Q:
                m, l, a = -math.inf, 0.0, np.zeros(V.shape[1])
                for start in range(0, len(K), block_size):
                    for k, v in zip(K[start:start + block_size], V[start:start + block_size]):
                        s = float(q @ k) / math.sqrt(len(q))
                        new = max(m, s)
                        c, e = math.exp(m - new), math.exp(s - new)
                        m, l, a = new, l * c + e, a * c + e * v
                rows.append(a / l)
            return np.array(rows)
        """,
    "padded, with the padding masked": """
        def tiled_attention(Q, K, V, block_size):
            n, pad = len(K), -len(K) % block_size
            K, V = np.pad(K, ((0, pad), (0, 0))), np.pad(V, ((0, pad), (0, 0)))
            m, l, a = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for j in range(0, n, block_size):
                s = Q @ K[j:j + block_size].T / np.sqrt(Q.shape[1])
                s[:, np.arange(j, j + block_size) >= n] = -np.inf
                new = np.maximum(m, s.max(1, keepdims=True))
                p, c = np.exp(s - new), np.exp(m - new)
                m, l, a = new, c * l + p.sum(1, keepdims=True), c * a + p @ V[j:j + block_size]
            return a / l
        """,
}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "sum of values not rescaled": (online(SHRINK_ACC="1"), {"values", "any_block_size", "sums_to_one"}),
    "denominator not rescaled": (online(SHRINK_L="1"), {"values", "any_block_size", "sums_to_one"}),
    "nothing rescaled": (online(SHRINK_L="1", SHRINK_ACC="1"), {"values", "any_block_size"}),
    "not divided by the sum": (edited(online(), {"acc / l": "acc"}), {"values", "sums_to_one"}),
    "each tile's own maximum, nothing rescaled": (
        online(MAXIMUM="s.max(1, keepdims=True)", SHRINK_L="1", SHRINK_ACC="1"),
        {"values", "any_block_size"},
    ),
    "the new tile not rescaled": (
        edited(online(), {"np.exp(s - new)": "np.exp(s - s.max(1, keepdims=True))"}),
        {"values", "any_block_size"},
    ),
    "logarithm of the sums not updated, in torch": (
        edited(RIGHT["merged by logsumexp, a pair"], {"                    lse = both\n": ""}),
        {"values", "any_block_size"},
    ),
    "maximum never updated": (edited(online(), {"        m = new\n": ""}), {"values", "any_block_size"}),
    "last tile dropped": (online(STOP="len(K) // block_size * block_size"), {"any_block_size"}),
    "maximum starts at 0": (online(START="0.0"), {"stable"}),
    "no maximum": (online(START="0.0", MAXIMUM="m"), {"stable"}),
    "a maximum that falls": (online(MAXIMUM="s.max(1, keepdims=True)"), {"stable"}),
    "one maximum for all": (online(MAXIMUM="np.maximum(m, s.max())"), {"stable"}),
    "not scaled": (online(DIVISOR="1"), {"values", "scaled"}),
    "scaled twice": (online(DIVISOR="Q.shape[1]"), {"values", "scaled"}),
    "scaled by the keys": (online(DIVISOR="np.sqrt(len(K))"), {"values", "scaled"}),
    "scaled by the values' width": (online(DIVISOR="np.sqrt(V.shape[1])"), {"values", "scaled"}),
    "scaled by the tile": (online(DIVISOR="np.sqrt(block_size)"), {"values", "any_block_size", "scaled"}),
    "softmaxes averaged, in torch": (
        """
        def tiled_attention(Q, K, V, block_size):
            parts = [
                torch.softmax(Q @ k.T / math.sqrt(Q.shape[1]), -1) @ v
                for k, v in zip(K.split(block_size), V.split(block_size))
            ]
            return torch.stack(parts).mean(0)
        """,
        {"values", "any_block_size"},
    ),
    "softmaxes added": (
        HEAD + " out = 0\n for j in range(0, len(K), block_size):\n"
        "  s = Q @ K[j:j + block_size].T / np.sqrt(Q.shape[1])\n"
        "  p = np.exp(s - s.max(1, keepdims=True))\n"
        "  out = out + p / p.sum(1, keepdims=True) @ V[j:j + block_size]\n return out",
        {"values", "any_block_size", "sums_to_one"},
    ),
    "the transpose of the weights' shape": (HEAD + " return (V.T @ K @ Q.T)", EVERY),
    "raises for a tile that doesn't divide": (
        online().replace("    m, l", "    assert len(K) % block_size == 0\n    m, l", 1),
        {"any_block_size"},
    ),
}

TRIVIAL = {
    "the mean of the values": "return np.repeat(V.mean(0, keepdims=True), len(Q), axis=0)",
    "zeros": "return np.zeros((len(Q), V.shape[1]))",
    "ones": "return np.ones((len(Q), V.shape[1]))",
    "the queries": "return Q",
    "the values": "return V",
    "random": "return np.random.random((len(Q), V.shape[1]))",
    "NaN": "return np.full((len(Q), V.shape[1]), np.nan)",
    "None": "return None",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("tiled_attention", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("tiled_attention", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("tiled_attention", f"{HEAD} {TRIVIAL[answer]}", 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("not scaled", "scaled", "the scores are divided by 1; with d_k = 4 it should be √d_k = 2"),
        ("last tile dropped", "any_block_size", "The size of the tiles must not change the result"),
        ("maximum starts at 0", "stable", "all scores near -1000: NaN or infinity came back"),
        ("one maximum for all", "stable", "three queries with scores near 0, 1e4 and -1e4: NaN or infinity"),
        ("softmaxes added", "sums_to_one", "where every value is 1, every average of them is 1"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("tiled_attention", WRONG[mistake][0])[check]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("not divided by the sum", {"tiled_attention/not_divided"}),
        ("each tile's own maximum, nothing rescaled", {"tiled_attention/own_maximum_nothing_rescaled"}),
        ("the new tile not rescaled", {"tiled_attention/new_tile_not_rescaled"}),
        ("logarithm of the sums not updated, in torch", {"tiled_attention/logarithm_of_the_sums_not_updated"}),
        ("maximum never updated", {"tiled_attention/last_tile_wins"}),
        ("sum of values not rescaled", {"tiled_attention/sum_of_values_not_rescaled"}),
        ("nothing rescaled", {"tiled_attention/nothing_rescaled"}),
        ("last tile dropped", {"tiled_attention/last_partial_tile_dropped"}),
        ("softmaxes averaged, in torch", {"tiled_attention/softmaxes_averaged"}),
        ("one maximum for all", {"tiled_attention/one_maximum_for_all_queries"}),
        ("a maximum that falls", {"tiled_attention/maximum_of_each_tile"}),
        ("scaled by the keys", set()),
    ],
)
def test_what_is_known_is_named_and_nothing_else(mistake: str, named: set[str], seed: int) -> None:
    grade = judge("tiled_attention", WRONG[mistake][0], seed, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis if "/" in diagnosis.id} == named


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("loop", "named"),
    [
        # As many keys as there are queries, of which every query sees all.
        ("return online(Q, K[:len(Q)], V[:len(Q)])", set()),
        (
            "own = [slice(i, i + block_size) for i in range(0, len(Q), block_size)]\n"
            "    return np.concatenate([online(Q[i], K[i], V[i]) for i in own])",
            {"tiled_attention/each_tile_for_itself"},
        ),
    ],
)
def test_keys_counted_by_the_queries_are_not_said_to_be_local_attention(loop: str, named: set[str], seed: int) -> None:
    source = f"""
def online(q, k, v):
    s = q @ k.T / np.sqrt(q.shape[1])
    e = np.exp(s - s.max(1, keepdims=True))
    return e @ v / e.sum(1, keepdims=True)
def tiled_attention(Q, K, V, block_size):
    {loop}
"""
    grade = judge("tiled_attention", source, seed, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis if "/" in diagnosis.id} == named


@pytest.mark.parametrize("block_size", [1, 2, 3, 7, 20])
def test_the_reference_gives_what_attention_gives(block_size: int) -> None:
    dice = np.random.default_rng(0)
    Q, K, V = dice.normal(0, 3, (5, 4)), dice.normal(0, 3, (7, 4)), dice.normal(0, 1, (7, 3))
    course = references("inference_lab")
    output, _ = references().attention.attention(Q, K, V)
    assert np.allclose(course.tiled_attention.tiled_attention(Q, K, V, block_size), output, rtol=1e-12, atol=1e-12)
