"""
en: The positions are multiplied, not added
es: Las posiciones se multiplican en vez de sumarse

done: Each token's vector is multiplied by the vector of its position.
why: Where a position has a number near 0, the same feature of every token is wiped out there. In a sum, content and
    place stay beside each other, and the layers above can look at either.
try: Set the position table to zeros. What should be left of the tokens?

hecho: El vector de cada token se multiplica por el vector de su posición.
por_que: Donde una posición tiene un número cercano a 0, se borra esa característica de cualquier token. En una suma,
    el contenido y el lugar conviven, y las capas de arriba pueden mirar una cosa o la otra.
prueba: Pon a ceros la tabla de posiciones. ¿Qué debería quedar de los tokens?

fails: values, positions_added
catalogue: PE-13
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with a product."""
    return tokens[idx] * positions[: idx.shape[-1]]
