"""KV-cache memory: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1)  # nothing is drawn: the sizes are those of the course

HEAD = "def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):\n"
WIDTH = " width = d_model if n_heads is None else d_model // n_heads * n_kv_heads\n"

RIGHT = {
    "straight": HEAD + WIDTH + " return 2 * n_tokens * n_layers * width * bytes_per_value",
    "in Spanish, with the group factor": """
        def memoria_kv_cache(n_tokens, capas, d_model, bytes_por_valor=2, cabezas=None, cabezas_kv=None):
            total = 2 * n_tokens * capas * d_model * bytes_por_valor
            if cabezas is not None and cabezas_kv is not None:
                total //= cabezas // cabezas_kv
            return total
        """,
    "step by step": """
        def kv_cache_bytes(n_tokens: int, n_layers: int, d_model: int, bytes_per_value: int = 2,
                           n_heads: int | None = None, n_kv_heads: int | None = None) -> int:
            head = d_model if n_heads is None else d_model // n_heads
            heads = 1 if n_kv_heads is None else n_kv_heads
            per_token = 2 * heads * head * bytes_per_value
            return per_token * n_layers * n_tokens
        """,
    "always with head counts": """
        def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value, n_heads, n_kv_heads):
            return 2 * n_tokens * n_layers * n_kv_heads * (d_model // n_heads) * bytes_per_value
        """,
    "multiplied, then divided": HEAD
    + " total = 2 * n_tokens * n_layers * d_model * bytes_per_value\n"
    + " return total if n_heads is None else total * n_kv_heads // n_heads",
}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "KM-01 the factor for K and V missing": (
        HEAD + WIDTH + " return n_tokens * n_layers * width * bytes_per_value",
        {"worked_number"},
    ),
    "KM-02 the layers missing": (
        HEAD + WIDTH + " return 2 * n_tokens * width * bytes_per_value",
        {"worked_number", "scales"},
    ),
    "KM-03 bits": (HEAD + WIDTH + " return 2 * n_tokens * n_layers * width * bytes_per_value * 8", {"worked_number"}),
    "KM-03 4 bytes whatever is asked": (
        HEAD + WIDTH + " return 2 * n_tokens * n_layers * width * 4",
        {"worked_number", "scales"},
    ),
    "KM-04 heads counted twice": (
        HEAD + " heads = 1 if n_heads is None else n_kv_heads\n"
        " return 2 * n_tokens * n_layers * d_model * heads * bytes_per_value",
        {"grouped_heads"},
    ),
    "KM-05 grouping multiplies": (
        HEAD + " factor = 1 if n_heads is None else n_heads // n_kv_heads\n"
        " return 2 * n_tokens * n_layers * d_model * bytes_per_value * factor",
        {"grouped_heads"},
    ),
    "KM-05 divided by the heads": (
        HEAD + " factor = 1 if n_heads is None else n_heads\n"
        " return 2 * n_tokens * n_layers * d_model * bytes_per_value // factor",
        {"grouped_heads"},
    ),
    "KM-06 groups taken for KV heads": (
        HEAD + " factor = 1 if n_heads is None else n_kv_heads\n"
        " return 2 * n_tokens * n_layers * d_model * bytes_per_value // factor",
        {"grouped_heads"},
    ),
    "KM-07 the square of the tokens": (
        HEAD + WIDTH + " return 2 * n_tokens**2 * n_layers * width * bytes_per_value",
        {"worked_number", "scales"},
    ),
    "KM-09 in GB": (
        HEAD + WIDTH + " return 2 * n_tokens * n_layers * width * bytes_per_value / 1e9",
        {"worked_number", "exact"},
    ),
    "KM-09 in GiB, rounded": (
        HEAD + WIDTH + " return round(2 * n_tokens * n_layers * width * bytes_per_value / 2**30, 2)",
        {"worked_number", "exact"},
    ),
    "KM-09 in whole MB": (
        HEAD + WIDTH + " return 2 * n_tokens * n_layers * width * bytes_per_value // 10**6",
        {"worked_number", "exact"},
    ),
    "KM-10 with Q": (HEAD + WIDTH + " return 3 * n_tokens * n_layers * width * bytes_per_value", {"worked_number"}),
    "KM-12 64 bits run over": (
        HEAD + WIDTH + " return int(np.int64(2 * n_layers * width * bytes_per_value) * np.int64(n_tokens))",
        {"exact"},
    ),
    "KM-12 32 bits run over": (
        HEAD + WIDTH + " return int(np.array([2 * n_tokens * n_layers * width * bytes_per_value]).astype(np.int32)[0])",
        {"worked_number", "grouped_heads", "scales", "exact"},
    ),
    "KM-12 32 bits all the way": (
        HEAD
        + WIDTH
        + " return int(np.int32(2) * np.int32(n_tokens) * np.int32(n_layers) * np.int32(width * bytes_per_value))",
        {"worked_number", "grouped_heads", "scales", "exact"},
    ),
    "the layers twice": (
        HEAD + WIDTH + " return 2 * n_tokens * n_layers**2 * width * bytes_per_value",
        {"worked_number", "scales"},
    ),
    "the heads as well": (
        HEAD + " return 2 * n_tokens * n_layers * d_model * (n_heads or 96) * bytes_per_value",
        {"worked_number", "grouped_heads"},
    ),
    "KM-12 divided too early": (
        HEAD + " factor = 1 if n_heads is None else n_kv_heads // n_heads\n"
        " return 2 * n_tokens * n_layers * d_model * bytes_per_value * factor",
        {"grouped_heads"},
    ),
    "a float": (HEAD + WIDTH + " return 2.0 * n_tokens * n_layers * width * bytes_per_value", {"exact"}),
    "an int made of a float": (
        HEAD + WIDTH + " return int(2.0 * n_tokens * n_layers * width * bytes_per_value)",
        {"exact"},
    ),
    "an int made of a float, with groups only": (
        HEAD + " total = 2 * n_tokens * n_layers * d_model * bytes_per_value\n"
        " return total if n_heads is None else int(total * n_kv_heads / n_heads)",
        {"exact"},
    ),
    "no head counts": (
        "def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2):\n"
        " return 2 * n_tokens * n_layers * d_model * bytes_per_value",
        {"grouped_heads"},
    ),
    "no bytes per value either": (
        "def kv_cache_bytes(n_tokens, n_layers, d_model):\n return 4 * n_tokens * n_layers * d_model",
        # The worked number alone could be written down as it stands: it counts beside another check only.
        {"worked_number", "grouped_heads", "scales", "exact"},
    ),
}

EVERY = {"worked_number", "grouped_heads", "scales", "exact"}
TRIVIAL = {
    "0": "return 0",
    "1": "return 1",
    "the tokens": "return n_tokens",
    "None": "return None",
    "text": "return '471859200000'",
    "infinity": "return float('inf')",
    "NaN": "return float('nan')",
    "more than any number": "return 10**3800",
    "an array": "return np.ones(3)",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("kv_cache", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("kv_cache", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("kv_cache", f"{HEAD} {TRIVIAL[answer]}", 1) == EVERY


def test_the_worked_number_written_down_earns_nothing() -> None:
    assert failed("kv_cache", f"{HEAD} return 471859200000", 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("KM-09 in GB", "worked_number", "471.859 is right in GB (10^9 bytes)"),
        ("KM-09 in GiB, rounded", "worked_number", "439.45 is right in GiB (2^30 bytes)"),
        ("KM-09 in whole MB", "worked_number", "471 859 is right in MB (10^6 bytes)"),
        ("KM-01 the factor for K and V missing", "worked_number", "that is 0.5 times as much"),
        ("KM-12 32 bits run over", "worked_number", "what 32 bits hold of the right number"),
        ("KM-12 64 bits run over", "exact", "no number of bytes is negative"),
        ("the layers twice", "worked_number", "96 times as much. 96 is the number of layers, and of heads"),
        ("the heads as well", "worked_number", "96 times as much. 96 is the number of layers, and of heads"),
        ("KM-02 the layers missing", "worked_number", "1/96 of it. 96 is the number of layers, and of heads"),
        ("KM-07 the square of the tokens", "scales", "twice the n_tokens is twice the memory; here it is 4 times"),
        ("a float", "exact", "a float, which has lost digits"),
        ("no head counts", "grouped_heads", "`kv_cache_bytes` takes no n_heads and n_kv_heads"),
        ("KM-05 grouping multiplies", "grouped_heads", "with 12 KV heads for 96 heads the cache is 1/8"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("kv_cache", WRONG[mistake][0])[check]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("KM-12 32 bits run over", {"kv_cache/overflow_of_32_bits"}),
        ("KM-12 32 bits all the way", {"kv_cache/overflow_of_32_bits"}),
        ("KM-12 64 bits run over", {"kv_cache/overflow_of_64_bits"}),
        ("the layers twice", {"kv_cache/layers_counted_twice"}),
        ("the heads as well", set()),  # the message says it; no constant factor is made up for it
    ],
)
def test_what_is_known_is_named_and_nothing_else(mistake: str, named: set[str]) -> None:
    grade = judge("kv_cache", WRONG[mistake][0], 1, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis} == named


@pytest.mark.parametrize("returned", ["0", "0.0", "n_tokens"])
def test_a_number_that_is_far_too_small_is_not_told_to_have_lost_digits(returned: str) -> None:
    """0 is a multiple of every number, and no group is a part of nothing."""
    told = messages("kv_cache", HEAD + f" return {returned}")
    assert "multiple" not in told["exact"]
    assert "digits" not in told["exact"].lower()
    assert "far too few bytes" in told["exact"]
    assert "1/1 of" not in told["grouped_heads"]
