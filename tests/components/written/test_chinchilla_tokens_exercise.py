"""Chinchilla's rule of thumb, both ways, generously, in any unit that is stated."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

RIGHT = {
    "exact": "model_tokens = 60e9\nmodel_parameters = 25_000_000_000",
    "roughly": "model_tokens = 6.5e10\nmodel_parameters = 2.4e10",
    "in Spanish words": "tokens_modelo = '60 mil millones de tokens'\nparametros_modelo = (25, 'mil millones')",
    "in English words": "model_tokens = '60 billion'\nmodel_parameters = '25B parameters'",
    "in English letters": "model_tokens = '60 Bn tokens'\nmodel_parameters = '25 G params'",
    "thousands of letters": "model_tokens = '60 mil M'\nmodel_parameters = '25 thousand million parameters'",
    "a thousand millions each": "model_tokens = '60 miles de millones'\nmodel_parameters = '25 millardos'",
    "billones and trillions are 10^12": "model_tokens = '0,06 billones'\nmodel_parameters = '0.025 trillion'",
    "in millions": "model_tokens = '60 000 millones'\nmodel_parameters = (25000, 'million')",
    "functions": "def model_tokens(): return 20 * 3 * 10**9\ndef model_parameters(): return torch.tensor(25e9)",
}

WRONG = {
    "one each": ("3e9", "5e11", {"tokens", "parameters"}, "one_token_per_parameter"),
    "turned round": ("1.5e8", "1e13", {"tokens", "parameters"}, "divided_for_multiplied"),
    "the square": ("1.8e20", "25e9", {"tokens"}, "square_of_the_parameters"),
    "billones": ("'60 billones'", "'25 billones'", {"tokens", "parameters"}, "billion_for_billon"),
    "trillones": ("'60 trillones'", "'25 trillones'", {"tokens", "parameters"}, None),
    "as GPT-3": ("5.1e9", "2.9e11", {"tokens", "parameters"}, "gpt_3_ratio"),
    "thousands of millions without a word": ("60", "25", {"tokens", "parameters"}, None),
    "zeros": ("0", "0", {"tokens", "parameters"}, None),
    "too far off": ("7e10", "25e9", {"tokens"}, None),
    "nothing": ("None", "...", {"tokens", "parameters"}, None),
}


@pytest.mark.parametrize("source", RIGHT.values(), ids=RIGHT)
def test_right_amounts_pass(source: str) -> None:
    assert failed("chinchilla_tokens_exercise", source, 1) == set()


@pytest.mark.parametrize(("tokens", "parameters", "checks", "mistake"), WRONG.values(), ids=WRONG)
def test_a_mistake_fails_its_own_check(tokens: str, parameters: str, checks: set[str], mistake: str | None) -> None:
    source = f"model_tokens = {tokens}\nmodel_parameters = {parameters}"
    assert failed("chinchilla_tokens_exercise", source, 1) == checks
    named = [d.id for d in judge("chinchilla_tokens_exercise", source, 1, diagnosed=True).diagnosis if "/" in d.id]
    assert named[:1] == ([] if mistake is None else [f"chinchilla_tokens_exercise/{mistake}"])


def test_another_unit_is_named() -> None:
    said = messages("chinchilla_tokens_exercise", "model_tokens = 60\nmodel_parameters = 25e9")["tokens"]
    assert said == "`model_tokens` is 60: that is right in thousands of millions (10^9), but stands there in ones."
