"""
en: The position table is indexed by the tokens
es: La tabla de posiciones se indexa con los tokens

done: Both tables are asked for the rows of the token ids.
why: Then the second table says once more what the token is, and where it stands is lost. And a token id beyond n_max
    raises an IndexError that has nothing to do with the length of the text.
try: Embed a text that repeats one token four times. Are the four vectors different? Which numbers count the places of
    a text of n tokens?

hecho: A las dos tablas se les piden las filas de los ids de los tokens.
por_que: Así la segunda tabla vuelve a decir qué token es, y se pierde dónde está. Además, un id mayor que n_max
    provoca un IndexError que nada tiene que ver con la longitud del texto.
prueba: Pasa un texto que repita cuatro veces el mismo token. ¿Son distintos los cuatro vectores? ¿Qué números cuentan
    los lugares de un texto de n tokens?

fails: values, positions_added, longest_text
catalogue: PE-21
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with the wrong index."""
    return tokens[idx] + positions[idx]
