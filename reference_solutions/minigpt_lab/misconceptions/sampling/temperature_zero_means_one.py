"""
en: Temperature 0 is taken for 1
es: La temperatura 0 se toma por 1

done: Something like `temperature or 1.0`, or an `if temperature:`, treats 0 as if nothing had been passed.
why: Who asks for 0 wants no chance at all: always the most probable token. Here they get an ordinary draw and, since
    nothing complains, they may never notice.
try: What are bool(0.0) and 0.0 or 1.0 in Python? And what do the probabilities tend to as T goes to 0?

hecho: Algo como `temperature or 1.0`, o un `if temperature:`, trata el 0 como si no se hubiera pasado nada.
por_que: Quien pide 0 no quiere nada de azar: siempre el token más probable. Aquí recibe un sorteo corriente y, como
    nada se queja, quizá no lo note nunca.
prueba: ¿Cuánto valen en Python bool(0.0) y 0.0 or 1.0? ¿Y a qué tienden las probabilidades cuando T tiende a 0?

fails: greedy
catalogue: GE-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one but at 0."""
    return right(logits, temperature or 1.0, top_k, top_p)
