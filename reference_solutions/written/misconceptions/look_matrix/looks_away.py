"""
en: The sign is turned round: "duerme" looks at "gato" least
es: El signo está al revés: «duerme» mira a «gato» menos que a nadie

done: With your matrix the score of gato is the lowest of the three.
why: A softmax gives the most to the highest score. What points away from a key, a negative product, is as good as not
    looking.
try: Print the three scores of "duerme". Which would be the highest if you turned the sign of what you added?

hecho: Con tu matriz, la puntuación de gato es la más baja de las tres.
por_que: El softmax da más a la puntuación más alta. Lo que apunta en dirección contraria a una clave, un producto
    negativo, es como no mirar.
prueba: Imprime las tres puntuaciones de «duerme». ¿Cuál sería la más alta si cambiaras el signo de lo que añadiste?

fails: duerme_looks_at_gato
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....foundations.worked_examples import W_Q


def look_W_Q() -> NDArray[np.float64]:  # noqa: N802 - the matrix is called so
    """The query of "duerme" is (0, 2)."""
    W = W_Q.copy()
    W[0] = W[1]
    return W
