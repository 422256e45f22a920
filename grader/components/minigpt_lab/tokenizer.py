"""The tokenizer: ``CharTokenizer(text)`` with ``encode``, ``decode`` and ``vocab_size``.

Ids are the positions in the sorted alphabet of the text: any order would do for one run, but only one that depends on
nothing else than the text is there again in the next.  An unknown character must be refused; with which exception is
free.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.objects import answer, construct
from grader.checks.student import Settled, Student
from grader.checks.tokenizers import Coder, ids_in, quoted, shown_ids
from grader.components.component import Component, Form, Role
from grader.model import Raised, Text, Verdict

__all__ = ["COMPONENT"]

ROLE = "CharTokenizer"

# Characters that are easily lost: both cases of a letter, accents, blanks, digits.
_ALWAYS = "Aaá \n7ñ.Z"
_MORE = "bcdefghijkmopqrsuvwyBCDEGHLMOPRTÁÉíóúü¿?¡!,;:-0123"
_PLAIN = "bcdefghijkmopqrsuvwy"
STRANGER = "x"  # in none of the texts, nor is its capital


@dataclass(frozen=True)
class Sample:
    """A text to build a tokenizer from, and its alphabet in several orders, of which no two are the same."""

    text: str
    sorted: tuple[str, ...]
    first_seen: tuple[str, ...]
    by_frequency: tuple[str, ...]


def sample(student: Student, label: str, more: int, of: str = _MORE) -> Sample:
    """A text with `more` characters of `of` beside those of `_ALWAYS`, each with a frequency of its own."""
    dice = student.dice(f"tokenizer.{label}")
    while True:
        letters = [*_ALWAYS, *map(str, dice.choice(list(of), more, replace=False))]
        letters = list(map(str, dice.permutation(letters)))
        repeated = [letter for count, letter in enumerate(letters, start=1) for _ in range(count)]
        text = "".join(map(str, dice.permutation(repeated)))
        made = Sample(
            text,
            tuple(sorted(set(text))),
            tuple(dict.fromkeys(text)),
            tuple(letter for letter, _ in Counter(text).most_common()),
        )
        if len({made.sorted, made.first_seen, made.by_frequency}) == 3:
            return made


def a_word(student: Student, label: str, alphabet: tuple[str, ...], length: int = 8) -> str:
    return "".join(map(str, student.dice(f"tokenizer.{label}").permutation(alphabet)[:length]))


def built(student: Student, text: str) -> Coder:
    asked = Text("{name}(text)", {"name": student.found[ROLE].name})
    return Coder(student, construct(student, ROLE, text, asked=asked))


# -- the claims ------------------------------------------------------------------------------------


def ids(student: Student) -> Text | None:
    try:
        return _other_ids(student)
    except Settled as settled:
        if settled.verdict is Verdict.RAISED and _one_table(student):
            student.suspect("tokenizer/tables_outside_the_object")
        raise


def _one_table(student: Student) -> bool:
    """Do tokenizers of two texts know the same characters, and not all of their own, under the same ids?"""
    one, other = _apart(student)
    coders = built(student, one.text), built(student, other.text)
    letters = [letter for letter in one.sorted if letter in other.sorted]
    known = [[_id_of(coder, letter) for letter in letters] for coder in coders]
    return known[0] == known[1] and None in known[0] and len(letters) - known[0].count(None) >= 2


def _id_of(coder: Coder, letter: str) -> int | None:
    try:
        return int(coder.encode(letter)[0][0])
    except Settled:
        return None


def _other_ids(student: Student) -> Text | None:
    for label, more in (("ids.one", 3), ("ids.two", 11)):
        made = sample(student, label, more)
        coder = built(student, made.text)
        for word in ("".join(made.sorted), a_word(student, label, made.first_seen)):
            got, _ = coder.encode(word)
            expected = np.array(student.references.tokenizer.CharTokenizer(made.text).encode(word))
            if not np.array_equal(got, expected):
                everything, _ = coder.encode("".join(made.sorted))
                return Text(
                    "{encode} of {word} gives {got}; the positions in the sorted alphabet are {expected}. {cause}",
                    {
                        "encode": coder.encode_name,
                        "word": quoted(word),
                        "got": shown_ids(got),
                        "expected": shown_ids(expected),
                        "cause": _named(student, coder, made, everything),
                    },
                )
    return None


def _named(student: Student, coder: Coder, made: Sample, got: NDArray[np.int64]) -> Text:
    """What the ids of the whole alphabet, in its sorted order, are instead."""
    places = np.arange(len(made.sorted))
    known: dict[str, tuple[list[int], Text]] = {
        "ids_from_one": (list(places + 1), Text("They are one too high: the first id is 0.")),
        "code_points": (
            [ord(letter) for letter in made.sorted],
            Text("They are the characters' code points, whatever the text."),
        ),
        "order_of_appearance": (
            [made.first_seen.index(letter) for letter in made.sorted],
            Text("They follow the order in which the characters first appear."),
        ),
        "ordered_by_frequency": (
            [made.by_frequency.index(letter) for letter in made.sorted],
            Text("They follow how often the characters appear."),
        ),
    }
    for name, (values, meaning) in known.items():
        if list(got) == values:
            student.suspect(f"tokenizer/{name}")
            return meaning
    if len(set(got)) < len(got):
        name_what_is_made_alike(student, coder)
        return Text("Different characters have the same id.")
    if list(got) == list(places[::-1]):
        return Text("The alphabet is sorted backwards.")
    if sorted(got) == list(places):
        folded = [made.sorted[at].lower() for at in np.argsort(got)]
        if folded == sorted(folded):
            return Text("The alphabet is sorted as if capital letters were small ones.")
    if sorted(got) == list(places):
        student.suspect("tokenizer/order_of_a_set")
        return Text("The alphabet isn't sorted.")
    return Text("")


def round_trip(student: Student) -> Text | None:
    made = sample(student, "round_trip", 6)
    coder = built(student, made.text)
    words = [made.text[:40], a_word(student, "round_trip", made.sorted), "".join(made.sorted[::-1])]
    # All are encoded before any is decoded: a text that was merely remembered isn't decoded.
    encoded = [coder.encode(word)[1] for word in words]
    for word, value in zip(words, encoded, strict=True):
        asked = Text(
            "{decode} of what {encode} gives for {word}",
            {"decode": coder.decode_name, "encode": coder.encode_name, "word": quoted(word)},
        )
        got = coder.decode(value, asked)
        if got == word:
            continue
        if isinstance(got, tuple) and got == tuple(word):
            student.suspect("tokenizer/decode_gives_a_list")
            return Text("{asked}: a list of characters came back; one text is expected.", {"asked": asked})
        if not isinstance(got, str):
            return Text("{asked}: the same text is expected, as a str.", {"asked": asked})
        if got == " ".join(word):
            student.suspect("tokenizer/decoded_with_blanks")
        name_what_is_made_alike(student, coder)
        return Text("{asked}: got {got}.", {"asked": asked, "got": quoted(got)})
    return None


def vocab_size(student: Student) -> Text | None:
    whole = sample(student, "size.one", 2).text
    # A text of one word, too: words must not be what is counted.
    words = "".join(whole.split())
    for text in (whole, words, sample(student, "size.two", 9).text):
        coder = built(student, text)
        got, expected = coder.vocab_size(), len(set(text))
        if type(got) is int and got == expected:
            continue
        values: dict[str, str | int | float | Text] = {"got": quoted(got), "expected": expected}
        if got == len(text):
            student.suspect("tokenizer/length_of_the_text")
            return Text(
                "vocab_size is {got}, the length of the text; {expected} different characters are in it.", values
            )
        alike = name_what_is_made_alike(student, coder)
        if got == len({alike_for(letter, alike) for letter in set(text)}) < expected:
            return Text(
                "vocab_size is {got}; {expected} different characters are in the text, of which some are taken for "
                "others: {pairs}.",
                values | {"pairs": ", ".join(_PAIRS[kind] for kind in sorted(alike))},
            )
        if got == expected - 1 and got == _last_id(coder, text):
            student.suspect("tokenizer/last_id_for_the_size")
        return Text("vocab_size is {got}; {expected} different characters are in the text.", values)
    return None


def _last_id(coder: Coder, text: str) -> int | None:
    """The largest id, where all characters of `text` have ids of their own."""
    letters = "".join(sorted(set(text)))
    try:
        ids, _ = coder.encode(letters)
    except Settled:
        return None
    return int(ids.max()) if len(set(ids)) == len(letters) else None


# Two of each kind are in every sample, of which the tokenizer may make one.
_PAIRS = {"case": "'A' = 'a'", "accent": "'á' = 'a'"}
_NAMES = {"case": "everything_in_lower_case", "accent": "accents_left_out"}


def name_what_is_made_alike(student: Student, coder: Coder) -> frozenset[str]:
    """The kinds of characters of which two get one id, as 'A' or 'á' the one of 'a'; all are in every sample."""
    try:
        ids = {letter: int(coder.encode(letter)[0][0]) for letter in "AaáñZ"}
    except Settled:
        return frozenset()
    if len({ids["a"], ids["ñ"], ids["Z"]}) < 3:  # no folding, which leaves these apart
        return frozenset()
    alike = frozenset(kind for kind, letter in (("case", "A"), ("accent", "á")) if ids[letter] == ids["a"])
    for kind in sorted(alike):
        student.suspect(f"tokenizer/{_NAMES[kind]}")
    return alike


def alike_for(letter: str, alike: frozenset[str]) -> str:
    """What `letter` becomes where these kinds are made alike."""
    if "case" in alike:
        letter = letter.lower()
    if "accent" in alike:
        letter = "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))
    return letter


def own_text(student: Student) -> Text | None:
    """Two tokenizers of different texts give a letter that they share different ids, and don't disturb each other."""
    one, other = _apart(student)
    # Blanks and signs are left out, since losing them is judged elsewhere.
    shared = [letter for letter in one.sorted if letter in other.sorted and letter.isalnum()]
    word = "".join(map(str, student.dice("tokenizer.shared").permutation(shared)))
    first = built(student, one.text)
    before, _ = first.encode(word)
    second = built(student, other.text)
    if isinstance(first.reply_to(word), Raised) or not np.array_equal(first.encode(word)[0], before):
        student.suspect("tokenizer/one_alphabet_for_all")
        return Text(
            "After a second tokenizer was built from another text, the first one no longer gives the ids that it gave "
            "before: they share one alphabet."
        )
    got, _ = second.encode(word)
    if np.array_equal(got, before):
        return Text(
            "Tokenizers of two texts with different alphabets give {word} the same ids, {got}: the ids don't come from "
            "the text.",
            {"word": quoted(word), "got": shown_ids(got)},
        )
    return None


def _apart(student: Student) -> tuple[Sample, Sample]:
    """Two texts in which the letters that both have stand elsewhere in the alphabet, in whatever order it is."""
    one = sample(student, "own.one", 4)
    for number in range(1000):
        other = sample(student, f"own.two.{number}", 12)
        shared = [letter for letter in one.sorted if letter in other.sorted and letter.isalnum()]
        both = zip(
            (one.sorted, one.first_seen, one.by_frequency),
            (other.sorted, other.first_seen, other.by_frequency),
            strict=True,
        )
        if all([a.index(x) for x in shared] != [b.index(x) for x in shared] for a, b in both):
            return one, other
    raise AssertionError("no two texts with different alphabets")


def unknown(student: Student) -> Text | None:
    made = sample(student, "unknown", 7, _PLAIN)
    coder = built(student, made.text)
    # No blanks, signs, capitals or accents: a tokenizer that loses these is judged elsewhere.
    plain = tuple(letter for letter in made.sorted if letter in _PLAIN)
    word = a_word(student, "unknown", plain)
    known, _ = coder.encode(word)  # one that refuses everything, or tells no characters apart, refuses nothing here
    if len(set(known)) < len(word):
        raise Settled(Verdict.WRONG, Text("Different characters have the same id."))
    reply = coder.reply_to(word[:4] + STRANGER + word[4:])
    if isinstance(reply, Raised):
        if STRANGER not in reply.message:
            student.note(
                Text(
                    "The error for an unknown character doesn't say which one it is ({error}). Whoever reads it will "
                    "want to know.",
                    {"error": f"{reply.type_name}: {reply.in_brief(80)}"},
                )
            )
        return None
    values: dict[str, str | int | float | Text] = {
        "encode": coder.encode_name,
        "word": quoted(word),
        "stranger": quoted(STRANGER),
    }
    got = ids_in(answer(reply, Text("{encode} of {text}", values | {"text": values["word"]})))
    if got is not None and len(got) <= len(word):
        student.suspect("tokenizer/unknown_dropped")
        return Text(
            "{encode} of {word} with the unknown character {stranger} in the middle raises no error: the character is "
            "silently left out.",
            values,
        )
    # None, or an id that stands for what's unknown alone, is no other character's.
    if got is not None and int(got[4]) in {_id_of(coder, letter) for letter in made.sorted}:
        student.suspect("tokenizer/unknown_becomes_another")
    return Text(
        "{encode} of {word} with the unknown character {stranger} in the middle raises no error: it became {got}.",
        values | {"got": "None" if got is None else str(int(got[4]))},
    )


COMPONENT = Component(
    "tokenizer",
    (
        Form(
            "python",
            Text("class"),
            "numpy",
            (
                Role(
                    ROLE,
                    "class",
                    ("text",),
                    1,
                    (
                        "TokenizadorCaracteres",
                        "TokenizadorDeCaracteres",
                        "CharacterTokenizer",
                        "TokenizadorChar",
                        "Tokenizador",
                        "Tokenizer",
                    ),
                ),
            ),
            (
                Claim("ids", Text("ids are positions in the sorted alphabet"), ids),
                Claim("round_trip", Text("decoding gives the text back"), round_trip),
                Claim("vocab_size", Text("vocab_size counts the different characters"), vocab_size),
                Claim("own_text", Text("each tokenizer has the alphabet of its own text"), own_text),
                Claim("unknown", Text("an unknown character is an error"), unknown),
            ),
        ),
    ),
)
