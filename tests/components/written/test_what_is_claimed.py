"""In a written exercise only the answer is seen: what is said of it must be true however it was found."""

from __future__ import annotations

import re

import pytest

from grader.components import ASSIGNMENTS
from grader.course import load_misconceptions
from grader.model import Misconception
from grader.reports.language import say
from tests.components.judged import references

MISTAKES = [m for c in ASSIGNMENTS["written"] for m in load_misconceptions(references("written"), c.id)]
# Deeds on the way to an answer.  A choice, or words that were written, are the answer itself.
DEEDS = {
    "en": r"\bYou(?:'ve| have)? (?:divid|multipl|count|took|reckon|round|add|forgot|used)",
    "es": r"(?i)\b(?:has )?(?:dividiste|multiplicaste|contaste|tomaste|calculaste|sumaste|olvidaste|usaste|divid[eo]s|"
    r"calculas|cuentas)\b",
}


@pytest.mark.parametrize("lang", sorted(DEEDS))
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.id)
def test_a_mistake_is_told_by_the_answer_and_not_by_a_deed_that_nobody_saw(mistake: Misconception, lang: str) -> None:
    if mistake.id == "conversations_per_card/rounded_up":  # the only way to that answer, and it says "or not at all"
        return
    assert not re.search(DEEDS[lang], say(mistake.done, lang))
