"""
en: Positions start at 1
es: Las posiciones empiezan en 1

done: The first token gets row 1 of the position table, and row 0 is never used.
why: A row is wasted, and a text of exactly n_max tokens asks for one row more than n_max: a table of n_max rows has no
    vector for its last token.
try: Embed a text of n_max tokens. Which rows of the table should it need, and which do you ask for?

hecho: El primer token recibe la fila 1 de la tabla de posiciones, y la fila 0 no se usa nunca.
por_que: Se desperdicia una fila, y un texto de exactamente n_max tokens pide una fila más de las n_max: una tabla de
    n_max filas no tiene vector para su último token.
prueba: Pasa un texto de n_max tokens. ¿Qué filas de la tabla debería necesitar, y cuáles pides tú?

fails: values, longest_text
catalogue: PE-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, from row 1 on."""
    return tokens[idx] + positions[np.arange(1, idx.shape[-1] + 1)]
