"""
en: The causal mask holds 0 and -inf
es: La máscara causal contiene 0 y -inf

done: You return numbers that can be added to the scores, instead of True for "may attend" and False for "blocked".
why: Many libraries do it so, and it works with an attention that adds. One that asks "is it True?" reads it the other
    way round: 0 counts as False, and -inf, not being 0, as True.
try: Print bool(0.0) and bool(-np.inf). Which cells of your mask would an attention that chooses by True keep?

hecho: Devuelves números que se pueden sumar a las puntuaciones, en vez de True para «puede atender» y False para
    «bloqueado».
por_que: Muchas bibliotecas lo hacen así, y funciona con una atención que suma. Una que pregunta «¿es True?» la lee al
    revés: 0 cuenta como False, y -inf, que no es 0, como True.
prueba: Imprime bool(0.0) y bool(-np.inf). ¿Qué casillas de tu máscara conservaría una atención que elige según True?

fails: causal
catalogue: MK-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.float64]:
    """0 where one may attend, else -inf."""
    return np.triu(np.full((n, n), -np.inf), k=1)
