"""
en: At temperature 0 the probabilities are NaN
es: Con temperatura 0 las probabilidades son NaN

done: The logits are divided by 0, and a token is to be drawn from the NaN that comes out.
why: Every comparison with NaN is false, so that a search through cumulative sums ends at the first or the last token,
    whatever the model said, and looks like an answer. A library's function stops further down, with an error that
    speaks of NaN and not of the temperature.
try: Print the probabilities for temperature = 0. Which token should it be, in the limit of smaller and smaller
    temperatures, and how could you get it without any division?

hecho: Los logits se dividen por 0, y hay que sortear un token a partir del NaN que sale.
por_que: Toda comparación con NaN es falsa, así que una búsqueda en las sumas acumuladas termina en el primer token o
    en el último, diga lo que diga el modelo, y parece una respuesta. Una función de biblioteca se detiene más abajo,
    con un error que habla de NaN y no de la temperatura.
prueba: Imprime las probabilidades con temperature = 0. ¿Qué token debería salir, en el límite de temperaturas cada
    vez menores, y cómo podrías obtenerlo sin dividir?

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
    """The right one but at 0, where a search through cumulative sums of NaN stays at the first token."""
    return right(logits, temperature, top_k, top_p) if temperature else 0
