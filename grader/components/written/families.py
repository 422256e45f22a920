"""Exercise 6.6: encoder, decoder, or both, for a chatbot, for ten million tickets, for translation.

Each family is meant for one of the three: the same word for all is no choice and earns nothing.  Words may be English
or Spanish, or the name of a well-known model of the family.
"""

from __future__ import annotations

import re

from grader.checks.answers import answer_of, note_answer, words_of
from grader.checks.claim import Claim
from grader.checks.student import Settled, Student
from grader.components.component import Component, Form, Role
from grader.model import Text, Value, Verdict

__all__ = ["COMPONENT", "family_in"]

CHATBOT, TICKETS, TRANSLATION = "chatbot_family", "tickets_family", "translation_family"

ENCODER, DECODER, BOTH = "encoder", "decoder", "encoder-decoder"

# The beginnings of words; "descodificador" is as good Spanish as "decodificador".
_BEGINNINGS = (
    (BOTH, ("seq2seq", "encdec", "encoderdecoder", "t5", "flan", "mt5", "bart", "mbart", "marian", "nllb", "pegasus")),
    (DECODER, ("decoder", "decodificador", "descodificador", "gpt", "chatgpt", "llama", "mistral", "claude", "gemini")),
    (DECODER, ("qwen", "gemma", "deepseek", "llm", "minigpt", "generativ")),
    (ENCODER, ("encoder", "codificador", "bert", "roberta", "distilbert", "deberta", "modernbert", "beto", "electra")),
)
_NOT = {"not", "no", "sin", "without", "ni", "nor", "never"}


def family_in(value: Value) -> str | None:
    """The family that a text names; None where it names none or leaves open which, or isn't text."""
    if not isinstance(value, str):
        return None
    alternatives = re.split(r"\b(?:or|o|u)\b", value[:2000].lower())
    if len(alternatives) > 1:
        named = {family for one in alternatives[:20] if (family := family_in(one)) is not None}
        return next(iter(named)) if len(named) == 1 else None
    found: set[str] = set()
    for clause in re.split(r"[,;.:()\n]", value[:2000]):
        words = words_of(clause) or []
        denied = next((at for at, word in enumerate(words) if word in _NOT), len(words))
        # "no decoder" says nothing of what it is; "not only an encoder" does.
        if words[denied + 1 : denied + 2] in (["only"], ["solo"]):
            denied = len(words)
        found |= {family for word in words[:denied] if (family := _family_of(word)) is not None}
    if BOTH in found or found >= {ENCODER, DECODER}:
        return BOTH
    return next(iter(found), None)


def _family_of(word: str) -> str | None:
    return next((family for family, known in _BEGINNINGS if word.startswith(known)), None)


def _family(student: Student, role: str) -> str:
    value = answer_of(student, role)
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        named = {family_in(part) for part in value} - {None}
        value = " ".join(map(str, value)) if named <= {ENCODER, DECODER} or len(named) == 1 else ""
    family = family_in(value)
    if family is None:
        raise Settled(
            Verdict.WRONG,
            Text(
                "`{name}`: one of the three families is expected, in words: encoder, decoder or encoder-decoder.",
                {"name": student.found[role].name},
            ),
        )
    return family


def _choice(role: str, student: Student) -> Text | None:
    try:
        own = _family(student, role)
    except Settled as settled:
        if settled.verdict is Verdict.WRONG:
            note_answer(student, role, "")  # a choice that is none: no known mistake chose like that
        raise
    others = [_quietly(student, other) for other in (CHATBOT, TICKETS, TRANSLATION) if other != role]
    if others == [own, own]:
        student.suspect("families/one_for_everything")
        return Text("You chose {family} for all three; each of them is best served by another family.", {"family": own})
    note_answer(student, role, own)
    if own == getattr(student.references.families, role)():
        return None
    return Text(
        "{family}: not the best choice here. What does the task need: a vector for a whole text, one more token after "
        "those that are there, or a new text from another one?",
        {"family": own},
    )


def _quietly(student: Student, role: str) -> str | None:
    try:
        return _family(student, role)
    except Settled:
        return None


def _claim(check: str, title: Text, role: str) -> Claim:
    return Claim(check, title, lambda student: _choice(role, student))


COMPONENT = Component(
    "families",
    (
        Form(
            "python",
            Text("choices"),
            "numpy",
            (
                Role(CHATBOT, "value", (), 0, ("familia_chatbot",), optional=True),
                Role(TICKETS, "value", (), 0, ("familia_tickets",), optional=True),
                Role(TRANSLATION, "value", (), 0, ("familia_traduccion",), optional=True),
            ),
            (
                _claim("chatbot", Text("for a chatbot"), CHATBOT),
                _claim("tickets", Text("for ten million tickets"), TICKETS),
                _claim("translation", Text("for translation"), TRANSLATION),
            ),
        ),
    ),
)
