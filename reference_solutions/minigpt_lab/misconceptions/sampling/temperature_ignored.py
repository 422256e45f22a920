"""
en: The temperature has no effect
es: La temperatura no tiene efecto

done: The tokens come up as if the temperature were always 1.
why: Whoever asks for a careful text and whoever asks for a bold one get the same. Since a text always comes, nothing
    tells you.
try: Draw 200 tokens from logits [2, 0] at temperature 0.1 and at 10, and count. Follow the parameter through your
    function: where is it read, and does anything further down undo what it did?

hecho: Los tokens salen como si la temperatura fuera siempre 1.
por_que: Quien pide un texto prudente y quien pide uno atrevido reciben lo mismo. Como siempre sale un texto, nada te
    avisa.
prueba: Sortea 200 tokens de los logits [2, 0] con temperatura 0.1 y con 10, y cuéntalos. Sigue el parámetro por tu
    función: ¿dónde se lee, y hay algo más abajo que deshaga su efecto?

fails: temperature, greedy
catalogue: GE-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one at 1."""
    return right(logits, 1.0, top_k, top_p)
