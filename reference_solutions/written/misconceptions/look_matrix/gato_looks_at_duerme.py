"""
en: The other way round: "gato" looks at "duerme" most
es: Al revés: «gato» mira sobre todo a «duerme»

done: With your matrix it is the row of "gato" whose largest weight is at "duerme".
why: The word that looks gives the query, the one that is looked at the key. Attention isn't mutual: A[i, j] and A[j,
    i] are two numbers.
try: In which row of A must the large weight stand, and in which column? Whose key has to fit whose query?

hecho: Con tu matriz es en la fila de «gato» donde el peso mayor está en «duerme».
por_que: La palabra que mira pone la consulta; la que es mirada, la clave. La atención no es recíproca: A[i, j] y A[j,
    i] son dos números.
prueba: ¿En qué fila de A tiene que estar el peso grande, y en qué columna? ¿La clave de quién tiene que encajar con
    la consulta de quién?

fails: duerme_looks_at_gato
catalogue: AT-10
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....foundations.worked_examples import W_K, W_Q


def look_W_Q() -> NDArray[np.float64]:  # noqa: N802 - the matrix is called so
    """The example's."""
    return W_Q


def look_W_K() -> NDArray[np.float64]:  # noqa: N802 - the matrix is called so
    """The key of "duerme" is (1, 4), and the query of "gato" is (0, 2)."""
    W = W_K.copy()
    W[1] = [1, 3]
    W[3] = [1, -3]
    W[2] = [0, -2]
    return W
