"""
en: "duerme" still looks at all three words alike
es: «duerme» sigue mirando por igual a las tres palabras

done: With your matrix the three scores of "duerme" come out the same, as in the example.
why: Where all scores are equal the softmax has nothing to choose by. The features of "duerme" are the first two: what
    the other two rows of W_Q hold never gets into its query.
try: Compute the query of "duerme" and its product with each key. Which number of the query should grow to favour
    gato, whose key is (2, 0)?

hecho: Con tu matriz, las tres puntuaciones de «duerme» salen iguales, como en el ejemplo.
por_que: Si todas las puntuaciones son iguales, el softmax no tiene por qué elegir. Los rasgos de «duerme» son los dos
    primeros: lo que haya en las otras dos filas de W_Q no llega nunca a su consulta.
prueba: Calcula la consulta de «duerme» y su producto con cada clave. ¿Qué número de la consulta debería crecer para
    favorecer a gato, cuya clave es (2, 0)?

fails: duerme_looks_at_gato
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....foundations.worked_examples import W_Q


def look_W_Q() -> NDArray[np.float64]:  # noqa: N802 - the matrix is called so
    """Larger, but as even as before."""
    return 2 * W_Q
