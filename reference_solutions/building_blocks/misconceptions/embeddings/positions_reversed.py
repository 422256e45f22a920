"""
en: The positions run backwards
es: Las posiciones van hacia atrás

done: The last token gets row 0 of the position table and the first one the last row that is used.
why: The vector of the first token then depends on how long the text is: when a model that generates adds a token, all
    the others seem to move.
try: Embed a text, and the same text with one token more. Should the vectors of the tokens that were there before
    change?

hecho: El último token recibe la fila 0 de la tabla de posiciones, y el primero, la última fila que se usa.
por_que: El vector del primer token depende entonces de lo largo que sea el texto: cuando un modelo que genera añade un
    token, todos los demás parecen moverse.
prueba: Pasa un texto, y el mismo texto con un token más. ¿Deberían cambiar los vectores de los tokens que ya estaban?

fails: values
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, backwards."""
    return tokens[idx] + positions[: idx.shape[-1]][::-1]
