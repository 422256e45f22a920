"""
en: Axis 0, unless another one is asked for
es: El eje 0, si no se pide otro

done: Your `axis` works, but when nobody passes it your function takes axis 0.
why: Whoever calls it with the scores alone, as attention does, counts on the axis of the keys, the last one. What
    they get are columns that add up to 1, and no error that would tell them.
try: Call it on a (2, 3) array without naming an axis. Do you get two distributions or three? Then put your first line
    beside the signature in the assignment.

hecho: Tu `axis` funciona, pero cuando nadie lo pasa tu función toma el eje 0.
por_que: Quien la llama solo con las puntuaciones, como hace la atención, cuenta con el eje de las claves, el último.
    Lo que recibe son columnas que suman 1, y ningún error que se lo advierta.
prueba: Llámala con un array de (2, 3) sin nombrar ningún eje. ¿Te salen dos distribuciones o tres? Después pon tu
    primera línea al lado de la firma del enunciado.

fails: values, sums_to_one, stable
catalogue: SM-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import softmax as reference


def softmax(z: NDArray[np.float64], axis: int = 0) -> NDArray[np.float64]:
    """The reference with another default."""
    return reference.softmax(z, axis)
