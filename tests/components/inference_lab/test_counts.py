"""Entries of attention, Chinchilla's rule, KV memory: right in any style passes all; a mistake fails just its own."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

SEEDS = (0, 1)  # nothing is drawn

ENTRIES = "def attention_entries(n, n_layers=1, n_heads=1):\n"
MEMORY = "def kv_memory(n, L, kv, d, b=2):\n"
TOKENS = "def chinchilla_tokens(n_parameters):\n return 20 * n_parameters\n"
RATIO = "def chinchilla_ratio(n_parameters, n_tokens):\n return n_tokens / n_parameters\n"

RIGHT = {
    "attention_entries": {
        "straight": ENTRIES + " return n_layers * n_heads * n**2",
        "in Spanish, counted up": """
            def entradas_atencion(n, capas=1, cabezas=1):
                total = 0
                for _ in range(capas):
                    total += cabezas * (n * n)
                return total
            """,
        "heads before layers": "def attention_entries(n, n_heads=1, n_layers=1):\n return n * n * n_heads * n_layers",
        "by keyword": "def attention_entries(n, *, n_layers, n_heads):\n return n * n * n_layers * n_heads",
        "a batch as well": """
            def attention_entries(n, n_layers=1, n_heads=1, batch=1):
                return batch * n_layers * n_heads * n * n
            """,
        "made of the shape": ENTRIES + " return math.prod((n_layers, n_heads, n, n))",
    },
    "chinchilla": {
        "straight": TOKENS + RATIO,
        "in Spanish": """
            def tokens_chinchilla(N, tokens_por_parametro=20):
                return N * tokens_por_parametro

            def proporcion_chinchilla(N, D):
                return D / N
            """,
        "floats": "def chinchilla_tokens(n):\n return 2e1 * n\n" + RATIO,
        "torch": "def chinchilla_tokens(n):\n return torch.tensor(n, dtype=torch.float64) * 20\n" + RATIO,
        "tokens before parameters": TOKENS
        + "def chinchilla_ratio(n_tokens, n_parameters):\n return n_tokens / n_parameters",
    },
    "kv_memory": {
        "straight": MEMORY + " return 2 * n * L * kv * d * b",
        "in Spanish, step by step": """
            def memoria_kv(tokens, capas, cabezas_kv, d_cabeza, bytes_por_valor=2):
                por_token = 2 * cabezas_kv * d_cabeza * bytes_por_valor
                return tokens * capas * por_token
            """,
        "bytes always given": "def kv_memory(n, L, kv, d, b):\n return 2 * n * L * kv * d * b",
        "keys and values apart": MEMORY
        + " keys = values = n * kv * d\n"
        + " return sum((keys + values) * b for _ in range(L))",
    },
}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "attention_entries": {
        "as many as tokens": (ENTRIES + " return n_layers * n_heads * n", {"values", "grows_with_the_square"}),
        "rows and columns added": (ENTRIES + " return n_layers * n_heads * 2 * n", {"values", "grows_with_the_square"}),
        "the lower triangle": (ENTRIES + " return n_layers * n_heads * n * (n + 1) // 2", {"values"}),
        "cubed": (ENTRIES + " return n_layers * n_heads * n**3", {"values", "grows_with_the_square"}),
        "float16 in bytes": (ENTRIES + " return 2 * n_layers * n_heads * n**2", {"values"}),
        "no heads": (ENTRIES + " return n_layers * n**2", {"layers_and_heads"}),
        "no layers": (ENTRIES + " return n_heads * n**2", {"layers_and_heads"}),
        "divided by the heads": (ENTRIES + " return n_layers * n**2 // n_heads", {"layers_and_heads"}),
        "one argument": ("def attention_entries(n):\n return n**2", {"layers_and_heads"}),
        "a default of 12 heads": (
            "def attention_entries(n, n_layers=1, n_heads=12):\n return n_layers * n_heads * n**2",
            {"values"},
        ),
        "a float": (ENTRIES + " return n_layers * n_heads * n ** 2.0", {"exact"}),
        "64 bits run over": (
            ENTRIES + " return int(np.prod(np.array([n_layers, n_heads, n, n], dtype=np.int64)))",
            {"exact"},
        ),
        "32 bits run over": (
            ENTRIES + " return int(np.array([n_layers * n_heads * n**2]).astype(np.int32)[0])",
            {"values", "exact"},
        ),
        "in millions": (ENTRIES + " return n_layers * n_heads * n**2 / 1e6", {"values", "exact"}),
    },
    "chinchilla": {
        "20 parameters for a token": ("def chinchilla_tokens(n):\n return n / 20\n" + RATIO, {"values"}),
        "20 more": ("def chinchilla_tokens(n):\n return n + 20\n" + RATIO, {"values", "proportional"}),
        "the computation": ("def chinchilla_tokens(n):\n return 120 * n**2\n" + RATIO, {"values", "proportional"}),
        "in billions": ("def chinchilla_tokens(n):\n return 20 * n / 1e9\n" + RATIO, {"values"}),
        "upside down": (
            TOKENS + "def chinchilla_ratio(n_parameters, n_tokens):\n return n_parameters / n_tokens",
            {"tokens_per_parameter"},
        ),
        "in multiples of the rule": (
            TOKENS + "def chinchilla_ratio(n_parameters, n_tokens):\n return n_tokens / (20 * n_parameters)",
            {"tokens_per_parameter"},
        ),
        "cut to whole numbers": (
            TOKENS + "def chinchilla_ratio(n_parameters, n_tokens):\n return n_tokens // n_parameters",
            {"tokens_per_parameter"},
        ),
        "without the ratio": (TOKENS, {"tokens_per_parameter"}),
    },
    "kv_memory": {
        "KM-01 keys alone": (
            MEMORY + " return n * L * kv * d * b",
            {"values"},
        ),
        "KM-02 one layer": (
            MEMORY + " return 2 * n * kv * d * b",
            {"values", "scales"},
        ),
        "KM-03 bits": (MEMORY + " return 16 * n * L * kv * d * b", {"values"}),
        "KM-03 always 2 bytes": (
            MEMORY + " return 4 * n * L * kv * d",
            {"values", "scales"},
        ),
        "KM-03 4 bytes understood": (
            MEMORY.replace("=2", "=4") + " return 2 * n * L * kv * d * b",
            {"values"},
        ),
        "KM-05 one KV head": (
            MEMORY + " return 2 * n * L * d * b",
            {"values", "kv_heads"},
        ),
        "KM-05 the heads squared": (
            MEMORY + " return 2 * n * L * kv**2 * d * b",
            {"values", "kv_heads"},
        ),
        "KM-07 the square of the tokens": (
            MEMORY + " return 2 * n**2 * L * kv * d * b",
            {"values", "scales"},
        ),
        "KM-09 in GB": (
            MEMORY + " return 2 * n * L * kv * d * b / 1e9",
            {"values", "exact"},
        ),
        "KM-12 a float": (
            MEMORY + " return 2.0 * n * L * kv * d * b",
            {"exact"},
        ),
        "KM-12 64 bits run over": (
            MEMORY + " return int(np.prod([2, n, L, kv, d, b], dtype=np.int64))",
            {"exact"},
        ),
    },
}

HEADS = {
    "attention_entries": [ENTRIES],
    "kv_memory": [MEMORY],
    "chinchilla": [h.partition(" return")[0] for h in (TOKENS, RATIO)],
}
TRIVIAL = ("0", "1", "None", "'1'", "float('inf')", "float('nan')", "10**3800", "np.ones(3)", "[]", "{first}", "{last}")

CASES_RIGHT = [(component, style) for component, styles in RIGHT.items() for style in styles]
CASES_WRONG = [(component, mistake) for component, mistakes in WRONG.items() for mistake in mistakes]
EVERY = {
    "attention_entries": {"values", "grows_with_the_square", "layers_and_heads", "exact"},
    "chinchilla": {"values", "proportional", "tokens_per_parameter"},
    "kv_memory": {"values", "scales", "kv_heads", "exact"},
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("component", "style"), CASES_RIGHT)
def test_every_right_style_passes_every_check(component: str, style: str, seed: int) -> None:
    assert failed(component, RIGHT[component][style], seed) == set()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("component", "mistake"), CASES_WRONG)
def test_each_mistake_fails_just_its_own_checks(component: str, mistake: str, seed: int) -> None:
    source, expected = WRONG[component][mistake]
    assert failed(component, source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
@pytest.mark.parametrize("component", EVERY)
def test_trivial_answers_earn_nothing(component: str, answer: str) -> None:
    functions = []
    for head in HEADS[component]:
        names = [part.partition("=")[0].strip() for part in head.partition("(")[2].partition(")")[0].split(",")]
        functions.append(f"{head} return {answer.format(first=names[0], last=names[-1])}\n")
    assert failed(component, "".join(functions), 1) == EVERY[component]


def test_the_worked_numbers_written_down_earn_nothing() -> None:
    assert failed("attention_entries", ENTRIES + " return 16_384_000_000", 1) == EVERY["attention_entries"]
    assert failed("kv_memory", MEMORY + " return 1_073_741_824", 1) == EVERY["kv_memory"]
    constants = "def chinchilla_tokens(n):\n return 1.4e12\ndef chinchilla_ratio(n, t):\n return 20"
    assert failed("chinchilla", constants, 1) == EVERY["chinchilla"]


@pytest.mark.parametrize(
    ("component", "mistake", "check", "said"),
    [
        (
            "attention_entries",
            "as many as tokens",
            "grows_with_the_square",
            "the result 4 times as large. The factor in your results is 2.",
        ),
        ("attention_entries", "no heads", "layers_and_heads", "so matrices of attention weights: 5."),
        ("attention_entries", "one argument", "layers_and_heads", "takes no n_layers and n_heads after n"),
        ("attention_entries", "a float", "exact", "a float, which has lost digits"),
        ("attention_entries", "64 bits run over", "exact", "no count is negative"),
        ("chinchilla", "20 parameters for a token", "values", "chinchilla_tokens(1000): got 50, expected 20 000"),
        ("chinchilla", "without the ratio", "tokens_per_parameter", "`chinchilla_ratio` is not defined"),
        ("chinchilla", "cut to whole numbers", "tokens_per_parameter", "got 1, expected 1.71429"),
        ("kv_memory", "KM-09 in GB", "values", "1.07374 is right in GB (10^9 bytes)"),
        ("kv_memory", "KM-01 keys alone", "values", "that is 0.5 times as much"),
        ("kv_memory", "KM-05 one KV head", "kv_heads", "32 KV heads of the same width keep 32 times as much"),
    ],
)
def test_a_message_names_what_was_seen(component: str, mistake: str, check: str, said: str) -> None:
    assert said in messages(component, WRONG[component][mistake][0])[check]


@pytest.mark.parametrize(
    ("component", "mistake", "named"),
    [
        ("attention_entries", "the lower triangle", {"attention_entries/lower_triangle_only"}),
        ("attention_entries", "no heads", {"attention_entries/heads_share_one_matrix"}),
        ("attention_entries", "no layers", {"attention_entries/layers_share_one_matrix"}),
        ("attention_entries", "cubed", set()),
        ("chinchilla", "20 parameters for a token", {"chinchilla/parameters_per_token"}),
        ("chinchilla", "upside down", {"chinchilla/ratio_upside_down"}),
        ("kv_memory", "KM-05 one KV head", {"kv_memory/one_kv_head"}),
        ("kv_memory", "KM-05 the heads squared", set()),
    ],
)
def test_what_is_known_is_named_and_nothing_else(component: str, mistake: str, named: set[str]) -> None:
    grade = judge(component, WRONG[component][mistake][0], 1, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis} == named


@pytest.mark.parametrize(
    ("component", "source"), [("attention_entries", ENTRIES), ("kv_memory", MEMORY)], ids=["entries", "memory"]
)
def test_nothing_counted_is_not_told_to_have_lost_digits(component: str, source: str) -> None:
    """0 is a multiple of every number."""
    told = messages(component, source + " return 0")["exact"]
    assert "got 0" in told
    assert "multiple" not in told
    assert "digits" not in told.lower()


@pytest.mark.parametrize(
    "share", ["n / 20", "n // 20", "int(n / 20)", "round(n / 20)", "-(-n // 20)", "max(1, n // 20)"]
)
def test_a_twentieth_is_named_however_it_is_rounded(share: str) -> None:
    grade = judge("chinchilla", f"def chinchilla_tokens(n):\n return {share}\n" + RATIO, 1, diagnosed=True)
    assert [diagnosis.id for diagnosis in grade.diagnosis] == ["chinchilla/parameters_per_token"]


@pytest.mark.parametrize("proportion", ["N / D", "N / (20 * D)", "20 * N / D", "N / D / 20"])
def test_a_proportion_that_is_turned_round_is_named_with_the_rule_in_it_or_without(proportion: str) -> None:
    source = TOKENS + f"def chinchilla_ratio(N, D):\n return {proportion}"
    grade = judge("chinchilla", source, 1, diagnosed=True)
    assert [diagnosis.id for diagnosis in grade.diagnosis] == ["chinchilla/ratio_upside_down"]
