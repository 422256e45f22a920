"""
en: The result is put into an array of integers
es: El resultado se guarda en un array de enteros

done: Your result is written into an array made in the likeness of the input. When the input holds integers, so does
    that array.
why: Everyone types [0, 2, 1] by hand when trying something out. The fractions are cut off as they are stored, and
    what comes back is a row of zeros, without a warning.
try: Compare np.array([0, 2, 1]) with np.array([0.0, 2.0, 1.0]) and print the dtype of both results. Which line of
    yours decides it?

hecho: Tu resultado se escribe en un array creado a semejanza de la entrada. Si la entrada contiene enteros, ese array
    también.
por_que: Todo el mundo escribe [0, 2, 1] a mano cuando prueba algo. Al guardarse, las fracciones se cortan, y lo que
    vuelve es una fila de ceros, sin ningún aviso.
prueba: Compara np.array([0, 2, 1]) con np.array([0.0, 2.0, 1.0]) e imprime el dtype de los dos resultados. ¿Qué línea
    tuya lo decide?

fails: values
catalogue: SM-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import softmax as reference


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """The reference's result in `z`'s own type."""
    return reference.softmax(z, axis).astype(z.dtype)
