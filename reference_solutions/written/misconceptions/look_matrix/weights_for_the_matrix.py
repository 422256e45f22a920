"""
en: The attention itself is given, and not the matrix
es: Se da la propia atención y no la matriz

done: Your answer is (3, 3): the weights that should come out.
why: Nobody writes the weights of an attention: they follow from the words and the matrices. What a model learns is
    W_Q and W_K.
try: Which matrix would have to change for your weights to come out? Begin with the query that "duerme" needs.

hecho: Tu respuesta es (3, 3): los pesos que deberían salir.
por_que: Nadie escribe los pesos de una atención: salen de las palabras y de las matrices. Lo que aprende un modelo
    son W_Q y W_K.
prueba: ¿Qué matriz tendría que cambiar para que salieran tus pesos? Empieza por la consulta que necesita «duerme».

fails: duerme_looks_at_gato
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def look_W_Q() -> NDArray[np.float64]:  # noqa: N802 - the matrix is called so
    """What should come out."""
    return np.array([[0.05, 0.77, 0.18], [0.77, 0.05, 0.18], [0.1, 0.8, 0.1]])
