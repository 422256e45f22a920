"""The tokenizer: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from grader.release.notebooks import read_source
from tests.components.judged import edited, failed, judge, messages

ASSIGNMENT = Path(__file__).parents[3] / "assignments" / "minigpt_lab"
SEEDS = (0, 1, 2)
EVERY = {"ids", "round_trip", "vocab_size", "own_text", "unknown"}

PLAIN = """
class CharTokenizer:
    def __init__(self, text):
        self.chars = sorted(set(text))
        self.stoi = {c: i for i, c in enumerate(self.chars)}
        self.itos = {i: c for i, c in enumerate(self.chars)}
        self.vocab_size = len(self.chars)
    def encode(self, s):
        return [self.stoi[c] for c in s]
    def decode(self, ids):
        return "".join(self.itos[int(i)] for i in ids)
"""

RIGHT = {
    "dicts": PLAIN,
    "in Spanish, tensors, a size that is computed": """
        class TokenizadorCaracteres:
            def __init__(self, texto: str):
                self.alfabeto = "".join(sorted(set(texto)))
            @property
            def tam_vocab(self):
                return len(self.alfabeto)
            def codificar(self, texto):
                return torch.tensor([self.alfabeto.index(c) for c in texto])
            def decodificar(self, ids):
                return "".join(self.alfabeto[i] for i in ids.tolist())
        """,
    "arrays, a method for the size, its own error": """
        class Tokenizer:
            def __init__(self, corpus):
                self.vocab = np.unique(list(corpus))
            def vocab_size(self):
                return self.vocab.size
            def encode(self, text):
                chars = np.array(list(text))
                ids = np.searchsorted(self.vocab, chars)
                if not np.array_equal(self.vocab[np.minimum(ids, len(self.vocab) - 1)], chars):
                    raise ValueError(f"unknown: {set(text) - set(self.vocab)}")
                return ids
            def decode(self, ids):
                return "".join(self.vocab[ids])
        """,
    "an alphabet that may be given, a length, ids of NumPy in a list": """
        class CharTokenizer:
            def __init__(self, text, alphabet=None):
                self.alphabet = alphabet or sorted(dict.fromkeys(text))
            def __len__(self):
                return len(self.alphabet)
            def encode(self, text):
                for c in text:
                    assert c in self.alphabet, c
                return [np.int64(self.alphabet.index(c)) for c in text]
            def decode(self, ids):
                text = ""
                for i in ids:
                    text += self.alphabet[i]
                return text
        """,
}

PLAIN_LETTERS = "''.join(c for c in unicodedata.normalize('NFD', {0}) if not unicodedata.combining(c))"


def folded(fold: str) -> dict[str, str]:
    """The text goes through `fold` before it's used."""
    return {
        "class Char": "import unicodedata\nclass Char",
        "sorted(set(text))": f"sorted(set({fold.format('text')}))",
        "for c in s]": f"for c in {fold.format('s')}]",
    }


# What PLAIN becomes, and every check that it then fails.
WRONG = {
    "in lower case": (folded("{0}.lower()"), {"ids", "round_trip", "vocab_size"}),
    "in capitals": (folded("{0}.upper()"), {"ids", "round_trip", "vocab_size"}),
    "without accents": (folded(PLAIN_LETTERS), {"ids", "round_trip", "vocab_size"}),
    "without accents, in lower case": (
        folded(PLAIN_LETTERS.replace("{0}", "{0}.lower()")),
        {"ids", "round_trip", "vocab_size"},
    ),
    "letters, digits and blanks only": (
        {"sorted(set(text))": "sorted(c for c in set(text) if c.isalnum() or c == ' ')"},
        {"ids", "round_trip", "vocab_size"},
    ),
    "accents left out of the alphabet": (
        {"sorted(set(text))": "sorted(c for c in set(text) if c < chr(128))"},
        EVERY - {"unknown"},
    ),
    "GP-19 not sorted": ({"sorted(set(text))": "list(set(text))"}, {"ids"}),
    "the order of appearance": ({"sorted(set(text))": "list(dict.fromkeys(text))"}, {"ids"}),
    "sorted backwards": ({"sorted(set(text))": "sorted(set(text), reverse=True)"}, {"ids"}),
    "sorted without regard to capitals": (
        {"sorted(set(text))": "sorted(sorted(set(text)), key=str.lower)"},
        {"ids"},
    ),
    "line breaks left out": (
        {"sorted(set(text))": "sorted(set(text) - {chr(10)})", "for c in s]": "for c in s if c != chr(10)]"},
        {"ids", "round_trip", "vocab_size"},
    ),
    "the first id is 1": ({"enumerate(self.chars)": "enumerate(self.chars, 1)"}, {"ids"}),
    "the first id is 1, but not for decode": (
        {"{c: i for i, c in enumerate(self.chars)}": "{c: i for i, c in enumerate(self.chars, 1)}"},
        {"ids", "round_trip"},
    ),
    "code points": (
        {"self.stoi[c]": "ord(c)", "self.itos[int(i)]": "chr(int(i))"},
        {"ids", "own_text", "unknown"},
    ),
    "an alphabet for all texts": (
        {"sorted(set(text))": "sorted({chr(i) for i in range(10, 256)})"},
        {"ids", "vocab_size", "own_text", "unknown"},
    ),
    "kept in the class": ({"self.": "CharTokenizer."}, {"own_text"}),
    "unknown characters dropped": ({"for c in s]": "for c in s if c in self.stoi]"}, {"unknown"}),
    "unknown characters are the first": ({"self.stoi[c]": "self.stoi.get(c, 0)"}, {"unknown"}),
    "unknown characters are None": ({"self.stoi[c]": "self.stoi.get(c)"}, {"unknown"}),
    "a place for unknown characters": (
        {"self.stoi[c]": "self.stoi.get(c, len(self.chars))", "= len(self.chars)": "= len(self.chars) + 1"},
        {"vocab_size", "unknown"},
    ),
    "decoded to a list": (
        {'"".join(self.itos[int(i)] for i in ids)': "[self.itos[int(i)] for i in ids]"},
        {"round_trip"},
    ),
    "decoded with blanks": ({'"".join': '" ".join'}, {"round_trip"}),
    "decoded backwards": ({"for i in ids)": "for i in reversed(ids))"}, {"round_trip"}),
    "the size of the text": ({"len(self.chars)": "len(text)"}, {"vocab_size"}),
    "the last id for the size": ({"len(self.chars)": "len(self.chars) - 1"}, {"vocab_size"}),
    "ids with fractions": ({"[self.stoi[c] for c in s]": "[float(self.stoi[c]) for c in s]"}, EVERY - {"vocab_size"}),
    "tables of the notebook's text": (
        {"class Char": "stoi = {c: i for i, c in enumerate('A ñ7.xyz')}\nclass Char", "self.stoi[c]": "stoi[c]"},
        EVERY - {"vocab_size"},
    ),
    "words": ({"set(text)": "set(text.split())", "for c in s": "for c in s.split()"}, EVERY),
    "blanks left out": (
        {"set(text)": "set(text) - set(' \\n')", "for c in s": "for c in s if not c.isspace()"},
        {"ids", "round_trip", "vocab_size"},
    ),
    "no decode": ({"def decode": "def inverse"}, {"round_trip"}),
}

TRIVIAL = {
    "zeros": ("0", "[0] * len(s)", "''"),
    "what goes in": ("text", "s", "ids"),
    "counting, and the text that it was built from": ("46", "list(range(len(s)))", "self.text[:len(ids)]"),
    "what went in last": ("None", "setattr(self, 'last', s) or list(range(len(s)))", "self.last"),
    "refusing everything": ("1/0", "1/0", "1/0"),
    "random ids": ("None", "list(map(int, np.random.randint(40, size=len(s))))", "'a' * len(ids)"),
}


changed = partial(edited, PLAIN)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("tokenizer", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    changes, expected = WRONG[mistake]
    assert failed("tokenizer", changed(changes), seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    size, encode, decode = TRIVIAL[answer]
    source = f"""
class CharTokenizer:
    def __init__(self, text):
        self.text = text
    vocab_size = property(lambda self: {size.replace("text", "self.text")})
    def encode(self, s):
        return {encode}
    def decode(self, ids):
        return {decode}
"""
    assert failed("tokenizer", source, 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("the order of appearance", "ids", "the order in which the characters first appear"),
        ("the first id is 1", "ids", "one too high"),
        ("sorted backwards", "ids", "The alphabet is sorted backwards."),
        ("unknown characters dropped", "unknown", "silently left out"),
        ("unknown characters are the first", "unknown", "it became 0"),
        ("unknown characters are None", "unknown", "it became None"),
        ("the size of the text", "vocab_size", "the length of the text"),
        ("decoded to a list", "round_trip", "a list of characters came back"),
        ("kept in the class", "own_text", "they share one alphabet"),
        ("in lower case", "vocab_size", "taken for others: 'A' = 'a'."),
        ("without accents", "vocab_size", "taken for others: 'á' = 'a'."),
        ("code points", "own_text", "the ids don't come from the text"),
        ("blanks left out", "round_trip", "one id for each of the"),
        ("no decode", "round_trip", "has no method 'decode' or 'decodificar'"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("tokenizer", changed(WRONG[mistake][0]))[check]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("GP-19 not sorted", {"tokenizer/order_of_a_set"}),
        ("the order of appearance", {"tokenizer/order_of_appearance"}),
        ("code points", {"tokenizer/code_points"}),
        ("a place for unknown characters", set()),
        ("unknown characters are None", set()),
        ("sorted backwards", set()),
        ("sorted without regard to capitals", set()),
        ("line breaks left out", set()),
        ("kept in the class", {"tokenizer/one_alphabet_for_all"}),
        ("unknown characters are the first", {"tokenizer/unknown_becomes_another"}),
        ("decoded with blanks", {"tokenizer/decoded_with_blanks"}),
        ("the last id for the size", {"tokenizer/last_id_for_the_size"}),
        ("tables of the notebook's text", {"tokenizer/tables_outside_the_object"}),
        ("words", set()),
        ("in lower case", {"tokenizer/everything_in_lower_case"}),
        ("in capitals", {"tokenizer/everything_in_lower_case"}),
        ("without accents", {"tokenizer/accents_left_out"}),
        ("without accents, in lower case", {"tokenizer/everything_in_lower_case", "tokenizer/accents_left_out"}),
        ("letters, digits and blanks only", set()),
        ("accents left out of the alphabet", set()),
    ],
)
def test_what_is_known_is_named_and_nothing_else(mistake: str, named: set[str]) -> None:
    grade = judge("tokenizer", changed(WRONG[mistake][0]), 1, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis} == named


@pytest.mark.parametrize(("error", "noted"), [("pass", False), ("raise ValueError('not found')", True)])
def test_an_error_that_does_not_name_the_character_is_noted_and_costs_nothing(error: str, noted: bool) -> None:
    stopped = f"if set(s) - set(self.chars): {error}\n        return"
    source = PLAIN.replace("return [self.stoi[c]", f"{stopped} [self.stoi[c]")
    (unknown,) = [check for check in judge("tokenizer", source, 1).checks if check.id == "unknown"]
    assert unknown.points == 1
    assert bool(unknown.notes) == noted


@pytest.mark.parametrize(("language", "name"), [("en", "text"), ("es", "texto")])
def test_the_text_in_the_notebook_is_the_corpus(language: str, name: str) -> None:
    (cell,) = [
        cell
        for cell in read_source(ASSIGNMENT / "source")
        if cell.languages == (language,) and cell.source.startswith(f'{name} = """')
    ]
    namespace: dict[str, str] = {}
    exec(cell.source, namespace)
    assert namespace[name] == (ASSIGNMENT / f"corpus.{language}.txt").read_text(encoding="utf-8")
