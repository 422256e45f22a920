"""KV memory: right in any unit that is stated; GiB in a place for GB cost the unit alone."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

RIGHT = {
    "exact": "kv_gb = 471.8592\nkv_gb_gqa = 58.9824",
    "rounded": "kv_gb = 472\nkv_gb_gqa = 59",
    "as the course rounds": "kv_gb = 460\nkv_gb_gqa = 58",
    "in Spanish, calculated": """
        memoria_kv_gb = 2 * 100_000 * 96 * 12288 * 2 / 1e9
        memoria_kv_gb_gqa = memoria_kv_gb / 8
        """,
    "functions": "def kv_gb(): return np.float64(471.86)\ndef kv_gb_gqa(): return torch.tensor(58.98)",
    "stated GiB": "kv_gb = (439.45, 'GiB')\nkv_gb_gqa = '54.93 GiB'",
    "stated bytes": "kv_gb = '471 859 200 000 bytes'\nkv_gb_gqa = (58982400000, 'B')",
    "stated in other ways": "kv_gb = '471,86 gigas'\nkv_gb_gqa = ('Gigabytes', 58.98)",
    "bytes, by powers of ten in words": "kv_gb = '471,86 mil millones de bytes'\nkv_gb_gqa = '58982 million bytes'",
    "billones are 10^12": "kv_gb = '0,472 billones de bytes'\nkv_gb_gqa = (58.98, 'billion bytes')",
    "powers of ten alone are of bytes": "kv_gb = '0.472 T'\nkv_gb_gqa = '58,98 G'",
    "with words around": "kv_gb = 'aproximadamente 471,86 GB en total'\nkv_gb_gqa = '58.98 GB in total, approximately'",
    "terabytes": "kv_gb = '0.472 TB'\nkv_gb_gqa = '58 982 MB'",
}

BOTH = {"memory", "memory_gqa"}
WRONG = {
    "half": ("235.9", "29.5", {"memory"}, "factor_2_missing"),
    "one layer": ("4.9152", "0.6144", {"memory"}, "layers_missing"),
    "half, by powers of ten in words": (
        "'235.93 mil millones de bytes'",
        "'29.49 billion bytes'",
        {"memory"},
        "factor_2_missing",
    ),
    "half with GQA alone": ("471.86", "29.49", {"memory_gqa"}, "factor_2_missing_grouped"),
    "billones for thousands of millions": ("'471.86 billones de bytes'", "58.98", {"unit"}, None),
    "bits": ("3774.87", "471.86", {"memory"}, "bits_for_bytes"),
    "32 bits": ("943.7", "118", {"memory"}, "four_bytes"),
    "half, stated": ("'236 GB'", "'29.5 GB'", {"memory"}, "factor_2_missing"),
    "half, the second in bytes": ("236", "'29 491 200 000 bytes'", {"memory"}, "factor_2_missing"),
    "another number, and an eighth of it": ("300", "37.5", {"memory"}, None),
    "another number, and a quarter of it": ("300", "75", BOTH, None),
    "any number, and an eighth of it": ("8", "1", {"memory"}, None),
    "a number out of all proportion": ("1e9", "1.25e8", BOTH, None),
    "grouping multiplies": ("471.86", "3774.9", {"memory_gqa"}, "grouping_multiplies"),
    "one KV head": ("471.86", "4.92", {"memory_gqa"}, "one_kv_head"),
    "no grouping": ("471.86", "471.86", {"memory_gqa"}, None),
    "GiB": ("439.45", "54.93", {"unit"}, "gib_for_gb"),
    "GiB and bytes": ("439.45", "58982400000", {"unit"}, None),
    "bytes": ("471859200000", "58982400000", {"unit"}, None),
    "GB that are called GiB": ("'471.86 GiB'", "'58.98 GiB'", {"unit"}, None),
    "an unknown unit": ("'471.86 parsecs'", "58.98", {"memory"}, None),
    "two numbers": ("[471.86, 58.98]", "58.98", {"memory"}, None),
    "zeros": ("0", "0", BOTH, None),
    "ones": ("1", "1", BOTH, None),
    "nothing": ("None", "None", {*BOTH, "unit"}, None),
    "one only": ("471.86", "None", {"memory_gqa"}, None),
}


@pytest.mark.parametrize("source", RIGHT.values(), ids=RIGHT)
def test_right_amounts_pass(source: str) -> None:
    assert failed("kv_memory_exercise", source, 1) == set()


@pytest.mark.parametrize(("plain", "grouped", "checks", "mistake"), WRONG.values(), ids=WRONG)
def test_a_mistake_fails_its_own_checks(plain: str, grouped: str, checks: set[str], mistake: str | None) -> None:
    source = f"kv_gb = {plain}\nkv_gb_gqa = {grouped}"
    assert failed("kv_memory_exercise", source, 1) == checks
    named = [d.id for d in judge("kv_memory_exercise", source, 1, diagnosed=True).diagnosis if "/" in d.id]
    assert named[:1] == ([] if mistake is None else [f"kv_memory_exercise/{mistake}"])


def test_the_unit_of_a_wrong_number_earns_nothing() -> None:
    """Its points go to the others, which are wrong."""
    assert judge("kv_memory_exercise", "kv_gb = 300\nkv_gb_gqa = 40", 1).points == 0


def test_another_unit_is_named() -> None:
    said = messages("kv_memory_exercise", "kv_gb = 439.45\nkv_gb_gqa = 58.98")["unit"]
    assert said == "`kv_gb` is 439.45: that is right in GiB (2^30 bytes), but stands there in GB (10^9 bytes)."


def test_no_unit_makes_a_known_mistake_right() -> None:
    """What a factor too many or too few gives lies far from the answer in every unit."""
    for factor in (1 / 96, 1 / 8, 1 / 4, 1 / 2, 3 / 2, 2, 4, 8, 96):
        assert {"memory"} <= failed("kv_memory_exercise", f"kv_gb = {471.8592 * factor}\nkv_gb_gqa = 59", 1)
