"""
en: Beyond n_max the positions begin anew
es: Más allá de n_max las posiciones vuelven a empezar

done: The position is taken modulo n_max.
why: Token n_max then stands at the same place as another, for all that the model can tell. It goes on without an
    error, and with a text in which two tokens share each place.
try: Embed n_max + 1 times the same token. Which two of the vectors are equal? What would you want to be told in that
    case?

hecho: La posición se toma módulo n_max.
por_que: El token n_max queda entonces en el mismo lugar que otro, hasta donde el modelo puede saber. Todo sigue sin
    ningún error, y con un texto en el que dos tokens comparten lugar.
prueba: Pasa n_max + 1 veces el mismo token. ¿Qué dos vectores son iguales? ¿Qué querrías que te dijeran en ese caso?

fails: longest_text
catalogue: GP-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, modulo n_max."""
    return tokens[idx] + positions[np.arange(idx.shape[-1]) % len(positions)]
