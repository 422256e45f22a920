"""
en: The matrix is transposed
es: La matriz está traspuesta

done: Your matrix is (2, 4): its rows are the numbers of a query, its columns the features.
why: In this course a token is a row and is multiplied from the left, x W; so W has as many rows as a token has
    features, here 4.
try: Which shape has X, and which must the result have? What shape is needed between the two?

hecho: Tu matriz es (2, 4): sus filas son los números de una consulta y sus columnas, los rasgos.
por_que: En este curso un token es una fila y se multiplica por la izquierda, x W; por eso W tiene tantas filas como
    rasgos tiene un token, aquí 4.
prueba: ¿Qué forma tiene X y cuál debe tener el resultado? ¿Qué forma hace falta entre las dos?

fails: duerme_looks_at_gato
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import look_matrix as reference


def look_W_Q() -> NDArray[np.float64]:  # noqa: N802 - the matrix is called so
    """A right one, (2, 4)."""
    return reference.look_W_Q().T
