"""
en: Large scores are cut off at a limit
es: Las puntuaciones grandes se recortan en un límite

done: To keep exp from overflowing, scores beyond a fixed limit are replaced by the limit.
why: Nothing overflows any more, but the differences are gone: 1000 and 1001 become the same number and get the same
    probability, though the second should win by a factor of e. And -inf becomes an ordinary small number, so that a
    blocked key isn't quite blocked.
try: Compare [1000, 1001] with [0, 1]. What could make the numbers small and yet leave the differences between them
    alone?

hecho: Para que exp no se desborde, las puntuaciones que pasan de un límite fijo se sustituyen por el límite.
por_que: Ya no se desborda nada, pero las diferencias se pierden: 1000 y 1001 se vuelven el mismo número y reciben la
    misma probabilidad, aunque el segundo debería ganar por un factor e. Y -inf pasa a ser un número pequeño
    cualquiera, de modo que una clave bloqueada no lo está del todo.
prueba: Compara [1000, 1001] con [0, 1]. ¿Qué haría pequeños los números sin tocar las diferencias entre ellos?

fails: stable, minus_infinity
catalogue: SM-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """Clipped to ±50 in place of moving the scores."""
    exponentials = np.exp(np.clip(z, -50.0, 50.0))
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))
