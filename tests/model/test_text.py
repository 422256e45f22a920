"""Messages speak of what the student calls things."""

from __future__ import annotations

import pytest

from grader.model import Text
from grader.model.text import in_code
from grader.reports.html import rich

NAMES = {"causal_mask": "mascara_causal", "attention": "atencion", "GroupedQueryAttention": "AtencionConsultaAgrupada"}


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("causal_mask(5): upside down", "mascara_causal(5): upside down"),
        ("Is there a `causal_mask`?", "Is there a `mascara_causal`?"),
        ("the shape of causal_mask", "the shape of mascara_causal"),
        ("attention(Q, K, V) and attention", "atencion(Q, K, V) and attention"),
        ("GroupedQueryAttention(24, 6, 3) has", "AtencionConsultaAgrupada(24, 6, 3) has"),
        ("GroupedQueryAttention shares keys", "GroupedQueryAttention shares keys"),
        ("my_causal_mask, causal_mask2 and nn.causal_mask", "my_causal_mask, causal_mask2 and nn.causal_mask"),
    ],
)
def test_the_courses_name_of_a_part_becomes_the_students(template: str, said: str) -> None:
    assert str(Text(template).about(NAMES)) == said


def test_names_are_changed_in_what_is_filled_in_by_us_and_never_in_a_students_text() -> None:
    values: dict[str, str | int | float | Text] = {
        "asked": Text("causal_mask(3)"),
        "error": "causal_mask(7)",
        "causal_mask": 1,
    }
    text = Text("{asked}: {error} {causal_mask}", values)
    assert str(text.about(NAMES)) == "mascara_causal(3): causal_mask(7) 1"


def test_a_message_without_names_stays_as_it_is() -> None:
    assert str(Text("causal_mask({n})", {"n": 3})) == "causal_mask(3)"


def test_names_in_a_row_are_each_marked_as_code() -> None:
    note = Text("It builds on {names}.", {"names": in_code(["softmax", "atencion"])})
    assert str(note) == "It builds on `softmax`, `atencion`."
    assert "`" not in rich(note, "en")
    assert rich(note, "en").count("<code>") == 2
