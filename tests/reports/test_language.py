"""Messages in the reader's language."""

import subprocess
import sys

import pytest

from grader.model import Text
from grader.reports.language import say, title_in
from tests.reports.hostile import HOSTILE


def test_a_message_is_said_in_spanish() -> None:
    assert say(Text("Points"), "es") == "Puntos"


def test_nested_messages_are_said_too() -> None:
    inner = Text("for review")
    assert say(Text("{title}: {note}", {"title": "MiniGPT", "note": inner}), "es") == "MiniGPT: por revisar"


@pytest.mark.parametrize("lang", ["en", "fr", "", "../../etc"])
def test_any_other_language_gives_english(lang: str) -> None:
    assert say(Text("Points"), lang) == "Points"


def test_a_message_without_a_translation_stays_english() -> None:
    assert say(Text("No catalogue has this {thing}.", {"thing": "sentence"}), "es") == "No catalogue has this sentence."


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_students_text_is_only_ever_filled_in(lang: str, text: str) -> None:
    said = say(Text("Note: {a}{b}", {"a": text, "b": Text("<{c}>", {"c": text})}), lang)
    assert said == f"Note: {text}<{text}>"


def test_a_students_text_goes_through_the_filter_of_the_format_and_ours_does_not() -> None:
    said = say(Text("a\n{x} {n}", {"x": "b\nc", "n": 3}), "en", lambda value: value.replace("\n", "|"))
    assert said == "a\nb|c 3"


def test_a_place_without_a_value_stays_visible() -> None:
    assert say(Text("{a} and {b}", {"a": "x"}), "en") == "x and {b}"


@pytest.mark.parametrize("template", ["set {1, 2", "}", "{", "{0} {x}"])
def test_a_stray_brace_of_ours_does_not_cost_the_report(template: str) -> None:
    assert say(Text(template, {"x": "y"}), "en")


def test_a_message_with_nothing_to_add_ends_with_its_full_stop() -> None:
    assert say(Text("{asked}: wrong. {cause}", {"asked": "f(x)", "cause": Text("")}), "en") == "f(x): wrong."


def test_a_texts_own_translation_is_taken() -> None:
    hint = Text("Look at {x} {{again}}.", {"x": "d_k"}, in_language={"es": "Mira {x} {{otra vez}}."})
    assert say(hint, "es") == "Mira d_k {otra vez}."
    assert say(hint, "en") == "Look at d_k {again}."


def test_the_empty_message_is_empty() -> None:
    assert say(Text(""), "es") == ""


def test_a_title_falls_back_to_english_and_then_to_any() -> None:
    assert title_in({"en": "Masks", "es": "Máscaras"}, "es") == "Máscaras"
    assert title_in({"en": "Masks"}, "es") == "Masks"
    assert title_in({"fr": "Masques"}, "es") == "Masques"
    assert title_in({}, "es") == ""


def test_saying_a_message_needs_no_babel() -> None:
    code = "import sys, grader.reports.language; assert 'babel' not in sys.modules and 'rich' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_message_speaks_of_the_students_name_in_every_language() -> None:
    text = Text("causal_mask({n})", {"n": 5}, {"es": "mascara_causal({n})"})
    theirs = text.about({"causal_mask": "mi_mascara", "mascara_causal": "mi_mascara"})
    assert [say(theirs, lang) for lang in ("en", "es")] == ["mi_mascara(5)", "mi_mascara(5)"]


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ("closest, {x}", "Closest, y"),
        ("attention of Q", "Attention of Q"),
        ("ámbito", "Ámbito"),
        ("lo más parecido, {x}", "Lo más parecido, y"),
        ("causal_mask(5): no", "causal_mask(5): no"),
        ("softmax(z) is off", "softmax(z) is off"),
        ("x (3, 4) and memory", "x (3, 4) and memory"),
        ("{x} differs", "y differs"),
    ],
)
def test_a_message_after_a_full_stop_begins_with_a_capital(inner: str, said: str) -> None:
    text = Text("{a}: it differs. {b}", {"a": Text("softmax of z"), "b": Text(inner, {"x": "y"})})
    assert say(text, "en") == f"softmax of z: it differs. {said}"


def test_a_students_text_keeps_its_first_letter() -> None:
    assert say(Text("It stopped. {why}", {"why": "division by zero"}), "en") == "It stopped. division by zero"
