"""
en: At temperature 0 the probabilities are NaN, and a token is drawn all the same
es: Con temperatura 0 las probabilidades son NaN, y aun así se sortea un token

done: The logits are divided by 0, and your way of drawing doesn't mind that NaN comes out: it always finds the same
    token.
why: Every comparison with NaN is false, so a search through cumulative sums ends at the first or the last token,
    whatever the model said. It looks like an answer.
try: Print the probabilities for temperature = 0. Which token should it be, in the limit of smaller and smaller
    temperatures, and how could you get it without any division?

hecho: Los logits se dividen por 0, y a tu forma de sortear no le importa que salga NaN: encuentra siempre el mismo
    token.
por_que: Toda comparación con NaN es falsa, así que una búsqueda en las sumas acumuladas termina en el primer token o
    en el último, diga lo que diga el modelo. Parece una respuesta.
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
