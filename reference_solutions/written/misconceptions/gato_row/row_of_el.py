"""
en: The row of another word: the query is that of "el"
es: La fila de otra palabra: la consulta es la de «el»

done: Your numbers are those of "el", which stand worked out above.
why: Each row of the attention belongs to the word that looks. For "gato" the query changes, and with it every score;
    the keys stay.
try: Which row of Q belongs to "gato"? Multiply that one by each of the three keys.

hecho: Tus números son los de «el», que están resueltos más arriba.
por_que: Cada fila de la atención pertenece a la palabra que mira. Para «gato» cambia la consulta, y con ella todas
    las puntuaciones; las claves no cambian.
prueba: ¿Qué fila de Q es la de «gato»? Multiplícala por cada una de las tres claves.

fails: scores, weights, output
catalogue: AT-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...gato_row import values


def gato_scores() -> NDArray[np.float64]:
    """0, 4 and 2, by √2."""
    scores: NDArray[np.float64] = np.array([0, 4, 2]) / np.sqrt(2)
    return scores


def gato_weights() -> NDArray[np.float64]:
    """Those of "el"."""
    return softmax(gato_scores())


def gato_output() -> NDArray[np.float64]:
    """That of "el"."""
    return gato_weights() @ values()
