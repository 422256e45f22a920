"""Parameters of an attention: the same number however many heads, in any unit that is stated."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

RIGHT = {
    "exact": "attention_parameters_8 = 1050624\nattention_parameters_16 = 1_050_624",
    "four digits": "attention_parameters_8 = 1.051e6\nattention_parameters_16 = 1050600.0",
    "in Spanish, calculated": """
        d = 512
        parametros_atencion_8 = 4 * (d**2 + d)
        def parametros_atencion_16(): return 1050624
        """,
    "with a unit": "attention_parameters_8 = (1.0506, 'million')\nattention_parameters_16 = '1,051 millones'",
    "in thousands and in thousands of millions": (
        "attention_parameters_8 = '1051 mil'\nattention_parameters_16 = '0.001051 billion'"
    ),
    "abbreviated": "attention_parameters_8 = '1,051 mill.'\nattention_parameters_16 = '1.051 MM params'",
    "with words around": (
        "attention_parameters_8 = '≈ 1.051 millones en total'\nattention_parameters_16 = 'roughly 1.051M'"
    ),
    "by a Spanish hand": ('attention_parameters_8 = "1\'051 millones"\nattention_parameters_16 = "1\'050\'624"'),
    "as a text with groups": "attention_parameters_8 = '1.050.624'\nattention_parameters_16 = '1 050 624 parameters'",
    "from NumPy and torch": """
        attention_parameters_8 = np.int64(1050624)
        attention_parameters_16 = torch.tensor(1050624)
        """,
}

WRONG = {
    "three digits, which may hide the biases": (
        "1.05e6",
        "1050000",
        {"eight_heads"},
        None,
    ),
    "three digits in words": ("'1.05 millones'", "(1.05, 'million')", {"eight_heads"}, None),
    "no biases, in words": ("'1.048576 millones'", "'1.048576 million'", {"eight_heads"}, "without_biases"),
    "no biases": ("1048576", "1048576", {"eight_heads"}, "without_biases"),
    "twice as many": ("1050624", "2101248", {"sixteen_heads", "independent_of_heads"}, "grows_with_the_heads"),
    "times the heads, without biases": (
        "8 * 4 * 512**2",
        "16 * 4 * 512**2",
        {"eight_heads", "sixteen_heads", "independent_of_heads"},
        "grows_with_the_heads",
    ),
    "three projections times the heads": (
        "8 * 3 * 512**2 + 512**2",
        "16 * 3 * 512**2 + 512**2",
        {"eight_heads", "sixteen_heads", "independent_of_heads"},
        "grows_with_the_heads",
    ),
    "half as many": ("1050624", "525312", {"sixteen_heads", "independent_of_heads"}, None),
    "no W_O": ("787968", "787968", {"eight_heads"}, "output_projection_missing"),
    "millions without a word": ("1.05", "1.05", {"eight_heads", "sixteen_heads", "independent_of_heads"}, None),
    "one projection": ("262656", "262656", {"eight_heads"}, "one_projection_only"),
    "two projections": ("2 * (512**2 + 512)", "525_312", {"eight_heads"}, None),
    "some number, twice": ("900000", "900000", {"eight_heads", "sixteen_heads"}, None),
    "no biases with 16 alone": (
        "1050624",
        "1048576",
        {"sixteen_heads", "independent_of_heads"},
        "without_biases",
    ),
    "no biases with 8 alone": ("1048576", "1050624", {"eight_heads", "independent_of_heads"}, "without_biases"),
    "one bias of four": ("1049088", "1049088", {"eight_heads"}, None),
    "three biases of four": ("1050112", "1050112", {"eight_heads"}, None),
    "nothing": ("None", "None", {"eight_heads", "sixteen_heads", "independent_of_heads"}, None),
    "ones": ("1", "1", {"eight_heads", "sixteen_heads", "independent_of_heads"}, None),
    "True": ("True", "True", {"eight_heads", "sixteen_heads", "independent_of_heads"}, None),
    "in words": ("'many'", "'many'", {"eight_heads", "sixteen_heads", "independent_of_heads"}, None),
    "infinite": ("math.inf", "math.inf", {"eight_heads", "sixteen_heads", "independent_of_heads"}, None),
    "one only": ("1050624", "None", {"sixteen_heads", "independent_of_heads"}, None),
}


@pytest.mark.parametrize("source", RIGHT.values(), ids=RIGHT)
def test_right_numbers_pass(source: str) -> None:
    assert failed("attention_parameters", source, 1) == set()


@pytest.mark.parametrize(("eight", "sixteen", "checks", "mistake"), WRONG.values(), ids=WRONG)
def test_a_mistake_fails_its_own_checks(eight: str, sixteen: str, checks: set[str], mistake: str | None) -> None:
    source = f"attention_parameters_8 = {eight}\nattention_parameters_16 = {sixteen}"
    assert failed("attention_parameters", source, 1) == checks
    named = [d.id for d in judge("attention_parameters", source, 1, diagnosed=True).diagnosis if "/" in d.id]
    assert named == ([] if mistake is None else [f"attention_parameters/{mistake}"])


def test_another_unit_is_named() -> None:
    said = messages("attention_parameters", "attention_parameters_8 = 1.051\nattention_parameters_16 = 1.051")
    assert said["eight_heads"] == (
        "`attention_parameters_8` is 1.051: that is right in millions, but stands there in parameters."
    )


@pytest.mark.parametrize("answer", ["'1.05 millones'", "(1.05, 'million')", "'1,05 M'"])
def test_a_number_in_words_is_told_with_its_words(answer: str) -> None:
    said = messages("attention_parameters", f"attention_parameters_8 = {answer}\nattention_parameters_16 = {answer}")
    assert said["eight_heads"].startswith("`attention_parameters_8` is 1.05 millions, and that isn't the answer.")


def test_an_unknown_unit_is_told_of_both_numbers() -> None:
    """No number is made of what isn't understood."""
    said = messages("attention_parameters", "attention_parameters_8 = 1050624\nattention_parameters_16 = '1.051 kg'")
    assert said["independent_of_heads"] == said["sixteen_heads"]
    assert said["sixteen_heads"].startswith("`attention_parameters_16`: the unit 'kg' isn't known here")


@pytest.mark.parametrize(("eight", "sixteen"), [("1049088", "1049088"), ("1050624", "1049088"), ("1.05e6", "1.05e6")])
def test_no_eps_is_looked_for_in_a_count(eight: str, sixteen: str) -> None:
    """A count that is nearly right forgets something or is rounded: nothing of it is imprecise."""
    source = f"attention_parameters_8 = {eight}\nattention_parameters_16 = {sixteen}"
    assert judge("attention_parameters", source, 1, diagnosed=True).diagnosis == ()
