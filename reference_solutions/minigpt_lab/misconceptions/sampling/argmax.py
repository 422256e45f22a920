"""
en: Always the most probable token is taken
es: Se toma siempre el token más probable

done: The next token is the argmax of the logits, where it should be drawn at random.
why: A text of nothing but safe choices soon repeats itself. Temperature, top-k and top-p can't help: none of them
    changes which logit is the largest.
try: If a model gives 'a' 51 % and 'b' 49 %, how often should 'b' come up in 100 draws? Count how often it does.

hecho: El token siguiente es el argmax de los logits, cuando debería sortearse.
por_que: Un texto hecho solo de opciones seguras se repite pronto. La temperatura, top-k y top-p no ayudan: ninguno
    cambia cuál es el logit mayor.
prueba: Si un modelo da a «a» un 51 % y a «b» un 49 %, ¿cuántas veces debería salir «b» en 100 sorteos? Cuenta cuántas
    sale.

fails: temperature, greedy, top_k, top_p, reproducible
catalogue: GE-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """No chance at all."""
    return int(np.argmax(logits))
