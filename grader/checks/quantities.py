"""A number with or without a unit, as people write it: 471.9, (471.9, "GB"), "471,9 GB", "a factor of 4", "cuatro"."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass

from grader.model import Array, Value

__all__ = ["Quantity", "numbers_in", "quantity_in", "with_texts_read"]

_NUMBER = re.compile(r"[-+]?\d[\d\s_.,]*(?:e[-+]?\d+)?", re.I)
# A group of three after one separator: 1,050 is a thousand and fifty to some and one and a bit to others.
_AMBIGUOUS = re.compile(r"[-+]?[1-9]\d{0,2}[.,]\d{3}")
_GROUPED = re.compile(r"[-+]?\d{1,3}([.,]\d{3})+")
# Words that say what is counted, and no unit.
_COUNTED = {
    *("de", "of", "the", "los", "las", "token", "tokens", "parameter", "parameters", "parametro", "parametros"),
    *("conversation", "conversations", "conversacion", "conversaciones", "entry", "entries", "entrada", "entradas"),
    *("params", "param", "ones", "units", "unidades"),
    *("approx", "aprox", "about", "unos", "unas", "x", "times", "veces", "por", "conversation", "card", "tarjeta"),
    *("approximately", "aproximadamente", "roughly", "around", "alrededor", "nearly", "almost", "casi", "ca"),
    *("in", "en", "altogether"),
    *("a", "an", "un", "una", "total", "factor", "by", "it", "se", "is", "es", "as", "many", "much", "more", "mas"),
    *("larger", "grows", "crece", "multiplied", "multiplies", "multiplica", "multiplicado"),
}
# Numbers in words, and growth in a single one.  No 1: "un" and "one" are articles as well.
_WORDS = {
    **dict.fromkeys(("two", "twice", "dos", "double", "doubles", "doubled", "doble", "duplica", "twofold"), 2.0),
    **dict.fromkeys(("three", "tres", "triple", "triples", "tripled", "triplica", "threefold"), 3.0),
    **dict.fromkeys(("four", "cuatro", "quadruple", "quadruples", "quadrupled", "fourfold"), 4.0),
    **dict.fromkeys(("cuadruple", "cuadruplica"), 4.0),
    **dict.fromkeys(("eight", "ocho", "eightfold"), 8.0),
    **dict.fromkeys(("sixteen", "dieciseis"), 16.0),
}


@dataclass(frozen=True)
class Quantity:
    """`readings` are what the number may mean, the likeliest first: ``"1,050"`` has two.

    `unit` is the rest in small letters, without accents; empty where there is none.
    """

    readings: tuple[float, ...]
    unit: str = ""


def quantity_in(value: Value) -> Quantity | None:
    """None where `value` isn't one finite number with at most a text beside it.  True and False are no numbers."""
    if isinstance(value, Array):
        single = value.data.size == 1 and value.data.dtype.kind in "iuf"
        return _finite(Quantity((float(value.data.reshape(-1)[0]),))) if single else None
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        try:
            return _finite(Quantity((float(value),)))
        except OverflowError:
            return None
    if isinstance(value, str):
        return _in_text(value[:200])
    if isinstance(value, tuple) and len(value) == 1:
        return quantity_in(value[0])
    if isinstance(value, tuple) and len(value) == 2:
        texts = [part for part in value if isinstance(part, str)]
        if len(texts) == 2:
            return _in_text(" ".join(texts)[:200])
        numbers = [part for part in value if not isinstance(part, str)]
        alone = quantity_in(numbers[0]) if len(texts) == 1 and not isinstance(numbers[0], tuple) else None
        return None if alone is None else Quantity(alone.readings, _unit(texts[0]))
    return None


def numbers_in(text: str) -> tuple[float, ...]:
    """The numbers of a list in words, "1.72, 1.00", "(1,72; 1)" or "[1.72 1.00]"; () where there is anything else.

    Where nothing but commas stands between digits, each is a separator if a point or a space says so too.  Percents are
    parts of 1.
    """
    inner = re.sub(r"\s+%", "%", text[:200].strip().strip("()[]{} "))
    # "1,72; 1" and "1,72 1": a comma without a space after it is a decimal one where something else separates.
    parts = re.split(r"\s*;\s*", inner) if ";" in inner else re.split(r",\s+|\s+", inner)
    if len(parts) == 1:
        parts = inner.split(",")
    # 76.8% is 76.8e-2, the nearest number to 0.768
    found = [part.replace(",", ".").replace("%", "e-2") for part in parts if part]
    return _floats(*found) if all(re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)(e-2)?", part) for part in found) else ()


def with_texts_read(value: Value) -> Value:
    """`value` with numbers in the place of its texts: a text for each, for a row of them, or one for a whole table.

    It stays what it is where a text holds anything else.
    """
    read = _read(value)
    return value if read is None else read


def _read(value: Value) -> Value:
    """As :func:`with_texts_read`; None where a text can't be read."""
    if isinstance(value, tuple):
        parts = tuple(_read_part(part) for part in value)
        return None if any(part is None for part in parts) else parts
    if not isinstance(value, str):
        return value
    table = re.fullmatch(r"\s*[\[(]((?:\s*[\[(][^\[\]()]*[\])](?:\s*[,;])?)+)\s*[\])]\s*", value[:1000])
    if table is None:
        return numbers_in(value) or None
    rows = tuple(numbers_in(row) for row in re.findall(r"[\[(]([^\[\]()]*)[\])]", table[1]))
    return rows if all(rows) else None


def _read_part(part: Value) -> Value:
    """One number of a list, with its percent sign, or one row of a table."""
    if not isinstance(part, str) or "[" in part or "(" in part:
        return _read(part)
    alone = quantity_in(part)
    if alone is None or alone.unit not in ("", "%"):
        return None
    return alone.readings[0] if not alone.unit else float(f"{alone.readings[0]!r}e-2")


# A product with a power of ten: 6·10^10, 6x10^10, 6 × 10¹⁰, 6*10**10.
_POWER = re.compile(r"(?<=[\d.,])\s*[·⋅∙×x*]\s*10\s*(?:\^|\*\*)\s*[({]?\s*([-+]?\d+)\s*[)}]?", re.I)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


def _with_exponents(text: str) -> str:
    raised = re.sub("10([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda m: f"10^{m[1].translate(_SUPERSCRIPTS)}", text)
    return _POWER.sub(r"e\1", unicodedata.normalize("NFKC", raised))


def _with_commas(text: str) -> str:
    """1'05 is a Spanish hand's 1,05, and 1'050'624 a Swiss one's 1,050,624."""
    return re.sub(r"(?<=\d)['´’](?=\d)", ",", text)


def _finite(quantity: Quantity) -> Quantity | None:
    return quantity if all(map(math.isfinite, quantity.readings)) else None


def _in_text(text: str) -> Quantity | None:
    """The only number of `text`, in digits or in a word."""
    found = list(_NUMBER.finditer(_with_exponents(_with_commas(text))))
    if not found:
        return _in_words(text)
    if len(found) != 1:
        return None
    match = found[0]
    readings = _readings(re.sub(r"[\s_]", "", match[0]).rstrip(".,"))
    rest = f"{match.string[: match.start()]} {match.string[match.end() :]}"
    return None if not readings else Quantity(readings, _unit(rest))


def _in_words(text: str) -> Quantity | None:
    """Nothing but a number's own word and such as say what is counted: of "four hundred" we know too little."""
    left = _unit(text).split()
    return Quantity((_WORDS[left[0]],)) if len(left) == 1 and left[0] in _WORDS else None


def _readings(digits: str) -> tuple[float, ...]:
    grouped = digits.replace(".", "").replace(",", "")
    if _AMBIGUOUS.fullmatch(digits):
        return _floats(digits.replace(",", "."), grouped)
    if _GROUPED.fullmatch(digits) and len({c for c in digits if c in ".,"}) == 1 and digits.lstrip("+-")[0] != "0":
        return _floats(grouped)
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return _floats(digits)
    whole = digits[:last].replace(".", "").replace(",", "")
    return _floats(f"{whole}.{digits[last + 1 :]}")


def _floats(*texts: str) -> tuple[float, ...]:
    try:
        return tuple(number for number in map(float, texts) if math.isfinite(number))
    except ValueError:
        return ()


def _unit(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.lower())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(word for word in re.findall(r"[^\W\d_]+|%", letters) if word not in _COUNTED)
