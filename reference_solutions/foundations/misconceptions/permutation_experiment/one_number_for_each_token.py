"""
en: Of each token's output a single number is compared
es: De la salida de cada token se compara un solo número

done: For each token you compare one number alone: its first feature, its mean or the like.
why: Two outputs may agree in that number and differ in all others. Then f depends on the order and your experiment
    doesn't see it.
try: Take the outputs [1, 2, 3] and [1, 3, 2] of a token. Does your comparison tell them apart?

hecho: De cada token comparas un único número: su primer componente, su media o algo así.
por_que: Dos salidas pueden coincidir en ese número y diferir en todos los demás. Entonces f depende del orden y tu
    experimento no lo ve.
prueba: Toma las salidas [1, 2, 3] y [1, 3, 2] de un token. ¿Las distingue tu comparación?

fails: one_row
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """The first feature alone."""
    return bool(np.allclose(f(X[permutation])[:, 0], f(X)[permutation][:, 0]))
