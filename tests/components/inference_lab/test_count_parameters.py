"""Parameters by component: right in any words passes every check; each mistake fails just its own checks."""

from __future__ import annotations

import pytest

from grader.checks.parameter_breakdown import breakdown_of
from grader.checks.parameter_count import Sizes, minigpt_parameters
from tests.components.judged import failed, judge, messages, references

EVERY = {"embeddings", "attention", "ffn", "norms", "head", "total"}
HEAD = "def count_parameters(V, d, h, L, C):\n"


def written(**changed: str) -> str:
    """The straight way, with some formulas changed."""
    formulas = {
        "embeddings": "V * d + C * d",
        "attention": "4 * L * (d * d + d)",
        "ffn": "L * (8 * d * d + 5 * d)",
        "norms": "4 * L * d + 2 * d",
        "head": "d * V + V",
    } | changed
    total = formulas.pop("total", " + ".join(f"({formula})" for formula in formulas.values()))
    entries = {**formulas, "total": total}
    return HEAD + " return {" + ", ".join(f"'{name}': {formula}" for name, formula in entries.items()) + "}"


RIGHT = {
    "straight": written(),
    "in Spanish": """
        def contar_parametros(vocab, d_model=64, n_cabezas=4, n_capas=3, contexto=64):
            partes = {
                "Embeddings": (vocab + contexto) * d_model,
                "Atención": n_capas * 4 * d_model * (d_model + 1),
                "Red feed-forward": n_capas * (d_model * 4 * d_model + 4 * d_model + 4 * d_model * d_model + d_model),
                "Normas": (2 * n_capas + 1) * 2 * d_model,
                "Cabeza de salida": vocab * (d_model + 1),
            }
            partes["TOTAL"] = sum(partes.values())
            return partes
        """,
    "split further": """
        def count_parameters(V, d, h, L, C):
            counts = {
                "token_embedding": V * d, "position_embedding": C * d,
                "attn.qkv": L * 3 * (d * d + d), "attn.out": L * (d * d + d),
                "mlp.fc": L * (4 * d * d + 4 * d), "mlp.proj": L * (4 * d * d + d),
                "ln_1": 2 * d * L, "ln_2": 2 * d * L, "ln_f": 2 * d, "lm_head": V * d + V,
            }
            return {**counts, "total": sum(counts.values())}
        """,
    "a list of layers": """
        def count_parameters(V, d, h, L, C):
            attention = {"q, k, v": 3 * (d * d + d), "output": d * d + d}
            layer = {"attention": attention, "ffn": 8 * d * d + 5 * d, "norms": 4 * d}
            total = V * d + C * d + L * (12 * d * d + 13 * d) + 2 * d + V * d + V
            return {"embeddings": {"tokens": V * d, "positions": C * d}, "layers": [layer] * L,
                    "final_norm": 2 * d, "head": V * d + V, "total": total}
        """,
    "one layer, and all in the total": """
        def count_parameters(V, d, h, L, C):
            block = 4 * (d * d + d), 8 * d * d + 5 * d, 4 * d
            total = V * d + C * d + L * sum(block) + 2 * d + V * d + V
            return {"embeddings": V * d + C * d, "attention": block[0], "ffn": block[1], "norms": block[2],
                    "final": 2 * d, "head": V * d + V, "total": total}
        """,
    "of all layers, and of each beside it": """
        def count_parameters(V, d, h, L, C):
            one = {"attention": 4 * (d * d + d), "ffn": 8 * d * d + 5 * d, "norms": 4 * d}
            parts = {"embeddings": (V + C) * d, "attention": L * one["attention"], "ffn": L * one["ffn"],
                     "norms": L * one["norms"] + 2 * d, "head": V * d + V}
            return {**parts, "total": sum(parts.values()), "per_layer": {**one, "total": sum(one.values())}}
        """,
    "of each layer, called so, in Spanish": """
        def contar_parametros(V, d, h, L, C):
            capa = [4 * (d * d + d), 8 * d * d + 5 * d, 4 * d]
            return {"embeddings": (V + C) * d, "atencion_por_capa": capa[0], "ffn por capa": capa[1],
                    "normas (por capa)": capa[2], "norma_final": 2 * d, "cabeza": V * d + V,
                    "total_por_capa": sum(capa), "total": (V + C) * d + L * sum(capa) + 2 * d + V * d + V}
        """,
    "in NumPy's numbers": """
        def count_parameters(V, d, h, L, C):
            blocks = 4 * L * (d * d + d), L * (8 * d * d + 5 * d), (4 * L + 2) * d
            parts = np.array([V * d + C * d, *blocks, (d + 1) * V])
            return dict(zip(("embeddings", "attention", "ffn", "norms", "head", "total"), (*parts, parts.sum())))
        """,
    "measured on a model": """
        def count_parameters(V, d, h, L, C):
            n = lambda *modules: sum(p.numel() for m in modules for p in m.parameters())
            with torch.device("meta"):
                nn = torch.nn
                parts = {
                    "embeddings": n(nn.Embedding(V, d), nn.Embedding(C, d)),
                    "attention": L * n(nn.MultiheadAttention(d, h)),
                    "ffn": L * n(nn.Linear(d, 4 * d), nn.Linear(4 * d, d)),
                    "norms": (2 * L + 1) * n(nn.LayerNorm(d)),
                    "head": n(nn.Linear(d, V)),
                }
            return {**parts, "total": sum(parts.values())}
        """,
}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "attention without biases": (written(attention="4 * L * d * d"), {"attention", "total"}),
    "no biases at all": (
        written(attention="4 * L * d * d", ffn="8 * L * d * d", head="V * d"),
        {"attention", "ffn", "head", "total"},
    ),
    "heads multiply": (written(attention="4 * L * h * (d * d + d)"), {"attention", "total"}),
    "no positions": (written(embeddings="V * d"), {"embeddings", "total"}),
    "no last norm": (written(norms="4 * L * d"), {"norms", "total"}),
    "norms without biases": (written(norms="2 * L * d + d"), {"norms", "total"}),
    "ffn without biases": (written(ffn="8 * L * d * d"), {"ffn", "total"}),
    "head without bias": (written(head="V * d"), {"head", "total"}),
    "attention and head": (written(attention="4 * L * d * d", head="V * d"), {"attention", "head", "total"}),
    "total of the blocks": (written(total="L * (12 * d * d + 13 * d)"), {"total"}),
    "one layer, in the total too": (
        written(attention="4 * (d * d + d)", ffn="8 * d * d + 5 * d", norms="6 * d"),
        {"attention", "ffn", "norms", "total"},
    ),
    "a layer's attention, and all layers' of the rest": (
        written(attention="4 * (d * d + d)", total="V*d + C*d + L*(12*d*d + 13*d) + 2*d + V*d + V"),
        {"attention"},
    ),
    "of all layers, and a wrong one of each beside it": (
        written().replace("'total':", "'attention per layer': 4 * d * d, 'total':"),
        {"attention"},
    ),
    "of each layer, one of them wrong": (
        HEAD + " return {'embeddings': V*d + C*d, 'attention_per_layer': 4 * (d*d + d), 'ffn_per_layer': 8*d*d,"
        " 'norms': 4*L*d + 2*d, 'head': V*d + V, 'total': V*d + C*d + L*(12*d*d + 13*d) + 2*d + V*d + V}",
        {"ffn"},
    ),
    "one layer's in plain entries, the head without bias": (
        HEAD + " one = 4 * (d*d + d), 8*d*d + 5*d, 4*d\n"
        " return {'embeddings': V*d + C*d, 'attention': one[0], 'ffn': one[1], 'norms': one[2] + 2*d, 'head': V*d,"
        " 'total': V*d + C*d + L*sum(one) + 2*d + V*d}",
        {"head", "total"},
    ),
    "the last norm missing beside those of each layer": (
        HEAD + " return {'embeddings': V*d + C*d, 'attention': L * 4 * (d*d + d), 'ffn': L * (8*d*d + 5*d),"
        " 'norms_per_layer': 4*d, 'head': V*d + V, 'total': V*d + C*d + L*(12*d*d + 13*d) + 2*d + V*d + V}",
        {"norms"},
    ),
    "right for the course's model only": (written(embeddings="V * d + 64 * d"), {"embeddings", "total"}),
    "right for 4 heads only": (written(attention="L * h * (d * d + d)"), {"attention", "total"}),
    "the total alone": (HEAD + " return V*d + C*d + L*(12*d*d + 13*d) + 2*d + V*d + V", EVERY - {"total"}),
    "no total": (written().replace(", 'total'", ", 'zzz'"), {"total"}),
    "blocks in one": (
        HEAD + " return {'embeddings': V*d + C*d, 'blocks': L*(12*d*d + 13*d), 'head': V*d + V,"
        " 'total': V*d + C*d + L*(12*d*d + 13*d) + 2*d + V*d + V}",
        {"attention", "ffn", "norms"},
    ),
    "of a model": ("def count_parameters(model):\n return sum(p.numel() for p in model.parameters())", EVERY),
}

TRIVIAL = (
    "{}",
    "None",
    "0",
    "1",
    "V",
    "[1, 2, 3]",
    "dict.fromkeys(('embeddings', 'attention', 'ffn', 'norms', 'head'), 1)",
)


@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str) -> None:
    assert failed("count_parameters", RIGHT[style], 0) == set()


@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str) -> None:
    source, expected = WRONG[mistake]
    assert failed("count_parameters", source, 0) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("count_parameters", f"{HEAD} return {answer}", 0) == EVERY


def test_the_worked_numbers_written_down_earn_nothing() -> None:
    numbers = "{'embeddings': 7040, 'attention': 49920, 'ffn': 99264, 'norms': 896, 'head': 2990, 'total': 160110}"
    assert failed("count_parameters", f"{HEAD} return {numbers}", 0) == EVERY


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        (
            "attention without biases",
            "attention",
            "49 920 parameters are expected for the attention of all",
        ),
        ("blocks in one", "attention", 'no entry for "attention" was found. Not understood: blocks'),
        ("of a model", "total", "must take vocab_size, d_model, n_heads, n_layers and context"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("count_parameters", WRONG[mistake][0])[check]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("attention without biases", {"count_parameters/attention_without_biases"}),
        ("no last norm", {"count_parameters/final_norm_forgotten"}),
        ("one layer, in the total too", {"count_parameters/one_layer_counted"}),
        ("attention and head", set()),
        ("no biases at all", {"count_parameters/linear_layers_without_biases"}),
    ],
)
def test_what_is_known_is_named_and_nothing_else(mistake: str, named: set[str]) -> None:
    grade = judge("count_parameters", WRONG[mistake][0], 0, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis} == named


@pytest.mark.parametrize(
    ("entries", "part", "number"),
    [
        ({"token_embedding": 3, "position_embedding": 4, "embeddings": 7}, "embeddings", 7),
        ({"attention": {"output": 2, "qkv": 6}}, "attention", 8),
        ({"attention_norm": 5}, "norms", 5),
        ({"salida": 9}, "head", 9),
        ({"atención": 4}, "attention", 4),
        ({"bloques": ({"mlp": 1}, {"mlp": 1})}, "ffn", 2),
        ({"zzz": 1}, "total", None),
    ],
)
def test_entries_are_read_by_what_their_names_say(entries: dict[str, object], part: str, number: int | None) -> None:
    found = breakdown_of(entries)  # type: ignore[arg-type]
    assert found is not None
    assert found.parts[part] == number


@pytest.mark.parametrize("sizes", [(46, 64, 4, 3, 64), (43, 64, 4, 3, 64), (13, 24, 3, 2, 16)])
def test_the_reference_counts_what_the_model_has(sizes: tuple[int, int, int, int, int]) -> None:
    course = references("inference_lab")
    counts = course.count_parameters.count_parameters(*sizes)
    model = course.cached_decoding.MiniGPT(*sizes)
    assert counts["total"] == sum(p.numel() for p in model.parameters()) == minigpt_parameters(Sizes(*sizes))
    assert counts["attention"] == sum(p.numel() for b in model.blocks for p in b.attention.parameters())
    assert counts["ffn"] == sum(p.numel() for b in model.blocks for p in b.ffn.parameters())


def test_the_reference_gives_the_courses_number() -> None:
    assert references("inference_lab").count_parameters.count_parameters(46, 64, 4, 3, 64)["total"] == 160_110


@pytest.mark.parametrize(
    "attention",
    ["h * 4 * (d**2 + d)", "h * 4 * d**2", "h * 3 * (d**2 + d) + d**2 + d", "3 * h * d**2 + h * d**2 + d"],
)
def test_a_number_that_grows_with_the_heads_is_named_however_it_does(attention: str) -> None:
    source = f"""
        def count_parameters(v, d, h, layers, n):
            parts = {{
                "embeddings": v * d + n * d, "attention": layers * ({attention}),
                "ffn": layers * (8 * d**2 + 5 * d), "norms": layers * 4 * d + 2 * d, "head": d * v + v,
            }}
            return {{**parts, "total": sum(parts.values())}}
        """
    grade = judge("count_parameters", source, 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["count_parameters/heads_multiply"]
