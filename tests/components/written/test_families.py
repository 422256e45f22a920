"""Which family for what: English or Spanish words, or a model of the family."""

from __future__ import annotations

import pytest

from grader.components.written.families import family_in
from tests.components.judged import failed, judge

WORDS = {
    "encoder": [
        "encoder",
        "Encoder-only",
        "solo codificador",
        "BERT",
        "un modelo tipo BERT (encoder)",
        "RoBERTa",
        "CODIFICADOR",
        "an encoder, not a decoder",
        "encoder sin decoder",
    ],
    "decoder": [
        "decoder",
        "decoder-only",
        "Decodificador",
        "descodificador",
        "GPT-4",
        "a GPT, that is a decoder",
        "Llama 3",
        "modelo generativo",
        "decoder only (no encoder)",
    ],
    "encoder-decoder": [
        "encoder-decoder",
        "Encoder/Decoder",
        "encoder_decoder",
        "EncoderDecoder",
        "codificador-decodificador",
        "codificador y decodificador",
        "T5",
        "seq2seq",
        "not only an encoder, also a decoder: both",
    ],
}


@pytest.mark.parametrize(
    "text", ["decoder or encoder", "encoder o decoder", "an encoder or an encoder-decoder", "BERT, or GPT", "RNN"]
)
def test_who_leaves_it_open_names_none(text: str) -> None:
    assert family_in(text) is None


@pytest.mark.parametrize(
    ("text", "family"),
    [("T5 or BART", "encoder-decoder"), ("a decoder (GPT or Llama)", "decoder"), ("BERT o RoBERTa", "encoder")],
)
def test_two_models_of_a_family_name_it(text: str, family: str) -> None:
    assert family_in(text) == family


def test_a_list_of_all_is_no_choice() -> None:
    answers = {"chatbot_family": "'decoder'", "tickets_family": "'encoder'"}
    for listed, checks in (
        ("['encoder', 'decoder', 'encoder-decoder']", {"translation"}),
        ("('encoder', 'decoder')", set()),
    ):
        source = "\n".join(f"{name} = {value}" for name, value in {**answers, "translation_family": listed}.items())
        assert failed("families", source, 1) == checks


@pytest.mark.parametrize(("word", "family"), [(w, f) for f, words in WORDS.items() for w in words])
def test_a_family_has_many_names(word: str, family: str) -> None:
    assert family_in(word) == family


@pytest.mark.parametrize("value", ["transformer", "", "neither", 3.0, None, True, "no decoder"])
def test_what_names_none_is_none(value: object) -> None:
    assert family_in(value) is None  # type: ignore[arg-type]


def chosen(chatbot: str, tickets: str, translation: str) -> str:
    return f"chatbot_family = {chatbot!r}\nfamilia_tickets = {tickets!r}\nfamilia_traduccion = {translation!r}"


def test_each_family_for_its_task_is_right() -> None:
    assert failed("families", chosen("un decoder", "BERT", "T5"), 1) == set()
    assert failed("families", "def chatbot_family(): return 'GPT'", 1) == {"tickets", "translation"}


@pytest.mark.parametrize(
    ("choice", "checks", "mistake"),
    [
        (("GPT", "GPT-4o", "T5"), {"tickets"}, "generator_for_the_tickets"),
        (("encoder", "BERT", "T5"), {"chatbot"}, "encoder_for_the_chatbot"),
        (("decoder", "encoder", "gpt"), {"translation"}, "decoder_for_the_translation"),
        (("decoder", "encoder", "codificador"), {"translation"}, "encoder_for_the_translation"),
        (("decoder", "decoder", "decodificador"), {"chatbot", "tickets", "translation"}, "one_for_everything"),
        (("encoder", "encoder", "encoder"), {"chatbot", "tickets", "translation"}, "one_for_everything"),
    ],
)
def test_a_wrong_choice_fails_its_own_check(choice: tuple[str, str, str], checks: set[str], mistake: str) -> None:
    assert failed("families", chosen(*choice), 1) == checks
    assert judge("families", chosen(*choice), 1, diagnosed=True).diagnosis[0].id == f"families/{mistake}"


def test_a_choice_that_cannot_be_read_is_not_taken_for_a_known_one() -> None:
    grade = judge("families", chosen("GPT", "something cheap", "GPT"), 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["families/decoder_for_the_translation"]
