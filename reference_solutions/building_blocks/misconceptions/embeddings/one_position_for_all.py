"""
en: Every token gets the same position
es: Todos los tokens reciben la misma posición

done: To each token row 0 of the position table is added, wherever it stands.
why: What all tokens have in common tells none from another: without different positions, "dog bites man" and "man
    bites dog" are the same to attention.
try: Print the positions that you ask the table for in a text of four tokens. How many different numbers should there
    be?

hecho: A cada token se le suma la fila 0 de la tabla de posiciones, esté donde esté.
por_que: Lo que todos los tokens tienen en común no distingue a ninguno: sin posiciones distintas, «el perro muerde al
    hombre» y «el hombre muerde al perro» son lo mismo para la atención.
prueba: Imprime las posiciones que le pides a la tabla en un texto de cuatro tokens. ¿Cuántos números distintos debería
    haber?

fails: values, positions_added, longest_text
catalogue: PE-15
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with row 0 for all."""
    summed: NDArray[np.float64] = tokens[idx] + positions[0]
    return summed
