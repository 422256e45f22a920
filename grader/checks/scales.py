"""Words for powers of ten beside a number: "1.05 millones", "60 thousand million", "25 B", "16.4 miles de millones".

The words themselves say which language's scale is meant: a billion is 10^9, and a billón is 10^12.
"""

from __future__ import annotations

from math import prod

__all__ = ["scale_in"]

_SCALES = {
    **dict.fromkeys(("k", "thousand", "thousands", "mil", "miles", "millar", "millares"), 1e3),
    **dict.fromkeys(("m", "mm", "mill", "million", "millions", "millon", "millones"), 1e6),
    **dict.fromkeys(("g", "b", "bn", "billion", "billions"), 1e9),
    **dict.fromkeys(("millardo", "millardos", "milliard", "milliards"), 1e9),
    **dict.fromkeys(("t", "trillion", "trillions", "billon", "billones"), 1e12),
    **dict.fromkeys(("trillon", "trillones"), 1e18),
}


def scale_in(unit: str) -> tuple[float, str]:
    """The power of ten that `unit` begins with, and the rest of it: "mil millones bytes" is 10^9, and bytes.

    `unit` is in small letters, without accents.
    """
    words = unit.split()
    count = next((at for at, word in enumerate(words) if word not in _SCALES), len(words))
    return prod((_SCALES[word] for word in words[:count]), start=1.0), " ".join(words[count:])
