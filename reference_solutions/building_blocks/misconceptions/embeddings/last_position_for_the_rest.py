"""
en: Beyond n_max all tokens stand at the last position
es: Más allá de n_max todos los tokens están en la última posición

done: The position is cut off at n_max - 1, so all tokens from there on get the last row of the table.
why: The model can then no longer tell in which order they stand. It goes on without an error, and nobody is told that
    the text was too long.
try: Embed n_max + 2 times the same token. Which of the vectors are equal? What would you want to be told in that case?

hecho: La posición se recorta a n_max - 1, así que todos los tokens a partir de ahí reciben la última fila de la tabla.
por_que: El modelo ya no puede saber en qué orden están. Todo sigue sin ningún error, y nadie se entera de que el texto
    era demasiado largo.
prueba: Pasa n_max + 2 veces el mismo token. ¿Qué vectores son iguales? ¿Qué querrías que te dijeran en ese caso?

fails: longest_text
catalogue: GP-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, held at the last row."""
    return tokens[idx] + positions[np.minimum(np.arange(idx.shape[-1]), len(positions) - 1)]
