"""A number with or without a unit, as people write it: 471.9, (471.9, "GB"), "471,9 GB", "471 859 200 000 bytes"."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass

from grader.model import Array, Value

__all__ = ["Quantity", "numbers_in", "quantity_in"]

_NUMBER = re.compile(r"[-+]?\d[\d\s_.,]*(?:e[-+]?\d+)?", re.I)
# A group of three after one separator: 1,050 is a thousand and fifty to some and one and a bit to others.
_AMBIGUOUS = re.compile(r"[-+]?[1-9]\d{0,2}[.,]\d{3}")
_GROUPED = re.compile(r"[-+]?\d{1,3}([.,]\d{3})+")
# Words that say what is counted, and no unit.
_COUNTED = {
    *("de", "of", "the", "los", "las", "token", "tokens", "parameter", "parameters", "parametro", "parametros"),
    *("conversation", "conversations", "conversacion", "conversaciones", "entry", "entries", "entrada", "entradas"),
    *("approx", "aprox", "about", "unos", "unas", "x", "times", "veces", "por", "conversation", "card", "tarjeta"),
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

    Where nothing but commas stands between digits, each is a separator if a point or a space says so too.
    """
    inner = text[:200].strip().strip("()[]{} ")
    # "1,72; 1" and "1,72 1": a comma without a space after it is a decimal one where something else separates.
    parts = re.split(r"\s*;\s*", inner) if ";" in inner else re.split(r",\s+|\s+", inner)
    if len(parts) == 1:
        parts = inner.split(",")
    found = [part.replace(",", ".") for part in parts if part]
    return _floats(*found) if all(re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)", part) for part in found) else ()


# A product with a power of ten: 6·10^10, 6x10^10, 6 × 10¹⁰, 6*10**10.
_POWER = re.compile(r"(?<=[\d.,])\s*[·⋅∙×x*]\s*10\s*(?:\^|\*\*)\s*[({]?\s*([-+]?\d+)\s*[)}]?", re.I)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


def _with_exponents(text: str) -> str:
    raised = re.sub("10([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda m: f"10^{m[1].translate(_SUPERSCRIPTS)}", text)
    return _POWER.sub(r"e\1", unicodedata.normalize("NFKC", raised))


def _finite(quantity: Quantity) -> Quantity | None:
    return quantity if all(map(math.isfinite, quantity.readings)) else None


def _in_text(text: str) -> Quantity | None:
    """The only number of `text`."""
    found = list(_NUMBER.finditer(_with_exponents(text)))
    if len(found) != 1:
        return None
    match = found[0]
    readings = _readings(re.sub(r"[\s_]", "", match[0]).rstrip(".,"))
    rest = f"{match.string[: match.start()]} {match.string[match.end() :]}"
    return None if not readings else Quantity(readings, _unit(rest))


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
    return " ".join(word for word in re.findall(r"[^\W\d_]+", letters) if word not in _COUNTED)
