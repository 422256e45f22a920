"""
en: The smallest score is subtracted, not the largest
es: Se resta la puntuación más pequeña, no la más grande

done: You move each row before the exponential, but so that its smallest number becomes 0.
why: All the others are then above 0, where exp can overflow: the wider a row spreads, the sooner. A row with a -inf
    in it, which is what a mask makes, turns into NaN from end to end.
try: Print the numbers that go into exp for [-1000, 0, 1000] and for [-inf, 0, 1]. Where is exp in danger, above 0 or
    below it?

hecho: Desplazas cada fila antes de la exponencial, pero de modo que su número más pequeño pasa a ser 0.
por_que: Todos los demás quedan entonces por encima de 0, donde exp puede desbordarse: tanto antes cuanto más dispersa
    es la fila. Una fila con un -inf, que es lo que produce una máscara, se llena de NaN de punta a punta.
prueba: Imprime los números que entran en exp con [-1000, 0, 1000] y con [-inf, 0, 1]. ¿Dónde corre peligro exp, por
    encima de 0 o por debajo?

fails: stable, minus_infinity
catalogue: SM-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, with the minimum in the maximum's place."""
    exponentials = np.exp(z - z.min(axis=axis, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))
